import type { Edit } from '@/lib/domain/edit';
import { withInsightIdRule } from '@/lib/methods/prompting/insight-ids';
import { playbookTags } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';
import { CHOOSING_RULES, OPERATIONS_FORMAT, type PlaybookPrompt, playbookParts } from './playbook-parts';

/** Level 2: the updates of the groups, in group order, into one. Holds no reflection. */
export interface CombinerPrompt extends PlaybookPrompt {
  readonly updates: readonly (readonly Edit[])[];
}

export const COMBINER_VERSION = 1;

const INSTRUCTIONS = `You are the combiner.
Several curators read different reflections on the same work and each proposed additions to the same playbook, without seeing each other's. Make one list of additions out of theirs.

How to choose:
- Go through every update and every operation in it, from the first to the last. What only one curator proposed counts as much as what all of them did.
${CHOOSING_RULES}
- Where several operations say the same thing, keep the wording with the most usable detail, and add to it what only the others have.

${OPERATIONS_FORMAT}`;

export function combinerMessages(prompt: CombinerPrompt): ChatMessage[] {
  return [
    { role: 'system', content: withInsightIdRule(INSTRUCTIONS, prompt.insightIds) },
    { role: 'user', content: combinerParts(prompt) },
  ];
}

/** What a combiner reads, whatever it may do with it. */
export function combinerParts(prompt: CombinerPrompt): string {
  const parts = [
    ...playbookParts(prompt),
    playbookTags.numberedParts(
      'updates',
      { tag: 'update', attribute: 'group' },
      prompt.updates.map((edits) => JSON.stringify(edits.map(operationOf))),
    ),
  ];
  return parts.join('\n');
}

/** An edit in the words in which models write it. */
export function operationOf(edit: Edit): Readonly<Record<string, unknown>> {
  switch (edit.type) {
    case 'add':
      return { type: 'ADD', section: edit.section, content: edit.content, ...fromOf(edit) };
    case 'update':
      return { type: 'UPDATE', bullet_id: edit.bulletId, content: edit.content, ...fromOf(edit) };
    case 'merge':
      return { type: 'MERGE', source_ids: edit.bulletIds, content: edit.content, ...fromOf(edit) };
    case 'remove':
      return { type: 'DELETE', bullet_id: edit.bulletId };
  }
}

const fromOf = ({ from }: { readonly from?: readonly string[] }) => (from === undefined ? {} : { from });
