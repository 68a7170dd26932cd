import { withInsightIdRule } from '@/lib/methods/prompting/insight-ids';
import type { ChatMessage } from '@/lib/ports/language-model';
import { type CombinerPrompt, combinerParts } from './combiner';
import { type CuratorPrompt, curatorParts } from './curator';

/**
 * Curator and combiner where bullets may also be reworded, merged and removed (`edits: 'all'`). They read exactly what
 * the plain ones read; only what they are told to do with it differs. Pinned by runs that use them alone.
 */
export const EDITING_VERSION = 1;

const EDIT_RULES = `- ADD what is not in the playbook yet: a formula, figure, unit, condition, name, exception or trap of its own. Copy such details literally, codes and bracketed marks included. Ten distinct items become ten bullets.
- UPDATE a bullet that is about the right thing but wrong, unclear or incomplete. Give its whole new text: every detail of the old one that still holds has to be in it.
- MERGE bullets only if they say the same thing. Name all of them and give one text that holds every detail of each. Being similar in kind is no reason to merge.
- DELETE a bullet only if it is wrong, or misled more often than it helped, and no new wording would mend it. A bullet that was never used is not thereby wrong.
- Touch each bullet once at most, and only bullets that stand in the playbook: use their ids exactly as written there.
- Where two items contradict each other, keep the more specific one; if both are equally specific, the one that more of the input supports.
- Never melt several distinct items into one general statement. Stay within the token budget: if it is nearly used up, merging comes before leaving something out.`;

const EDITS_FORMAT = `Use the name of a section of the playbook, such as "FORMULAS & CALCULATIONS". Write each content as one line, without an id: new bullets get theirs later, and reworded ones keep theirs.

Reply with one JSON object and nothing else:
{"reasoning": "what you changed and what you left, and why", "operations": [{"type": "ADD", "section": "section name", "content": "the bullet"}, {"type": "UPDATE", "bullet_id": "calc-00001", "content": "its new text"}, {"type": "MERGE", "source_ids": ["calc-00001", "calc-00002"], "content": "the one text"}, {"type": "DELETE", "bullet_id": "calc-00003"}]}
If nothing has to change, give an empty list of operations.`;

const CURATOR = `You are the editing curator.
You look after a playbook from which another model works. Below are reflections on its recent answers, and the questions that they are about. Bring the playbook up to what these reflections teach.

How to edit:
- Go through the reflections one by one. For each of its key insights decide: is it new, does it correct or complete a bullet, or does the playbook say it already?
${EDIT_RULES}
- The same reflection may stand in the list more than once: that is on purpose, and one edit for it is enough.
- Write for a reader who will never see these reflections: no "in this question", no "the model should have".

${EDITS_FORMAT}`;

const COMBINER = `You are the editing combiner.
Several curators read different reflections on the same work and each proposed edits of the same playbook, without seeing each other's. Make one list of edits out of theirs.

How to choose:
- Go through every update and every operation in it, from the first to the last. What only one curator proposed counts as much as what all of them did.
${EDIT_RULES}
- Where several operations say the same thing, keep the wording with the most usable detail, and add to it what only the others have.
- Where several operations want the same bullet, make one of them: one text that holds what each of them adds. One that wants to keep and mend a bullet wins over one that wants to delete it.

${EDITS_FORMAT}`;

export function editingCuratorMessages(prompt: CuratorPrompt): ChatMessage[] {
  return [
    { role: 'system', content: withInsightIdRule(CURATOR, prompt.insightIds) },
    { role: 'user', content: curatorParts(prompt) },
  ];
}

export function editingCombinerMessages(prompt: CombinerPrompt): ChatMessage[] {
  return [
    { role: 'system', content: withInsightIdRule(COMBINER, prompt.insightIds) },
    { role: 'user', content: combinerParts(prompt) },
  ];
}
