import type { Example } from '@/lib/domain/example';
import type { Rng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';

/**
 * The order in which training examples are met: each epoch is a fresh seeded permutation, and an iteration takes the
 * next `size` of it. A batch never spans two epochs; the last one of an epoch may be partial.
 */
export interface TrainingOrder {
  readonly total: number;
  /** Examples left in the epoch that holds position `seen`. */
  remainingInEpoch(seen: number): number;
  /** Examples [seen, seen + size) of the order. */
  take(seen: number, size: number): readonly Example[];
  epochOf(seen: number): number;
}

export function trainingOrder(train: readonly Example[], epochs: number, rng: Rng): TrainingOrder {
  const byId = [...train].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const perEpoch = Array.from({ length: epochs }, (_, epoch) => shuffled(byId, rng.fork(`epoch-${epoch}`)));
  const n = train.length;
  return {
    total: n * epochs,
    remainingInEpoch: (seen) => (n === 0 || seen >= n * epochs ? 0 : n - (seen % n)),
    epochOf: (seen) => (n === 0 ? 0 : Math.floor(seen / n)),
    take: (seen, size) => perEpoch[Math.floor(seen / n)]?.slice(seen % n, (seen % n) + size) ?? [],
  };
}
