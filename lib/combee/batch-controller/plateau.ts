import type { PowerLawFit } from '@/lib/domain/batch-plan';
import { marginalReduction, plateauBatchSize } from '@/lib/stats/plateau-batch-size';
import { ALPHA_FLOOR } from './fit-delays';

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

const GRID = 16;

/**
 * The interval of alpha carried over to the plateau: its least and largest value over alphaLower..alphaUpper.
 * By a grid, since only analyticMin is monotone in alpha. Below the floor alpha counts as the floor: there the
 * fit would be degenerate and no plateau would be used.
 */
export function plateauInterval(
  fit: PowerLawFit,
  rule: PlateauRule,
): { readonly lower: number; readonly upper: number } {
  const low = Math.max(ALPHA_FLOOR, fit.alphaLower);
  const high = Math.max(low, fit.alphaUpper);
  const solutions = Array.from({ length: GRID + 1 }, (_, step) =>
    plateauOf(fit.A, low + ((high - low) * step) / GRID, rule),
  ).filter((solution) => solution !== undefined);
  return { lower: Math.min(...solutions), upper: Math.max(...solutions) };
}
