import { PythonIntSet } from '@/lib/random/python-int-set';
import type { Draws } from './draws';

/**
 * Which candidates of a frontier are worth a child, and how often each is drawn. A candidate is dominated when every
 * front that holds it also holds another kept candidate; the worst by mean score is checked first, one is removed at a
 * time, and all are checked again until none is removed. A kept candidate's chance is proportional to its fronts.
 *
 * Works on fronts (sets of pool indices) and mean scores alone. O(candidates squared x fronts).
 */
export type Fronts = readonly PythonIntSet[];

/** The same fronts, in the same order, without the dominated. Every front that had a member keeps one. */
export function undominatedFronts(fronts: Fronts, means: readonly number[]): Fronts {
  const met = new Set(fronts.flatMap((front) => [...front]));
  const meanOf = (index: number) => means[index] ?? Number.NEGATIVE_INFINITY;
  const ascending = [...met].sort((a, b) => meanOf(a) - meanOf(b));
  const living = new Set(ascending);
  const dominated = () => ascending.find((index) => living.has(index) && isDominated(index, living, fronts));
  for (let out = dominated(); out !== undefined; out = dominated()) living.delete(out);
  return fronts.map((front) => new PythonIntSet([...front].filter((index) => living.has(index))));
}

function isDominated(index: number, living: ReadonlySet<number>, fronts: Fronts): boolean {
  return fronts
    .filter((front) => front.has(index))
    .every((front) => [...front].some((other) => other !== index && living.has(other)));
}

/** How many of these fronts hold each candidate, in the order in which they are met. */
export function frontCounts(fronts: Fronts): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const index of fronts.flatMap((front) => [...front])) counts.set(index, (counts.get(index) ?? 0) + 1);
  return counts;
}

/** The candidates that are left, in the order in which the published code lists them. */
export function undominated(fronts: Fronts, means: readonly number[]): readonly number[] {
  return [...new PythonIntSet(undominatedFronts(fronts, means).flatMap((front) => [...front]))];
}

/** One candidate, the more likely the more fronts it holds; undefined where there is no front. */
export function drawByFronts(fronts: Fronts, means: readonly number[], draws: Draws): number | undefined {
  const counts = frontCounts(undominatedFronts(fronts, means));
  const tickets = [...counts].flatMap(([index, count]) => Array.from({ length: count }, () => index));
  return tickets.length === 0 ? undefined : draws.choice(tickets);
}
