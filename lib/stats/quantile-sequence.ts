import { type SequencePlan, unitRadius } from './confidence-sequence';

/**
 * Bounds for a quantile that may be looked at as often as one likes. x_q is the value below which a share q lies, so
 * the share of numbers below it is a mean of zeros and ones whose mean q and deviation sqrt(q (1 - q)) are known, and
 * the sequence of means holds for it:
 *
 *     r_n = sqrt(q (1 - q)) u_n          F_n(x_q) in [q - r_n, q + r_n] at every n, but for a chance of a on each side
 *     x_(ceil((q - r) n))  <=  x_q  <=  x_(floor((q + r) n) + 1),  x_(k) the k-th smallest of n
 *
 * Where q + r reaches 1 the slow end has too few numbers for a bound. Knows nothing of canaries. Cost: sorting.
 */
export interface QuantileBounds {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

export function quantileBounds(
  numbers: readonly number[],
  { q, ...plan }: SequencePlan & { readonly q: number },
): QuantileBounds | null {
  const n = numbers.length;
  const reach = Math.sqrt(q * (1 - q)) * unitRadius(n, plan);
  const sorted = numbers.toSorted((a, b) => a - b);
  const value = sorted[Math.ceil(q * n) - 1];
  const lower = sorted[Math.max(1, Math.ceil((q - reach) * n)) - 1];
  const upper = q + reach < 1 ? sorted[Math.floor((q + reach) * n)] : undefined;
  return value === undefined || lower === undefined || upper === undefined ? null : { value, lower, upper };
}
