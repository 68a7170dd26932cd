/**
 * Which points nothing else beats in price and score, and whether that is shown or may be chance. A point off the front
 * is dominated only where a point that costs no more is better by its simultaneous interval; a point on the front leads
 * only where it is better than all that cost less. What is not shown is undecided, and says against which point.
 * Prices are compared as they are: a time or a cost has no part in the verdict. O(points x front).
 */
import type { PairVerdict } from '@/lib/stats/all-pairs';
import { paretoFront } from '@/lib/stats/pareto-front';

export interface FrontPoint {
  readonly key: string;
  /** Time or money. */
  readonly price: number;
  readonly score: number;
}

export interface FrontStanding {
  /** By the means: no other point scores as high for no more. */
  readonly onFront: boolean;
  /** A point that costs no more and is shown to be better. */
  readonly dominatedBy: string | null;
  /** Off the front, a point that scores higher for no more; on it, one that costs less: the difference is not shown. */
  readonly undecidedAgainst: string | null;
}

/** Whether `key` is better or worse than `reference`. */
export type VerdictOf = (reference: string, key: string) => PairVerdict;

/** By key. */
export function frontStandings(
  points: readonly FrontPoint[],
  verdictOf: VerdictOf,
): ReadonlyMap<string, FrontStanding> {
  const placed = points.map(({ key, price, score }) => ({ key, delay: price, quality: score }));
  const front = paretoFront(placed);
  const kept = new Set(front.map(({ key }) => key));
  return new Map(
    placed.map(({ key, delay }): [string, FrontStanding] => {
      const onFront = kept.has(key);
      // Best first: the front rises with its price.
      const rivals = front
        .filter((other) => other.key !== key && (onFront ? other.delay < delay : other.delay <= delay))
        .reverse();
      const better = rivals.find((other) => verdictOf(key, other.key) === 'better');
      if (better) return [key, { onFront: false, dominatedBy: better.key, undecidedAgainst: null }];
      const open = onFront ? rivals.find((other) => verdictOf(other.key, key) !== 'better') : rivals[0];
      return [key, { onFront, dominatedBy: null, undecidedAgainst: open?.key ?? null }];
    }),
  );
}
