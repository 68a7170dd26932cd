/**
 * Bounds of several means on the same units that hold together: the studentised bootstrap of the largest t.
 *
 *     t*_k = (m*_k - m_k) / s*_k    of each resample, with the resample's own standard error
 *     lower_k = m_k - c_lower s_k   c_lower = 97.5 % quantile of max_k t*_k
 *     upper_k = m_k + c_upper s_k   c_upper = minus the 2.5 % quantile of min_k t*_k
 *
 * With confidence 95 % no lower bound lies above its true mean in more than 2.5 % of experiments, whichever of the
 * columns are read afterwards; the same for the upper ones. Correlated columns cost less than Bonferroni's
 * correction. One column gives the bootstrap-t interval. (Westfall and Young 1993, section 2; Romano and Wolf 2005;
 * Efron and Tibshirani 1993, chapter 12.)
 *
 * A column with next to no spread has no bootstrap distribution: the caller takes an exact interval for it
 * (./exact-paired-interval). Cost: O(2,000 d k), d of the n units differing from 0.
 */
import { type Column, errorOfMean } from './column';
import { RESAMPLES, resampleWeights } from './resamples';
import { quantile } from './summary';

/** How many standard errors each bound lies from its mean. */
export interface MaxTCritical {
  readonly lower: number;
  readonly upper: number;
}

/**
 * `columns`: k columns of the same n units each, every one with spread (./column). `alpha` is shared by both sides, half each.
 * Null for no column or fewer than two units.
 */
export function maxTCritical(columns: readonly Column[], alpha = 0.05): MaxTCritical | null {
  const n = columns[0]?.n ?? 0;
  if (n < 2) return null;
  const weights = resampleWeights(n);
  const highest = new Float64Array(RESAMPLES).fill(Number.NEGATIVE_INFINITY);
  const lowest = new Float64Array(RESAMPLES).fill(Number.POSITIVE_INFINITY);
  for (const column of columns) keepExtremes(column, weights, { highest, lowest });
  const tail = alpha / 2;
  return {
    lower: quantile([...highest], 1 - tail) ?? 0,
    upper: -(quantile([...lowest], tail) ?? 0),
  };
}

interface Extremes {
  readonly highest: Float64Array;
  readonly lowest: Float64Array;
}

/** Typed arrays and nothing else inside the loop: it goes round 2,000 times the units that differ. */
function keepExtremes(
  { n, at, values, mean }: Column,
  weights: Uint8Array,
  { highest, lowest }: Extremes,
): void {
  for (let b = 0, from = 0; b < RESAMPLES; b += 1, from += n) {
    let total = 0;
    let squares = 0;
    for (let j = 0; j < at.length; j += 1) {
      const value = values[j] as number;
      const weighted = (weights[from + (at[j] as number)] as number) * value;
      total += weighted;
      squares += weighted * value;
    }
    const t = studentised(total / n - mean, errorOfMean(total, squares, n));
    if (t > (highest[b] as number)) highest[b] = t;
    if (t < (lowest[b] as number)) lowest[b] = t;
  }
}

/** A resample without spread says that the mean is further off than any number of its own errors. */
function studentised(difference: number, error: number): number {
  if (error > 0) return difference / error;
  return difference === 0 ? 0 : difference * Number.POSITIVE_INFINITY;
}
