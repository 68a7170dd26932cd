/**
 * The sum of independent variances, each estimated with its own degrees of freedom, and the degrees of freedom of the
 * sum (Satterthwaite 1946):
 *
 *     df = (sum v_i)^2 / sum (raw_i^2 / df_i)
 *
 * Rounded down, so that a critical value is never too small. A sum of 0 has infinitely many.
 */
export interface EstimatedVariance {
  readonly variance: number;
  readonly df: number;
  /** The raw estimate, where a part of it was subtracted again; absent where it is the variance itself. */
  readonly raw?: number;
}

export function sumOfVariances(parts: readonly EstimatedVariance[]): EstimatedVariance {
  const variance = parts.reduce((total, part) => total + part.variance, 0);
  const spread = parts.reduce((total, { variance: v, raw = v, df }) => total + raw ** 2 / df, 0);
  const df = spread === 0 ? Number.POSITIVE_INFINITY : variance ** 2 / spread;
  return { variance, df: Math.max(1, Math.floor(df + 1e-9)) };
}
