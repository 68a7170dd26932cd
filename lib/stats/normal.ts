import { errorFunction } from 'simple-statistics';

/**
 * The normal distribution, as planning needs it: about 1e-7 absolute, which moves no count of pairs by one in a
 * million. Verdicts do not rest on it.
 */

/** P(Z <= z). */
export function normalCdf(z: number): number {
  return (1 + errorFunction(z / Math.SQRT2)) / 2;
}

/** The z with P(Z <= z) = p; 1.645 for 0.95. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return p <= 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  let low = -9;
  let high = 9;
  // The distribution rises everywhere, and 60 halvings of 18 are finer than the distribution itself is known.
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
