import type { WeightedOperator } from '@/lib/domain/diversity';
import type { OperatorKind } from '@/lib/domain/operator-kinds';
import type { Rng } from '@/lib/random/seeded-rng';

/**
 * One operator by weight. Each training example draws from a stream of its own, forked by (run seed, iteration,
 * ordinal), so neither concurrency nor a resume can change what an example is given. Knows nothing of what the
 * operator does: for ACE it is the lens under which the reflector looks (rulings E7).
 */
export function drawOperator(pool: readonly WeightedOperator[], rng: Rng): OperatorKind | undefined {
  const total = pool.reduce((sum, { weight }) => sum + weight, 0);
  let left = rng.nextFloat() * total;
  for (const { kind, weight } of pool) {
    left -= weight;
    if (left < 0) return kind;
  }
  // Rounding can leave a speck of the interval uncovered; it belongs to the last one.
  return pool.at(-1)?.kind;
}
