import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { seededRng } from '@/lib/random/seeded-rng';
import { augmentedShuffle } from './augmented-shuffle';

const upTo = (n: number) => Array.from({ length: n }, (_, ordinal) => ordinal);

function plan(n: number, options: { duplication?: number; groups?: number | null; seed?: string } = {}) {
  const { duplication = 2, groups = null, seed = 'seed' } = options;
  return augmentedShuffle({ ordinals: upTo(n), duplication, groups, rng: seededRng(seed) });
}

describe('augmentedShuffle', () => {
  it.each([
    [9, [6, 6, 6]],
    [40, [14, 14, 13, 13, 13, 13]],
    [60, [18, 17, 17, 17, 17, 17, 17]],
    [84, [19, 19, 19, 19, 19, 19, 18, 18, 18]],
    [94, [21, 21, 21, 21, 21, 21, 21, 21, 20]],
  ])('cuts %i reflections into the published group sizes', (n, sizes) => {
    const shuffle = plan(n);
    expect(shuffle.groups.map((group) => group.length)).toEqual(sizes);
    expect(shuffle).toMatchObject({ reflections: n, duplication: 2, k: sizes.length });
  });

  it('puts every reflection in exactly p times, whatever n, p and k', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 4 }),
        fc.option(fc.integer({ min: 1, max: 40 })),
        fc.string(),
        (n, duplication, groups, seed) => {
          const shuffle = plan(n, { duplication, groups, seed });
          const all = shuffle.groups.flat();
          const copies = upTo(n).map((ordinal) => all.filter((each) => each === ordinal).length);
          expect(new Set(copies)).toEqual(new Set([shuffle.duplication]));
          expect(shuffle.duplication).toBe(shuffle.k === 1 ? 1 : duplication);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('makes groups whose sizes differ by at most one, the larger ones in front', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 900 }), fc.integer({ min: 1, max: 4 }), (n, duplication) => {
        const sizes = plan(n, { duplication }).groups.map((group) => group.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      }),
    );
  });

  it('gives the same groups for the same seed and others for another', () => {
    expect(plan(40, { seed: 'a' })).toEqual(plan(40, { seed: 'a' }));
    expect(plan(40, { seed: 'a' }).groups).not.toEqual(plan(40, { seed: 'b' }).groups);
  });

  it('neither copies nor shuffles where there is one group', () => {
    for (const n of [1, 2, 3]) expect(plan(n)).toMatchObject({ k: 1, duplication: 1, groups: [upTo(n)] });
    expect(plan(40, { groups: 1 })).toMatchObject({ k: 1, duplication: 1, groups: [upTo(40)] });
  });

  it('has no groups without a reflection', () => {
    expect(plan(0)).toEqual({ reflections: 0, duplication: 1, k: 0, groups: [] });
  });

  it('hands the whole list, p times over, to a shuffle from outside', () => {
    const reversed = augmentedShuffle({
      ordinals: [7, 8, 9, 10],
      duplication: 2,
      groups: null,
      rng: seededRng('unused'),
      shuffle: (copies) => [...copies].reverse(),
    });
    expect(reversed.groups).toEqual([
      [10, 9, 8, 7],
      [10, 9, 8, 7],
    ]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2', null, true])(
    'refuses a duplication of %s',
    (bad) => {
      const attempt = () => plan(9, { duplication: bad as number });
      expect(attempt).toThrow(AppError);
      expect(attempt).toThrow(/whole number of at least 1/);
    },
  );
});
