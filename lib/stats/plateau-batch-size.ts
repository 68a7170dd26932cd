/**
 * The batch size beyond which a larger one no longer pays (Combee 3.2): with T(bs) = A bs^-alpha the marginal gain
 * is -dT/dbs = alpha A bs^(-alpha-1); it falls to tau at bs = (alpha A / tau)^(1 / (alpha+1)).
 * Undefined where delays do not fall with the size (alpha <= 0): there is no plateau then, and the caller falls back.
 */
export function plateauBatchSize(A: number, alpha: number, tau: number): number | undefined {
  if (!(A > 0 && alpha > 0 && tau > 0)) return undefined;
  const size = ((alpha * A) / tau) ** (1 / (alpha + 1));
  return Number.isFinite(size) ? size : undefined;
}

/** -dT/dbs at a size: how many units of T one more example in the batch saves. */
export function marginalReduction(A: number, alpha: number, size: number): number {
  return alpha * A * size ** (-alpha - 1);
}
