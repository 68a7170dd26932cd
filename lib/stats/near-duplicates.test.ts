import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '@/lib/testing/test-size';
import { NEAR_SIMILARITY, nearDuplicatesInSteps } from './near-duplicates';

function nearDuplicates(texts: readonly string[]) {
  const steps = nearDuplicatesInSteps(texts);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Sets of runs of five words, spelled out. */
function shinglesOf(text: string): ReadonlySet<string> {
  const words = text.split(' ');
  return new Set(
    Array.from({ length: Math.max(1, words.length - 4) }, (_, start) =>
      words.slice(start, start + 5).join(' '),
    ),
  );
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((one) => b.has(one)).length;
  return shared / (a.size + b.size - shared);
}

/** The lowest index of each text's cluster, by comparing all pairs. */
function clustersOf(texts: readonly string[]): number[] {
  const sets = texts.map(shinglesOf);
  const cluster = texts.map((_, index) => index);
  for (const [b, second] of sets.entries())
    for (const [a, first] of sets.slice(0, b).entries()) {
      if (similarity(first, second) < NEAR_SIMILARITY) continue;
      const [keeps, joins] = [cluster[a] ?? a, cluster[b] ?? b].sort((one, other) => one - other);
      for (const [index, of] of cluster.entries()) if (of === joins) cluster[index] = keeps ?? of;
    }
  return cluster;
}

/** Originals of random words, and copies of them with words changed, from none to so many that they are none. */
const TEXTS = fc
  .array(
    fc.record({
      words: fc.array(fc.nat(400), { minLength: 1, maxLength: 120 }),
      copies: fc.array(fc.array(fc.nat(119), { maxLength: 6 }), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((originals) =>
    originals.flatMap(({ words, copies }, number) => {
      const text = words.map((word) => `w${number}x${word}`);
      const changed = copies.map((places) =>
        text.map((word, index) => (places.includes(index) ? `${word}changed` : word)),
      );
      return [text, ...changed].map((one) => one.join(' '));
    }),
  );

describe('near-duplicates', () => {
  it('are the clusters that comparing every pair gives, joined by pairs that are near', () => {
    fc.assert(
      fc.property(TEXTS, (texts) => {
        const { clusterOf, pairs } = nearDuplicates(texts);
        expect(clusterOf).toEqual(clustersOf(texts));
        const sets = texts.map(shinglesOf);
        for (const { a, b, similarity: found } of pairs)
          expect(found).toBe(similarity(sets[a] ?? new Set(), sets[b] ?? new Set()));
        expect(pairs).toHaveLength(texts.length - new Set(clusterOf).size);
      }),
      { numRuns: sized(60, 300) },
    );
  });

  it('are found in a text of 100 words with one word changed, and not with five spread over it', () => {
    const words = Array.from({ length: 100 }, (_, index) => `word${index}`);
    const withChanged = (...places: number[]) =>
      words.map((word, index) => (places.includes(index) ? 'other' : word)).join(' ');
    const { clusterOf, pairs } = nearDuplicates([
      words.join(' '),
      withChanged(50),
      withChanged(10, 30, 50, 70, 90),
    ]);
    expect(clusterOf).toEqual([0, 0, 2]);
    // 91 of 96 + 5 shingles are shared.
    expect(pairs).toEqual([{ a: 0, b: 1, similarity: 91 / 101 }]);
  });

  it('ignore case, punctuation and spaces, and tell short texts apart by one number', () => {
    const texts = [
      'Refund order 1041!',
      '  refund ORDER 1041',
      'Refund order 1042',
      '注文を返金してください。',
      '注文を返金してください',
      '!?',
      '',
    ];
    expect(nearDuplicates(texts).clusterOf).toEqual([0, 0, 2, 3, 3, 5, 6]);
  });

  it('join a chain into one cluster though its ends differ', () => {
    const wordsFrom = (first: number) =>
      Array.from({ length: 60 }, (_, index) => `word${first + index}`).join(' ');
    // 51 of 61 shingles are shared by neighbours, and 46 of 66 by the ends.
    const { clusterOf, pairs } = nearDuplicates([0, 5, 10, 40].map(wordsFrom));
    expect(clusterOf).toEqual([0, 0, 0, 3]);
    expect(pairs.map(({ a, b }) => [a, b]).sort()).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });
});
