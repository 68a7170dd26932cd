import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { shareMismatchP } from './chi-square';
import { armBounds, sequenceBounds, unitRadius } from './confidence-sequence';
import { normalCdf, normalQuantile } from './normal';
import { pairedQuantileRatio } from './paired-quantile-ratio';
import { meanOf, NOTHING_SUMMED, type RunningSums, varianceOf, withNumber } from './running-sums';
import { mean, sampleDeviation } from './summary';

const summed = (numbers: readonly number[]): RunningSums => numbers.reduce(withNumber, NOTHING_SUMMED);
const plan = { alpha: 0.05, planned: 6000 };

describe('running sums', () => {
  it('give the mean and the deviation of the whole list', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2 }), (numbers) => {
        const sums = summed(numbers);
        expect(meanOf(sums)).toBeCloseTo(mean(numbers) ?? 0, 12);
        expect(Math.sqrt(varianceOf(sums))).toBeCloseTo(sampleDeviation(numbers) ?? 0, 6);
      }),
    );
  });

  it('say 0 of nothing', () => {
    expect([meanOf(NOTHING_SUMMED), varianceOf(NOTHING_SUMMED)]).toEqual([0, 0]);
  });
});

describe('the confidence sequence', () => {
  it('has the radius of the formula, worked out by hand', () => {
    // rho^2 = (4.60517 + ln 5.60517) / 6000 = 0.001054843; at n = 6000: n rho^2 + 1 = 7.329058.
    expect(unitRadius(6000, plan)).toBeCloseTo(
      Math.sqrt((2 * 7.329058 * Math.log(27.072233)) / (6000 * 6.329058)),
      6,
    );
    expect(unitRadius(0, plan)).toBe(Number.POSITIVE_INFINITY);
  });

  it('narrows with every number, and at its planned end is within a ten-thousandth of the narrowest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (n) => {
        expect(unitRadius(n + 1, plan)).toBeLessThan(unitRadius(n, plan));
        // The published rho is close to the best one, not the best: 0.007 % off from some hundred numbers on.
        const own = unitRadius(n, { alpha: 0.05, planned: n });
        expect(own).toBeLessThanOrEqual(unitRadius(n, plan) * 1.0001);
      }),
    );
  });

  it('holds the truth at every look together in at least 95 % of the streams', () => {
    const streams = 200;
    let missed = 0;
    for (let stream = 0; stream < streams; stream += 1) {
      const rng = seededRng(`sequence ${stream}`);
      let sums = NOTHING_SUMMED;
      let isMissed = false;
      for (let n = 1; n <= 3000; n += 1) {
        sums = withNumber(sums, rng.nextFloat() < 0.3 ? 1 : 0);
        if (n >= 200 && n % 50 === 0 && sequenceBounds(sums, plan).lower > 0.3) isMissed = true;
      }
      if (isMissed) missed += 1;
    }
    expect(missed / streams).toBeLessThanOrEqual(0.05);
  });

  it('knows nothing before there is anything', () => {
    expect(sequenceBounds(NOTHING_SUMMED, plan).lower).toBe(Number.NEGATIVE_INFINITY);
    expect(armBounds(NOTHING_SUMMED, summed([1, 0]), plan).upper).toBe(Number.POSITIVE_INFINITY);
  });

  it('of two arms is as wide as that of one stream with the same error', () => {
    const a = summed([0, 1, 0, 1, 1, 0]);
    const b = summed([1, 1, 0, 1, 1, 1]);
    const sigma2 = varianceOf(a) / 6 + varianceOf(b) / 6;
    const bounds = armBounds(a, b, plan);
    expect(bounds.mean).toBeCloseTo(5 / 6 - 1 / 2, 12);
    expect(bounds.radius).toBeCloseTo(Math.sqrt(sigma2 * 12) * unitRadius(12, plan), 12);
  });
});

describe('the normal distribution', () => {
  it('knows its textbook points and inverts itself', () => {
    expect(normalQuantile(0.95)).toBeCloseTo(1.644854, 5);
    expect(normalQuantile(0.8)).toBeCloseTo(0.841621, 5);
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (p) => {
        expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 8);
      }),
    );
  });
});

describe('shares of a split', () => {
  it('are told from a mismatch, for two groups and for three', () => {
    expect(shareMismatchP([500, 500], [0.5, 0.5])).toBeCloseTo(1, 6);
    // X^2 = 3.841 is the 5 % point with one degree of freedom, 5.991 with two.
    expect(shareMismatchP([500 + 30.99, 500 - 30.99], [0.05, 0.05])).toBeCloseTo(0.05, 3);
    expect(shareMismatchP([900, 50, 50], [0.9, 0.05, 0.05])).toBe(1);
    expect(shareMismatchP([600, 400], [0.5, 0.5])).toBeLessThan(0.001);
    expect(shareMismatchP([0, 0], [0.5, 0.5])).toBeUndefined();
  });
});

describe('the ratio of slow ends', () => {
  const rng = seededRng('latencies');
  const waits = Array.from({ length: 1500 }, () => 400 * Math.exp(rng.nextFloat() * 2));
  const options = { q: 0.95, alpha: 0.05, resamples: 200 };

  it('is exact where every request takes the same share longer', () => {
    const slower = waits.map((wait) => wait * 1.2);
    const ratio = pairedQuantileRatio(waits, slower, { ...options, rng: seededRng('a') });
    expect(ratio?.ratio).toBeCloseTo(1.2, 12);
    expect(ratio?.lower).toBeCloseTo(1.2, 12);
    expect(ratio?.upper).toBeCloseTo(1.2, 12);
  });

  it('is the same for the same stream, and holds the estimate between its bounds', () => {
    const other = waits.map((wait) => wait * (0.8 + 0.4 * rng.nextFloat()));
    const one = pairedQuantileRatio(waits, other, { ...options, rng: seededRng('b') });
    expect(one).toEqual(pairedQuantileRatio(waits, other, { ...options, rng: seededRng('b') }));
    expect(one?.lower).toBeLessThanOrEqual(one?.ratio ?? 0);
    expect(one?.upper).toBeGreaterThanOrEqual(one?.ratio ?? 9);
  });

  it('says nothing of a handful', () => {
    expect(pairedQuantileRatio([1, 2], [1, 2], { ...options, rng })).toBeUndefined();
  });
});
