/**
 * The mean score that a prompt is shown to have: a one-sided lower bound. Where every score is 0 or 1 it is exact (Clopper
 * and Pearson 1934), else Student's t, at 0 or above. A missing score counts as 0, since a bound may not hope.
 *
 * With K looks, take `tail` = alpha / K: then no look of a prompt whose true mean is below the bound errs in more than
 * alpha of the runs, whenever they stop (Bonferroni). Cost: O(n).
 */
import { clopperPearsonInterval } from './binomial';
import { tCritical } from './student-t';
import { mean, sampleDeviation } from './summary';

/** Null for fewer than two scores. */
export function lowerScoreBound(scores: readonly (number | null)[], tail: number): number | null {
  const counted = scores.map((score) => score ?? 0);
  const n = counted.length;
  const deviation = sampleDeviation(counted);
  if (deviation === undefined) return null;
  if (counted.every((score) => score === 0 || score === 1)) {
    return clopperPearsonInterval(counted.filter((score) => score === 1).length, n, tail)?.lower ?? null;
  }
  const half = (tCritical(1 - 2 * tail, n - 1) * deviation) / Math.sqrt(n);
  return Math.max(0, (mean(counted) ?? 0) - half);
}
