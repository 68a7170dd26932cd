import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import type { MeasuredPrompt } from '@/lib/report/claims/run-gain';
import { pooledGain } from './pooled-gain';
import { runGain } from './run-gain';

/** A run of which no prompt is better than the original one; all answers to 90 of 300 examples are drawn by coin. */
function nullRun(seed: string): readonly MeasuredPrompt[] {
  const rng = seededRng(seed);
  const exampleIds = Array.from({ length: 300 }, (_, at) => `e${at}`);
  let highest = -1;
  return Array.from({ length: 9 }, (_, place) => {
    const scores = exampleIds.map((_, at) => (at < 90 ? Number(rng.nextFloat() < 0.5) : Number(at % 3 > 0)));
    const total = scores.reduce((sum, score) => sum + score, 0);
    const best = total > highest;
    highest = Math.max(highest, total);
    return { exampleIds, scores, candidateHash: `p${place}`, best };
  });
}

describe('the gain over several seeds', () => {
  it('is above zero in few of many experiments in which nothing was learned, and none on average', () => {
    const experiments = 150;
    let [above, total] = [0, 0];
    for (let at = 0; at < experiments; at += 1) {
      const gains = [1, 2, 3].flatMap((seed) => runGain(nullRun(`${at}/${seed}`)) ?? []);
      const pooled = pooledGain(gains);
      total += pooled?.mean ?? 0;
      if ((pooled?.lower ?? 0) > 0) above += 1;
    }
    expect(above).toBeLessThanOrEqual(0.05 * experiments);
    expect(Math.abs(total / experiments)).toBeLessThan(0.004);
  });

  it('has no end where a run has none, and counts the fewest examples', () => {
    const one = { mean: 0.2, lower: 0.1, upper: 0.3, n: 300, comparisons: 4 };
    expect(pooledGain([one, { mean: 0.1, lower: null, upper: 0.2, n: 1 }])).toEqual({
      ...{ mean: expect.closeTo(0.15), lower: null, upper: 0.25 },
      ...{ n: 1, comparisons: 4 },
    });
    expect(pooledGain([])).toBeNull();
  });
});
