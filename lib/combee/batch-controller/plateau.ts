import type { PowerLawFit } from '@/lib/domain/batch-plan';
import { type PlateauRule, plateauOf } from '@/lib/stats/plateau-batch-size';
import { ALPHA_FLOOR } from './fit-delays';

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
