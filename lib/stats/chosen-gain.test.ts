import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rng, seededRng } from '@/lib/random/seeded-rng';
import { differenceOfChosen, gainOfChosen } from './chosen-gain';
import type { Chosen } from './contenders';
import { pairedGain } from './paired-scores';
import type { ScoredExamples } from './scored-examples';

const scored = (scores: readonly (number | null)[]): ScoredExamples => ({
  exampleIds: scores.map((_, at) => `e${String(at).padStart(4, '0')}`),
  scores: scores as readonly number[],
});

/** Answers of which a share is drawn by coin at each measurement; the others follow the example alone. */
function noisyAnswers(rng: Rng, n: number, { coins, lift = 0 }: { coins: number; lift?: number }) {
  return scored(
    Array.from({ length: n }, (_, at) => {
      const isCoin = at < n * coins;
      return rng.nextFloat() < (isCoin ? 0.5 : at % 5 === 0 ? lift : 1) ? 1 : 0;
    }),
  );
}

const meanOf = ({ scores }: ScoredExamples) =>
  scores.reduce<number>((sum, score) => sum + (score ?? 0), 0) / scores.length;

function bestOf(candidates: readonly ScoredExamples[]): number {
  return candidates.reduce(
    (best, one, at) => (meanOf(one) > meanOf(candidates[best] as ScoredExamples) ? at : best),
    0,
  );
}

describe('the gain of a chosen prompt', () => {
  it('is nothing on average where no prompt is better, and rarely above zero for certain', () => {
    const runs = 200;
    let [total, naive, above] = [0, 0, 0];
    for (let run = 0; run < runs; run += 1) {
      const rng = seededRng(`null/${run}`);
      const measured = Array.from({ length: 11 }, () => noisyAnswers(rng, 300, { coins: 0.3 }));
      const [original, ...candidates] = measured as [ScoredExamples, ...ScoredExamples[]];
      const chosen = bestOf(candidates);
      const gain = gainOfChosen(original, { candidates, chosen });
      total += gain?.mean ?? 0;
      naive += meanOf(candidates[chosen] as ScoredExamples) - meanOf(original);
      if ((gain?.lower ?? 0) > 0) above += 1;
    }
    expect(naive / runs).toBeGreaterThan(0.02);
    expect(Math.abs(total / runs)).toBeLessThan(0.004);
    expect(above / runs).toBeLessThanOrEqual(0.06);
  });

  it('keeps a gain that is there', () => {
    const rng = seededRng('true gain');
    const original = noisyAnswers(rng, 600, { coins: 0.3 });
    const candidates = Array.from({ length: 10 }, () => noisyAnswers(rng, 600, { coins: 0.3, lift: 0.6 }));
    const gain = gainOfChosen(original, { candidates, chosen: bestOf(candidates) });
    expect(gain?.lower).toBeGreaterThan(0);
    expect(gain?.mean).toBeGreaterThan(0.05);
    expect(gain?.comparisons).toBe(10);
  });

  it('lies within its interval, which is no narrower than that of a single comparison', () => {
    const bits = fc.array(fc.constantFrom(0, 1), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(bits, fc.array(bits, { minLength: 1, maxLength: 5 }), (before, others) => {
        const candidates = others.map(scored);
        const chosen = bestOf(candidates);
        const gain = gainOfChosen(scored(before), { candidates, chosen });
        const alone = pairedGain(scored(before), candidates[chosen] as ScoredExamples);
        expect(gain?.mean).toBeGreaterThanOrEqual(gain?.lower ?? -1);
        expect(gain?.mean).toBeLessThanOrEqual(gain?.upper ?? 1);
        expect(gain?.lower).toBeLessThanOrEqual((alone.lower ?? 0) + 0.02);
      }),
      { numRuns: 100 },
    );
  });

  it('is not moved by a prompt that was measured again with the same scores', () => {
    const rng = seededRng('again');
    const [original, a, b] = [1, 2, 3].map(() => noisyAnswers(rng, 200, { coins: 0.4 })) as [
      ScoredExamples,
      ScoredExamples,
      ScoredExamples,
    ];
    const once = gainOfChosen(original, { candidates: [a, b], chosen: 0 });
    expect(gainOfChosen(original, { candidates: [a, b, a], chosen: 0 })).toEqual(once);
  });

  it('takes a missing score for the worst at either end', () => {
    const rng = seededRng('missing');
    const original = noisyAnswers(rng, 300, { coins: 0.3 });
    const whole = noisyAnswers(rng, 300, { coins: 0.3, lift: 0.5 });
    const holes = scored(whole.scores.map((score, at) => (at % 10 === 0 ? null : score)));
    const full = pairedGain(original, whole);
    const part = pairedGain(original, holes);
    expect(part.missing).toBe(30);
    expect(part.n).toBe(270);
    expect(part.lower).toBeLessThan(full.lower ?? 0);
    expect(part.upper).toBeGreaterThan(full.upper ?? 0);
  });
});

describe('two runs that each chose a prompt', () => {
  it('change sign and nothing else when they change places', () => {
    const rng = seededRng('places');
    const [a, b] = [0.2, 0.5].map((lift) => {
      const candidates = Array.from({ length: 4 }, () => noisyAnswers(rng, 200, { coins: 0.3, lift }));
      return { candidates, chosen: bestOf(candidates) };
    }) as unknown as [Chosen, Chosen];
    const there = differenceOfChosen(a, b);
    const back = differenceOfChosen(b, a);
    expect(there?.mean).toBeCloseTo(-(back?.mean ?? 0), 9);
    expect(there?.lower).toBeCloseTo(-(back?.upper ?? 0), 9);
    expect(there?.upper).toBeCloseTo(-(back?.lower ?? 0), 9);
  });

  it('are equal where they hold the same answers, as far as their number can tell', () => {
    const one = { candidates: [noisyAnswers(seededRng('same'), 600, { coins: 0.3 })], chosen: 0 };
    const difference = differenceOfChosen(one, one);
    expect(difference?.mean).toBe(0);
    expect(difference?.lower).toBeCloseTo(-(1 - 0.025 ** (1 / 600)), 5);
  });
});
