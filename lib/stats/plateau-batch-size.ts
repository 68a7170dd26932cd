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

/**
 * plateau_bs = (alpha A / tau)^(1 / (alpha+1)), the largest size whose marginal gain -dT/dbs is still at least tau
 * (Combee 3, E6), with tau = tauShare * peak slope.
 *
 * The peak slope is taken on the fitted curve, so A cancels: analyticMin gives b_min * (1/tauShare)^(1/(alpha+1)).
 * Hence a uniform change of all delays moves A and leaves the plateau where it is, and b_min is a real setting.
 */
export interface PlateauRule {
  /** tau as a share of the peak slope; the paper's footnote says 1.6 %. */
  readonly tauShare: number;
  /** analyticMin: slope at b_min. finiteDifference: (T(b_min) - T(b_2)) / (b_2 - b_min), a flatter chord. */
  readonly peakSlope: 'analyticMin' | 'finiteDifference';
  /** b_min, the smallest profiled size. */
  readonly smallest: number;
  /** b_2, the next larger one. */
  readonly second: number;
}

export function peakSlope(A: number, alpha: number, rule: PlateauRule): number {
  const { smallest, second } = rule;
  if (rule.peakSlope === 'analyticMin' || second <= smallest) return marginalReduction(A, alpha, smallest);
  return (A * (smallest ** -alpha - second ** -alpha)) / (second - smallest);
}

/** The raw solution, before floor and clamp; undefined where alpha is not positive. */
export function plateauOf(A: number, alpha: number, rule: PlateauRule): number | undefined {
  return plateauBatchSize(A, alpha, rule.tauShare * peakSlope(A, alpha, rule));
}
