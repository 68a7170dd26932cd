import { countWords } from '@/lib/domain/scored-count';
import { type LearningTimes, savedWords } from '../learning-times';
import type { QualityClaim } from './keeps-quality';

/**
 * The answer about quality as a sentence with its numbers: margin, difference, interval, n, and what corrects it. `times`
 * are said where points were lost: what the loss bought.
 */
export function qualitySentence(
  { answer, margin, difference }: QualityClaim,
  times: LearningTimes | null = null,
): string {
  const saved = answer === 'fails' && times !== null ? ` and ${savedWords(times)}` : '';
  return `${ANSWER_WORDS[answer](marginWords(margin))}${saved}. ${differenceWords(difference)}`;
}

const ANSWER_WORDS = {
  holds: (margin: string) => `Keeps the serial score within ${margin}`,
  fails: (margin: string) => `Loses more than ${margin} against the serial run`,
  undecided: (margin: string) =>
    `Undecided whether it keeps the serial score within ${margin}: more held-out examples decide`,
} as const;

export const marginWords = (margin: number) =>
  `${Number((margin * 100).toFixed(2))} ${margin === 0.01 ? 'point' : 'points'}`;

function differenceWords({ mean, lower, upper, n, missing }: QualityClaim['difference']): string {
  const interval =
    lower === null || upper === null ? 'no interval' : `95 % ${bound(lower)} to ${bound(upper)}`;
  return `Difference ${bound(mean)} points on held-out (${interval}, ${countWords({ n, missing })}).`;
}

function bound(share: number): string {
  const size = Math.abs(share * 100).toFixed(1);
  if (size === '0.0') return size;
  return `${share < 0 ? '−' : '+'}${size}`;
}
