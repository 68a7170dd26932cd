import type { Wording } from './likeness';

/**
 * Which of many wordings share enough words with one to be worth comparing letter by letter. A line with less than half
 * of the insight's words cannot say it (./likeness), so it is never compared; of the rest the nearest by words are, up
 * to a bound. Without it an iteration of 1,000 insights and 3,000 lines, all alike, would hold its worker up for longer
 * than the worker may be silent.
 */
export interface WordIndex<T> {
  /** The nearest by words, in the order in which they were given. */
  near(wording: Wording): readonly T[];
}

/**
 * Comparisons for each line or insight. An insight can be missed only where more than this number of others share half
 * of its words, and more words than the one sought; it then counts as lost, as do all that cannot be told apart.
 */
export const COMPARED_MAX = 64;

/** `insights` says which side is insights, indexed or asked for: half always means half of the insight's words. */
export function indexWords<T>(
  all: readonly T[],
  { wordingOf, insights }: { wordingOf(one: T): Wording; insights: 'indexed' | 'asked' },
): WordIndex<T> {
  const sizes = all.map((one) => wordingOf(one).words.size);
  const shared = new Uint16Array(all.length);
  // Made when it is first asked: most iterations never look at their prompt for copies.
  let made: ReadonlyMap<string, readonly number[]> | null = null;
  const holders = () => {
    made ??= holdersOf(all.map((one) => wordingOf(one).words));
    return made;
  };
  return {
    near({ words }) {
      shared.fill(0);
      for (const word of words) {
        for (const place of holders().get(word) ?? []) shared[place] = (shared[place] ?? 0) + 1;
      }
      const half = (place: number) => (insights === 'asked' ? words.size : (sizes[place] ?? 0)) / 2;
      // Shared words against the words of both: long texts share many with everybody.
      const closeness = (place: number) => (shared[place] ?? 0) / ((sizes[place] ?? 0) + words.size);
      const enough = [...shared.keys()].filter((place) => {
        const count = shared[place] ?? 0;
        return count > 0 && count >= half(place);
      });
      return nearestOf(enough, closeness).flatMap((place) => all[place] ?? []);
    },
  };
}

function nearestOf(enough: readonly number[], closeness: (place: number) => number): readonly number[] {
  if (enough.length <= COMPARED_MAX) return enough;
  const nearest = [...enough].sort((a, b) => closeness(b) - closeness(a) || a - b);
  return nearest.slice(0, COMPARED_MAX).sort((a, b) => a - b);
}

/** The same over insights that are added one by one and asked for again and again, of which not all count each time. */
export interface GrowingIndex<T> {
  readonly size: number;
  add(insight: T, wording: Wording): void;
  near(line: Wording, counts: (insight: T) => boolean): readonly T[];
}

export function growingIndex<T>(): GrowingIndex<T> {
  const all: T[] = [];
  const sizes: number[] = [];
  const holders = new Map<string, number[]>();
  let shared = new Uint16Array(64);
  return {
    get size() {
      return all.length;
    },
    add(insight, { words }) {
      for (const word of words) {
        const known = holders.get(word);
        if (known) known.push(all.length);
        else holders.set(word, [all.length]);
      }
      all.push(insight);
      sizes.push(words.size);
    },
    near({ words }, counts) {
      if (shared.length < all.length) shared = new Uint16Array(2 * all.length);
      shared.fill(0, 0, all.length);
      for (const word of words) {
        for (const place of holders.get(word) ?? []) shared[place] = (shared[place] ?? 0) + 1;
      }
      const enough: number[] = [];
      for (const [place, insight] of all.entries()) {
        const count = shared[place] ?? 0;
        if (count > 0 && count >= (sizes[place] ?? 0) / 2 && counts(insight)) enough.push(place);
      }
      const closeness = (place: number) => (shared[place] ?? 0) / ((sizes[place] ?? 0) + words.size);
      return nearestOf(enough, closeness).flatMap((place) => all[place] ?? []);
    },
  };
}

function holdersOf(all: readonly ReadonlySet<string>[]): ReadonlyMap<string, readonly number[]> {
  const holders = new Map<string, number[]>();
  for (const [place, words] of all.entries()) {
    for (const word of words) {
      const known = holders.get(word);
      if (known) known.push(place);
      else holders.set(word, [place]);
    }
  }
  return holders;
}
