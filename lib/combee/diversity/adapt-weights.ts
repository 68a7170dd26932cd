import type { WeightedOperator } from '@/lib/domain/diversity';
import type { OperatorKind } from '@/lib/domain/operator-kinds';

/**
 * Which operators the next examples meet more often, from what the score on the selection split gained since it was
 * last measured (rulings E3; held-out is never asked).
 *
 * - used_c: share of the reflections since then that were made under operator c
 * - kept_c: share of the edits that came through c, among those that the candidate kept
 * - credit: lift * kept_c. Per unit of use that is lift * kept_c / used_c, and averaged over use it is just the lift,
 *   so what an operator earns above the average is lift * (kept_c / used_c - 1)
 * - w_c <- w_c * exp(GAIN * that), the factor held within 1/FACTOR_MAX .. FACTOR_MAX: one noisy measurement of a small
 *   split may tilt the pool, never empty it
 * - no operator falls below the floor, or it could never show that it has become useful; the weights sum to 1
 *
 * Where the lift is negative the operators that made most of the loss fall. Nothing kept or nothing used: no change.
 */
export interface OperatorCredit {
  readonly kind: OperatorKind;
  /** Reflections made under it since the last measurement. */
  readonly used: number;
  /** Edits that came through it and were kept. */
  readonly kept: number;
}

/** A lift of one point with half as much again of the edits as of the use moves a weight by 5 %. */
const GAIN = 10;
const FACTOR_MAX = 1.5;
/** Floor as a part of an even share: with four operators none is drawn for fewer than one example in twenty. */
const FLOOR_SHARE = 0.2;

export function adaptWeights(
  pool: readonly WeightedOperator[],
  credits: readonly OperatorCredit[],
  lift: number,
): readonly WeightedOperator[] {
  const used = credits.reduce((sum, credit) => sum + credit.used, 0);
  const kept = credits.reduce((sum, credit) => sum + credit.kept, 0);
  if (used === 0 || kept === 0 || lift === 0) return pool;
  const raised = pool.map(({ kind, weight }) => {
    const credit = credits.find((one) => one.kind === kind);
    // Never drawn since the last time: nothing was learned about it.
    if (!credit || credit.used === 0) return { kind, weight };
    const advantage = credit.kept / kept / (credit.used / used) - 1;
    const factor = Math.exp(GAIN * lift * advantage);
    return { kind, weight: weight * Math.min(FACTOR_MAX, Math.max(1 / FACTOR_MAX, factor)) };
  });
  return withFloor(raised);
}

/**
 * w_c = floor + (1 - m floor) * max(0, share_c - floor) / sum of these. A pool with no operator above
 * the floor is even, for the floor is below the even share.
 */
function withFloor(pool: readonly WeightedOperator[]): readonly WeightedOperator[] {
  const total = pool.reduce((sum, { weight }) => sum + weight, 0);
  const floor = FLOOR_SHARE / pool.length;
  const above = pool.map(({ weight }) => Math.max(0, weight / total - floor));
  const sumAbove = above.reduce((sum, value) => sum + value, 0);
  return pool.map(({ kind }, index) => ({
    kind,
    weight: floor + ((1 - pool.length * floor) * (above[index] ?? 0)) / sumAbove,
  }));
}
