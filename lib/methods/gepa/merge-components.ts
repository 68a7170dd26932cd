import type { Components } from '@/lib/domain/components';
import type { Draws } from './draws';
import { findPair, type Lineage, type MergePair, PAIR_ATTEMPTS, type PairSearch } from './merge-pair';

/**
 * Brings two candidates together, component by component: what only one of them changed is taken from that one, what
 * both changed (alike or not) from the better one, what neither changed stays. Makes no call: whether the result is any good is
 * measured elsewhere.
 */
export interface Merged extends MergePair {
  readonly components: Components;
}

export interface MergeSearch extends PairSearch {
  /** Whether a merge may be tried (enough examples measured for both, say); absent = always. */
  readonly mayTry?: (merged: Merged) => boolean;
  /** Merges made before: two numbers and whom each component was taken from. Added to where one is found. */
  readonly made: Set<string>;
}

export function findMerge(search: MergeSearch): Merged | undefined {
  const { lineage, among, draws, made, mayTry } = search;
  if (among.length < 2 || lineage.length < 3) return undefined;
  for (let attempt = 0; attempt < PAIR_ATTEMPTS; attempt += 1) {
    const pair = findPair(search);
    if (pair === undefined) continue;
    const { components, takenFrom } = mergedOf(lineage, pair, draws);
    const description = JSON.stringify([pair.first, pair.second, takenFrom]);
    const merged = { ...pair, components };
    if (made.has(description) || mayTry?.(merged) === false) continue;
    made.add(description);
    return merged;
  }
  return undefined;
}

function mergedOf(lineage: Lineage, pair: MergePair, draws: Draws) {
  const textsOf = (index: number): Components => lineage[index]?.components ?? new Map<string, string>();
  const [first, second] = [textsOf(pair.first), textsOf(pair.second)];
  const components = new Map<string, string>();
  const takenFrom: number[] = [];
  for (const [name, text] of textsOf(pair.ancestor)) {
    const [one, other] = [first.get(name) ?? text, second.get(name) ?? text];
    const changedByBoth = one !== text && other !== text;
    const changedBySecond = one === text && other !== text;
    const source = changedByBoth
      ? betterOf(lineage, pair, draws)
      : changedBySecond
        ? pair.second
        : pair.first;
    components.set(name, source === pair.first ? one : other);
    takenFrom.push(source);
  }
  return { components, takenFrom };
}

function betterOf(lineage: Lineage, { first, second }: MergePair, draws: Draws): number {
  const [one, other] = [lineage[first]?.mean ?? 0, lineage[second]?.mean ?? 0];
  if (one === other) return draws.choice([first, second]);
  return one > other ? first : second;
}
