import type { PairedDifference } from '@/lib/stats/paired-difference';

interface Score {
  readonly mean: number;
  readonly missing?: number | undefined;
}

/** Half of the last digit that a difference is shown with. */
const SHOWN = 0.0005;

/**
 * Why a difference is not that of the two scores shown next to it: a prompt chosen by these scores holds luck, which the
 * difference leaves out (lib/stats/out-of-bag). Null where the two agree, and where missing scores part them as well.
 */
export function choiceCorrection(
  { mean, comparisons = 1, missing = 0 }: PairedDifference,
  before: Score | null,
  after: Score | null,
): string | null {
  if (before === null || after === null || comparisons <= 1) return null;
  if (missing + (before.missing ?? 0) + (after.missing ?? 0) > 0) return null;
  const shift = mean - (after.mean - before.mean);
  if (Math.abs(shift) < SHOWN) return null;
  return `${shift < 0 ? 'Lower' : 'Higher'} than the scores suggest: corrected for choosing the best of ${comparisons} prompts.`;
}
