import { incompleteBeta } from './incomplete-beta';

/**
 * Student's t distribution: tail probabilities and critical values. Everything comes from the regularised
 * incomplete beta function I_x(a, b).
 */

/** P(|T| >= |t|) with df degrees of freedom. */
export function tTwoSidedP(t: number, df: number): number {
  if (Number.isNaN(t) || df <= 0) return Number.NaN;
  if (!Number.isFinite(t)) return 0;
  // P(|T| >= t) = I_x(df/2, 1/2) with x = df / (df + t^2).
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/** The t with P(|T| <= t) = confidence; 1.96 for 0.95 and large df. */
export function tCritical(confidence: number, df: number): number {
  const tail = 1 - confidence;
  let low = 0;
  let high = 2;
  while (tTwoSidedP(high, df) > tail) high *= 2;
  // Bisection: the function is monotone, and 80 halvings exhaust a double.
  for (let step = 0; step < 80; step += 1) {
    const middle = (low + high) / 2;
    if (tTwoSidedP(middle, df) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
