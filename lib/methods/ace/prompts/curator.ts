import { textWithInsightIds, withInsightIdRule } from '@/lib/methods/prompting/insight-ids';
import { playbookTags } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';
import { CHOOSING_RULES, OPERATIONS_FORMAT, type PlaybookPrompt, playbookParts } from './playbook-parts';

/** Level 1, the plain call and the naive arm: m reflections into additions to the playbook. */
export interface CuratorPrompt extends PlaybookPrompt {
  /** Copies are rendered again each time: that redundancy is what augmented shuffling is for. */
  readonly reflections: readonly {
    readonly text: string;
    readonly context: string;
    readonly insights?: readonly string[];
    readonly insightIds?: readonly string[];
  }[];
}

export const CURATOR_VERSION = 1;

const INSTRUCTIONS = `You are the curator.
You look after a playbook from which another model works. Below are reflections on its recent answers, and the questions that they are about. Add to the playbook what these reflections teach and it does not say yet.

How to choose:
- Go through the reflections one by one. For each of its key insights decide: add it, or leave it out for one of the reasons below.
${CHOOSING_RULES}
- The same reflection may stand in the list more than once: that is on purpose, and one bullet for it is enough.
- Write for a reader who will never see these reflections: no "in this question", no "the model should have".

${OPERATIONS_FORMAT}`;

/** Enough to see what kind of question it was; whole filings would crowd out the reflections. */
const CONTEXT_CHARACTERS_MAX = 1500;

export function curatorMessages(prompt: CuratorPrompt): ChatMessage[] {
  return [
    { role: 'system', content: withInsightIdRule(INSTRUCTIONS, prompt.insightIds) },
    { role: 'user', content: curatorParts(prompt) },
  ];
}

/** What a curator reads, whatever it may do with it. */
export function curatorParts(prompt: CuratorPrompt): string {
  const parts = [
    ...playbookParts(prompt),
    playbookTags.numberedParts(
      'reflections',
      { tag: 'reflection', attribute: 'number' },
      prompt.reflections.map(textWithInsightIds),
    ),
    playbookTags.numberedParts(
      'question_contexts',
      { tag: 'question_context', attribute: 'number' },
      prompt.reflections.map(({ context }) => shortened(context)),
    ),
  ];
  return parts.join('\n');
}

function shortened(context: string): string {
  if (context.length <= CONTEXT_CHARACTERS_MAX) return context;
  return `${context.slice(0, CONTEXT_CHARACTERS_MAX)} … (shortened)`;
}
