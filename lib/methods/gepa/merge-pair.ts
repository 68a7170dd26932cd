import type { Components } from '@/lib/domain/components';
import { PythonIntSet } from '@/lib/random/python-int-set';
import type { Draws } from './draws';
import type { PoolMember } from './pool';

/**
 * Which two candidates can be merged, and over which ancestor: neither descends from the other, they share an ancestor
 * that is no better than either, and at least one component was changed by exactly one of the two, so that there is
 * something to bring together.
 */
export type Lineage = readonly Pick<PoolMember, 'components' | 'parents' | 'mean'>[];

export interface MergePair {
  /** The smaller pool number first. */
  readonly first: number;
  readonly second: number;
  readonly ancestor: number;
}

/** Draws of two at a time before a search for a pair is given up; a merge gives up after as many searches. */
export const PAIR_ATTEMPTS = 10;

export interface PairSearch {
  readonly lineage: Lineage;
  /** Numbers to draw from. */
  readonly among: readonly number[];
  readonly draws: Draws;
  isDone(pair: MergePair): boolean;
}

export function findPair(search: PairSearch): MergePair | undefined {
  const { lineage, among, draws } = search;
  for (let attempt = 0; attempt < PAIR_ATTEMPTS && among.length >= 2; attempt += 1) {
    const drawn = draws.sample(among, 2);
    const [first, second] = [Math.min(...drawn), Math.max(...drawn)];
    const [above, aboveOther] = [ancestorsOf(lineage, first), ancestorsOf(lineage, second)];
    if (first === second || above.has(second) || aboveOther.has(first)) continue;
    const fit = fitAncestors(search, { first, second, common: [...above.intersection(aboveOther)] });
    if (fit.length > 0) return { first, second, ancestor: drawByMean(fit, lineage, draws) };
  }
  return undefined;
}

/** Common ancestors that a merge may start from. */
export function fitAncestors(
  { lineage, isDone }: Pick<PairSearch, 'lineage' | 'isDone'>,
  { first, second, common }: { first: number; second: number; common: readonly number[] },
): readonly number[] {
  const mean = (index: number) => lineage[index]?.mean ?? Number.NEGATIVE_INFINITY;
  return common.filter((ancestor) => {
    if (isDone({ first, second, ancestor })) return false;
    if (mean(ancestor) > mean(first) || mean(ancestor) > mean(second)) return false;
    const [base, one, other] = [ancestor, first, second].map((index) => lineage[index]?.components);
    return base !== undefined && one !== undefined && other !== undefined && isWorthMerging(base, one, other);
  });
}

/** At least one component that exactly one of the two descendants changed. */
export function isWorthMerging(ancestor: Components, first: Components, second: Components): boolean {
  return [...ancestor].some(([name, text]) => {
    const [one, other] = [first.get(name), second.get(name)];
    return one !== other && (one === text || other === text);
  });
}

function ancestorsOf(lineage: Lineage, index: number, found = new PythonIntSet()): PythonIntSet {
  for (const parent of lineage[index]?.parents ?? []) {
    if (found.has(parent)) continue;
    found.add(parent);
    ancestorsOf(lineage, parent, found);
  }
  return found;
}

/** Proportional to the mean score; where all of them have 0, each is as likely (the published code fails there). */
function drawByMean(ancestors: readonly number[], lineage: Lineage, draws: Draws): number {
  const means = ancestors.map((index) => lineage[index]?.mean ?? 0);
  const weights = means.some((mean) => mean > 0) ? means : means.map(() => 1);
  return draws.choices(ancestors, weights, 1)[0] as number;
}
