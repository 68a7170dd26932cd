/**
 * Exact interval of a mean difference of which few pairs differ. Right and wrong answers have that of wins and losses
 * (./exact-paired-interval). Where a pair may differ by less than 1 each end takes the worst of its own side: what got
 * better counts as nothing for the lower end, what got worse as nothing for the upper one.
 */
import type { Column } from './column';
import { exactPairedInterval } from './exact-paired-interval';
import type { Interval } from './wilson';

export const isOfWhole = ({ values }: Column) => values.every((value) => value === 1 || value === -1);

/** `alpha` is shared by both sides, half each. */
export function exactBounds(column: Column, alpha: number): Interval {
  const { n, values } = column;
  const wins = values.filter((value) => value > 0).length;
  const losses = values.length - wins;
  if (isOfWhole(column)) return exactPairedInterval({ wins, losses, n }, alpha);
  return {
    lower: exactPairedInterval({ wins: 0, losses, n }, alpha).lower,
    upper: exactPairedInterval({ wins, losses: 0, n }, alpha).upper,
  };
}
