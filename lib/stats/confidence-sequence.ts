import type { RunningSums } from './running-sums';
import { meanOf, varianceOf } from './running-sums';

/**
 * An interval for a mean that may be looked at as often as one likes: with a chance of 1 - alpha the true mean is
 * inside at every look at once, so stopping when it looks good costs nothing. An ordinary interval promises that for
 * one look only; looked at 60 times, it misleads in a third of the cases.
 *
 *     n       numbers so far             n*     numbers planned: where the sequence is narrowest for its width
 *     s       their deviation            a      chance of a false bound on one side
 *     rho^2 = (-2 ln(2a) + ln(-2 ln(2a) + 1)) / n*
 *     radius_n = s sqrt( 2 (n rho^2 + 1) / (n^2 rho^2)  ln( sqrt(n rho^2 + 1) / (2a) ) )
 *
 * Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021), "Time-uniform central limit theory and asymptotic confidence
 * sequences", with 2a for alpha because each side is used alone. Asymptotic: s replaces the true deviation, so
 * callers wait for enough numbers that differ. Knows nothing of canaries. Cost: a few operations a look.
 */
export interface SequenceBounds {
  readonly mean: number;
  readonly radius: number;
  readonly lower: number;
  readonly upper: number;
}

export interface SequencePlan {
  /** One-sided, below one half. */
  readonly alpha: number;
  /** n*. It tunes the width and never the promise: more or fewer numbers than planned are fine. */
  readonly planned: number;
}

/** Radius for numbers of deviation 1; infinite before there are any. */
export function unitRadius(n: number, { alpha, planned }: SequencePlan): number {
  if (n <= 0) return Number.POSITIVE_INFINITY;
  const surprise = -2 * Math.log(2 * alpha);
  const rho2 = (surprise + Math.log(surprise + 1)) / planned;
  const stretched = n * rho2 + 1;
  return Math.sqrt(((2 * stretched) / (n * n * rho2)) * Math.log(Math.sqrt(stretched) / (2 * alpha)));
}

/** The sequence at this look. */
export function sequenceBounds(sums: RunningSums, plan: SequencePlan): SequenceBounds {
  return around(meanOf(sums), Math.sqrt(varianceOf(sums)) * unitRadius(sums.n, plan));
}

/**
 * Two independent groups in place of pairs, mean of b minus mean of a:
 *
 *     N = n_a + n_b,  sigma^2 = s_a^2 / n_a + s_b^2 / n_b,  s = sigma sqrt(N)
 */
export function armBounds(a: RunningSums, b: RunningSums, plan: SequencePlan): SequenceBounds {
  if (a.n === 0 || b.n === 0) return around(0, Number.POSITIVE_INFINITY);
  const total = a.n + b.n;
  const sigma2 = varianceOf(a) / a.n + varianceOf(b) / b.n;
  return around(meanOf(b) - meanOf(a), Math.sqrt(sigma2 * total) * unitRadius(total, plan));
}

function around(mean: number, radius: number): SequenceBounds {
  // No spread at all times an infinite radius is not a number; nothing is known then.
  const reach = Number.isNaN(radius) ? Number.POSITIVE_INFINITY : radius;
  return { mean, radius: reach, lower: mean - reach, upper: mean + reach };
}
