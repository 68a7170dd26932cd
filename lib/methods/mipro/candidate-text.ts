import type { Candidate } from '@/lib/domain/candidate';
import { type Components, textOfComponents } from '@/lib/domain/components';
import { contentHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';

/** A question with its answer, shown to a model to imitate. */
export interface Demonstration {
  readonly question: string;
  readonly context: string;
  /** The steps of a model that answered correctly; null if the answer comes from the data set. */
  readonly reasoning: string | null;
  readonly answer: string;
}

/** Whole filings would leave no room for the question; its beginning is enough to recognise its kind. */
const QUESTION_CHARACTERS_MAX = 4000;
const CONTEXT_CHARACTERS_MAX = 1500;

/**
 * A candidate as one text, so that it can be read, compared and promoted like any other prompt:
 *
 *   <instruction>
 *
 *   Worked examples:
 *
 *   Example 1
 *   Question: ...
 *   Context: ...      (where there is one)
 *   Reasoning: ...    (where a model answered it itself)
 *   Answer: ...
 *
 * Without demonstrations it is the instruction alone: the first combination is the original prompt to the letter.
 */
function textOf(instruction: string, demonstrations: readonly Demonstration[]): string {
  const examples = demonstrations.map((demonstration, index) =>
    [`Example ${index + 1}`, demonstrationText(demonstration)].join('\n'),
  );
  return examples.length === 0 ? instruction : [instruction, 'Worked examples:', ...examples].join('\n\n');
}

/** With several components, the first one shows the demonstrations. */
export function candidateOf(instructions: Components, demonstrations: readonly Demonstration[]): Candidate {
  const texts = [...instructions].map(
    ([name, text], index) => [name, index === 0 ? textOf(text, demonstrations) : text] as const,
  );
  const text = textOfComponents(new Map(texts));
  return { hash: contentHash(text), text };
}

export function demonstrationText({ question, context, reasoning, answer }: Demonstration): string {
  return [
    `Question: ${shortened(question, QUESTION_CHARACTERS_MAX)}`,
    ...(context === '' ? [] : [`Context: ${shortened(context, CONTEXT_CHARACTERS_MAX)}`]),
    ...(reasoning === null ? [] : [`Reasoning: ${reasoning}`]),
    `Answer: ${answer}`,
  ].join('\n');
}

/** An example as in the data set. */
export function labelled({ question, context, expected }: Example): Demonstration {
  return { question, context, reasoning: null, answer: expected };
}

function shortened(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax)} … (shortened)`;
}
