import type { Components } from '@/lib/domain/components';
import type { GepaSettings } from '@/lib/domain/method-settings';
import { emptyFrontier, enterFrontier, type Frontier, frontsOf, type SelectionScores } from './frontier';
import type { Fronts } from './pareto';

/**
 * Every accepted candidate, with its lineage and its scores on the selection split. Candidates never leave. The
 * seed is number 0, and a parent's number is always smaller than its child's.
 */
export interface PoolMember extends SelectionScores {
  readonly index: number;
  readonly components: Components;
  /** One for a rewrite, two for a merge, none for the seed. */
  readonly parents: readonly number[];
  /** Over the measured examples; -infinity where there is none. */
  readonly mean: number;
  /** Metric calls that had been made when it was let in, its own measurement not among them. */
  readonly discoveredAt: number;
}

export interface Pool {
  readonly kind: GepaSettings['frontier'];
  readonly members: PoolMember[];
  readonly frontier: Frontier;
}

export const emptyPool = (kind: GepaSettings['frontier']): Pool => ({
  kind,
  members: [],
  frontier: emptyFrontier(),
});

export type Newcomer = Pick<PoolMember, 'components' | 'parents' | 'discoveredAt'> & {
  readonly measured: SelectionScores;
};

export function addToPool(pool: Pool, { measured, ...newcomer }: Newcomer): PoolMember {
  const index = pool.members.length;
  const member = { index, ...newcomer, ...measured, mean: meanOf(measured) };
  pool.members.push(member);
  enterFrontier(pool.frontier, pool.kind, { index, measured });
  return member;
}

/** Highest mean; of equals the one that was measured on more examples, then the first. */
export function bestMember(pool: Pool): PoolMember {
  return pool.members.reduce((best, one) => {
    const isBetter = one.mean > best.mean || (one.mean === best.mean && one.scores.size > best.scores.size);
    return isBetter ? one : best;
  });
}

export const meansOf = (pool: Pool): readonly number[] => pool.members.map(({ mean }) => mean);

export const poolFronts = (pool: Pool): Fronts =>
  frontsOf(pool.frontier, pool.kind).map(({ members }) => members);

function meanOf({ scores }: SelectionScores): number {
  if (scores.size === 0) return Number.NEGATIVE_INFINITY;
  return [...scores.values()].reduce((sum, score) => sum + score, 0) / scores.size;
}
