import { choiceOf, uniformOf } from './hashing';

/**
 * A wrong answer that looks like the right one: a number that a slip would give, a tag list with every tag another
 * one. Fixed by the example's id, so a wrong answer stays the same until the example is learnt.
 */
export interface WrongAnswerInput {
  readonly exampleId: string;
  readonly expected: string;
  /** Other answers of this data set; tags where the answers are lists of tags. */
  readonly vocabulary: readonly string[];
}

export function wrongAnswer(input: WrongAnswerInput): string {
  const value = asNumber(input.expected);
  if (value !== null) return wrongNumber(value, input.exampleId);
  // Each position is wrong: a half-right list would count towards a score by tags and shift the fitted shares.
  return answerParts(input.expected)
    .map((part, position) => otherThan(part, `wrong/${input.exampleId}/${position}`, input.vocabulary))
    .join(',');
}

/** "A,B" -> A and B; a number with thousands commas is one answer. */
export function answerParts(expected: string): string[] {
  return asNumber(expected) === null ? expected.split(',').map((part) => part.trim()) : [expected.trim()];
}

/** Null where the text is not one plain number; commas between thousands are passed over. */
export function asNumber(text: string): number | null {
  const plain = text.trim().replaceAll(',', '');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

/** The usual slips: percent for a fraction, one period too many, a sign, a doubled or a halved input. */
const SLIPS: readonly [number, ...number[]] = [100, 0.01, 1.1, 0.9, -1, 2, 0.5];

function wrongNumber(value: number, exampleId: string): string {
  const slipped = (value * choiceOf(SLIPS, `slip/${exampleId}`)).toFixed(2);
  return Number(slipped) === Number(value.toFixed(2)) || Number(slipped) === value
    ? (value + 1.25).toFixed(2)
    : slipped;
}

function otherThan(part: string, label: string, vocabulary: readonly string[]): string {
  const start = Math.floor(uniformOf(label) * vocabulary.length);
  for (let step = 0; step < vocabulary.length; step += 1) {
    const candidate = vocabulary[(start + step) % vocabulary.length];
    if (candidate !== undefined && candidate.toLowerCase() !== part.toLowerCase()) return candidate;
  }
  return part.toLowerCase() === 'other' ? 'none' : 'other';
}
