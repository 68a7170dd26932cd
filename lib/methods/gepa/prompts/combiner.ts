import { numberedParts } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';
import { currentText, FENCE_FORMAT, KEEPING_RULES, type RewritePrompt } from './rewriting';

/** Level 2: the texts that the groups proposed, in group order, into one. Holds no record. */
export interface CombinerPrompt extends RewritePrompt {
  readonly proposals: readonly string[];
}

export const COMBINER_VERSION = 1;

const INSTRUCTIONS = `You are the combiner of proposed texts.
Several writers saw different records of the same work, and each rewrote the current text below without seeing the others' versions. Make one text out of their proposals.

How to work:
- Go through every proposal from its first line to its last, and find what it says that the current text does not.
- What only one of them adds counts as much as what all of them do: each saw other evidence, so their details complete one another.
- Where several say the same thing, say it once, in the wording with the most usable detail, and add to it what only the others have.
${KEEPING_RULES}

${FENCE_FORMAT}`;

export function combinerMessages(prompt: CombinerPrompt): ChatMessage[] {
  const proposals = numberedParts('proposals', { tag: 'proposal', attribute: 'group' }, prompt.proposals);
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: [...currentText(prompt), proposals].join('\n') },
  ];
}
