import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareScores } from './compare-scores';

const measured = (scores: readonly number[], prefix = 'e') => ({
  exampleIds: scores.map((_, at) => `${prefix}${String(at).padStart(3, '0')}`),
  scores,
});
const compare = (before: readonly number[], after: readonly number[]) =>
  compareScores(measured(before), measured(after));

describe('two prompts on the same examples', () => {
  it('counts wins, losses and ties, with McNemar’s exact p of those that differ', () => {
    // 10 differ, 9 of them for the other: p = 2 (1 + 10) / 2^10.
    const before = [...Array(9).fill(0), 1, ...Array(20).fill(1)] as number[];
    const after = [...Array(9).fill(1), 0, ...Array(20).fill(1)] as number[];
    const found = compare(before, after);
    expect(found).toMatchObject({ n: 30, wins: 9, losses: 1, ties: 20, unpaired: 0, decided: 'better' });
    expect(found.p).toBeCloseTo(22 / 1024, 10);
    expect(found.difference.mean).toBeCloseTo(8 / 30, 12);
  });

  it('puts regressions first and the worst of them first of all, and last what stayed the same', () => {
    const { pairs } = compare([1, 0.5, 0, 1, 0], [0.5, 0.5, 1, 0, 0.2]);
    expect(pairs.map(({ before, after }) => after - before)).toEqual([-1, -0.5, 1, 0.2, 0]);
  });

  it('leaves out what only one was measured on, and says how many', () => {
    const found = compareScores(
      { exampleIds: ['a', 'b', 'c'], scores: [1, 1, 0] },
      { exampleIds: ['b', 'c', 'd', 'e'], scores: [0, 0, 1, 1] },
    );
    expect(found).toMatchObject({ n: 2, unpaired: 3, wins: 0, losses: 1, ties: 1 });
  });

  it('is undecided without pairs, and where both are the same', () => {
    expect(compare([], [])).toMatchObject({ n: 0, p: 1, decided: 'undecided' });
    expect(compare([1, 0, 1], [1, 0, 1])).toMatchObject({ ties: 3, p: 1, decided: 'undecided' });
  });

  it('turns its sign when the two change places', () => {
    const bits = fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1)), { maxLength: 60 });
    fc.assert(
      fc.property(bits, (pairs) => {
        const [before, after] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
        const [there, back] = [compare(before, after), compare(after, before)];
        expect([back.wins, back.losses, back.p]).toEqual([there.losses, there.wins, there.p]);
        expect(back.difference.mean).toBeCloseTo(-there.difference.mean, 12);
      }),
    );
  });
});
