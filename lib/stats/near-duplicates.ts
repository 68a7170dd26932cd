import { DisjointSets } from './disjoint-sets';
import { RareFirst, sharedKeys } from './rare-first';
import { wordShingles } from './word-shingles';

/**
 * Near-duplicates among texts: pairs whose sets of word shingles have a Jaccard similarity |x and y| / |x or y| of at least
 * t = 0.8, and the clusters that such pairs form. Exact: no such pair is missed, unlike by hashing into bands.
 *
 * Prefix filter (Bayardo, Ma and Srikant 2007; index prefix of Xiao et al. 2008): with |y| <= |x| and J >= t, x and y share
 * at least t |x| and at least 2t / (1 + t) |y| shingles. So, in any common order, the first one shared is among the first
 * |x| - t |x| + 1 of x and the first |y| - 2t / (1 + t) |y| + 1 of y. Only texts that meet there are compared; in
 * the order of rareness few do.
 *
 * Cost: O(shingles log shingles), and a comparison for each pair that meets and is not in one cluster yet.
 */
export const NEAR_SIMILARITY = 0.8;

export interface NearPair {
  /** Indices of the texts, the lower first. */
  readonly a: number;
  readonly b: number;
  readonly similarity: number;
}

export interface NearDuplicates {
  /** For each text the lowest index in its cluster: its own where nothing is like it. */
  readonly clusterOf: readonly number[];
  /** Pairs that joined the clusters: one fewer than the texts of each. */
  readonly pairs: readonly NearPair[];
}

/** Stops after each text, so that a server can do other work in between. */
export function* nearDuplicatesInSteps(texts: readonly string[]): Generator<void, NearDuplicates> {
  const order = new RareFirst();
  const shingles: Uint32Array[] = [];
  for (const text of texts) {
    const set = Uint32Array.from(wordShingles(text));
    order.count(set);
    shingles.push(set);
    yield;
  }
  const search = new ClusterSearch(texts.length);
  const smallestFirst = [...shingles.entries()].sort(([, one], [, other]) => one.length - other.length);
  for (const [text, set] of smallestFirst) {
    search.take(text, order.keysOf(set));
    yield;
  }
  return { clusterOf: texts.map((_, index) => search.clusters.root(index)), pairs: search.pairs };
}

/** Texts arrive in the order of their sizes, smallest first. */
class ClusterSearch {
  readonly clusters: DisjointSets;
  readonly pairs: NearPair[] = [];
  private readonly keys: Float64Array[] = [];
  /** Earlier texts by the keys of their index prefix, those of one cluster together. */
  private readonly index = new Map<number, number[][]>();
  /** For each text the last one that it was compared with. */
  private readonly comparedWith: Int32Array;

  constructor(size: number) {
    this.clusters = new DisjointSets(size);
    this.comparedWith = new Int32Array(size).fill(-1);
  }

  take(text: number, keys: Float64Array): void {
    this.keys[text] = keys;
    for (const key of keys.subarray(0, prefixLength(keys.length, NEAR_SIMILARITY)))
      for (const group of this.index.get(key) ?? []) this.compareWithGroup(text, group);
    for (const key of keys.subarray(0, prefixLength(keys.length, INDEX_SHARE))) this.enter(key, text);
  }

  /** Until one is near: then the whole group is in its cluster. */
  private compareWithGroup(text: number, group: readonly number[]): void {
    const { clusters, comparedWith } = this;
    if (clusters.root(group[0] ?? text) === clusters.root(text)) return;
    for (const earlier of group) {
      if (comparedWith[earlier] === text) continue;
      comparedWith[earlier] = text;
      const similarity = this.nearness(earlier, text);
      if (similarity === null) continue;
      clusters.join(earlier, text);
      this.pairs.push({ a: Math.min(earlier, text), b: Math.max(earlier, text), similarity });
      return;
    }
  }

  /** Null below the limit. */
  private nearness(one: number, other: number): number | null {
    const [a, b] = [this.keys[one], this.keys[other]];
    if (a === undefined || b === undefined) return null;
    const sizes = a.length + b.length;
    const shared = sharedKeys(a, b, atLeast((NEAR_SIMILARITY / (1 + NEAR_SIMILARITY)) * sizes));
    return shared === null ? null : shared / (sizes - shared);
  }

  private enter(key: number, text: number): void {
    const groups = this.index.get(key);
    const own = groups?.find(([first]) => this.clusters.root(first ?? text) === this.clusters.root(text));
    if (own !== undefined) own.push(text);
    else if (groups !== undefined) groups.push([text]);
    else this.index.set(key, [[text]]);
  }
}

const INDEX_SHARE = (2 * NEAR_SIMILARITY) / (1 + NEAR_SIMILARITY);
const ROUNDING = 1e-9;

/** The next whole number, were it not for rounding. */
const atLeast = (value: number) => Math.ceil(value - ROUNDING);

const prefixLength = (size: number, share: number) => (size === 0 ? 0 : size - atLeast(share * size) + 1);
