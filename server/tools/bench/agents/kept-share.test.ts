import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { keptShare } from './kept-share';

const N = 600;
const ids = Array.from({ length: N }, (_, index) => `e${index}`);
const scored = (scores: readonly (number | null)[]) => ({ exampleIds: ids, scores });

/** Right answers: original below 0.4, whole below 0.8, kept below 0.4 + 0.4 share, of one uniform number an example. */
function seedOf(name: string, share: number) {
  const rng = seededRng(name);
  const draws = ids.map(() => rng.nextFloat());
  const below = (limit: number) => scored(draws.map((draw) => (draw < limit ? 1 : 0)));
  return { original: below(0.4), whole: below(0.8), kept: below(0.4 + 0.4 * share) };
}

describe('the share of a gain that is kept', () => {
  it('is 1 for the same scores and 0 for those of the original prompt', () => {
    const { original, whole } = seedOf('a', 1);
    expect(keptShare([{ original, whole, kept: whole }])).toMatchObject({
      share: 1,
      lower: 1,
      upper: 1,
      n: N,
    });
    expect(keptShare([{ original, whole, kept: original }])).toMatchObject({ share: 0, lower: 0, upper: 0 });
  });

  it('covers the true share in about 95 of 100 simulations', () => {
    const truth = 0.75;
    const covered = Array.from({ length: 40 }, (_, index) => {
      const found = keptShare([1, 2, 3].map((seed) => seedOf(`${index}/${seed}`, truth)));
      return found !== null && found.lower <= truth && truth <= found.upper;
    }).filter(Boolean).length;
    expect(covered).toBeGreaterThanOrEqual(34);
  });

  it('leaves out examples that an arm did not score, and is null without a gain', () => {
    const { original, whole, kept } = seedOf('b', 0.5);
    const holed = scored(kept.scores.map((score, index) => (index < 10 ? null : score)));
    expect(keptShare([{ original, whole, kept: holed }])?.n).toBe(N - 10);
    expect(keptShare([{ original, whole: original, kept }])).toBeNull();
  });
});
