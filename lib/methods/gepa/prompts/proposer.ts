import { numberedParts } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';
import { currentText, FENCE_FORMAT, KEEPING_RULES, type RewritePrompt } from './rewriting';

/** Level 1, the plain call and the naive arm: the current text and n records into one whole new text. */
export interface ProposerPrompt extends RewritePrompt {
  /** Copies are rendered again each time: that redundancy is what augmented shuffling is for. */
  readonly records: readonly string[];
}

export const PROPOSER_VERSION = 1;

const INSTRUCTIONS = `You are the proposer of a better text.
Another model works by the current text below. The records show what it was asked, what it answered and what was said of its answers. Write the text that should replace the current one, so that questions like these go right.

How to work:
- Find out from the records what the task really is: what comes in, what has to come out, and in which form.
- Go through the records one by one. Where an answer was wrong, find the step that went wrong and write down what would have prevented it; where it was right, write down the way of working that made it so, unless the text says it already.
- The model will not see these records again. Every fact of the field that they give away (a formula, a definition, a convention, a unit, a name, an exception) has to stand in the text itself.
- The same record may stand in the list more than once: that is on purpose, and one passage for it is enough.
${KEEPING_RULES}

${FENCE_FORMAT}`;

export function proposerMessages(prompt: ProposerPrompt): ChatMessage[] {
  const records = numberedParts('records', { tag: 'record', attribute: 'number' }, prompt.records);
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: [...currentText(prompt), records].join('\n') },
  ];
}
