import { asNumber } from './plausible-answer';
import { type PromptPart, textOf } from './prompt-parts';
import type { PracticeReply } from './reply-shape';

/** Equal as numbers where both are numbers, else equal but for case, outer blanks and blanks around commas. */
export function isSameAnswer(answer: string, expected: string): boolean {
  const [left, right] = [asNumber(answer), asNumber(expected)];
  if (left !== null && right !== null) return left === right;
  return normalised(answer) === normalised(expected);
}

/** Scores 1 or 0 and says why; knows no rubric and no answer key. */
export function judgeReply(parts: readonly PromptPart[]): PracticeReply {
  const isRight = isSameAnswer(textOf(parts, 'answer') ?? '', textOf(parts, 'expected') ?? '');
  const verdict = isRight
    ? { score: 1, reasoning: 'The answer says what was expected.' }
    : { score: 0, reasoning: 'The answer differs from what was expected.' };
  return { text: JSON.stringify(verdict), note: null };
}

function normalised(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .join(',');
}
