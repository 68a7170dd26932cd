import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correlationP, kendallTauB } from '@/lib/testing/golden/peer-correlation';
import { pearson, ranks, spearman } from './correlation';
import { measure, tInterval } from './mean-interval';
import { pairedGain } from './paired-scores';
import { paretoFront } from './pareto-front';
import { marginalReduction, plateauBatchSize } from './plateau-batch-size';
import { tCritical, tTwoSidedP } from './student-t';
import { sum } from './sum';
import { median, quantile, sampleDeviation } from './summary';
import { wilsonInterval } from './wilson';

const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 });

describe('plateau', () => {
  it('puts the plateau where the marginal gain equals tau, and nowhere for rising delays', () => {
    expect(plateauBatchSize(100, 1, 0.01)).toBeCloseTo(100, 9);
    expect(marginalReduction(100, 1, 100)).toBeCloseTo(0.01, 12);
    expect(plateauBatchSize(100, -0.2, 0.01)).toBeUndefined();
    expect(plateauBatchSize(100, 1, 0)).toBeUndefined();
  });
});

describe('correlation', () => {
  it('gives shared ranks to ties', () => expect(ranks([3, 1, 3, 2])).toEqual([3.5, 1, 3.5, 2]));

  it('is undefined for a constant vector and for one pair', () => {
    for (const correlate of [pearson, spearman, kendallTauB]) {
      expect(correlate([1, 1, 1], [1, 2, 3])).toBeUndefined();
      expect(correlate([1], [2])).toBeUndefined();
    }
    expect(correlationP(undefined, 10)).toBeUndefined();
  });

  it('reaches 1 for any rising function and keeps within -1..1', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(numbers, (x) => {
        expect(
          spearman(
            x,
            x.map((value) => value ** 3),
          ),
        ).toBe(1);
        expect(
          kendallTauB(
            x,
            x.map((value) => -value),
          ),
        ).toBeCloseTo(-1, 12);
        expect(correlationP(spearman(x, x), x.length)).toBe(0);
      }),
    );
  });
});

describe('summaries and intervals', () => {
  it('matches tabled critical values of t', () => {
    expect(tCritical(0.95, 1)).toBeCloseTo(12.7062, 4);
    expect(tCritical(0.95, 9)).toBeCloseTo(2.262157, 6);
    expect(tCritical(0.95, 1e6)).toBeCloseTo(1.959966, 5);
    expect(tTwoSidedP(2.262157, 9)).toBeCloseTo(0.05, 6);
  });

  it('sums the same whatever the length, within rounding', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { maxLength: 1000 }), (numbers) => {
        expect(sum(numbers)).toBe(numbers.reduce((total, value) => total + value, 0) + 0);
      }),
    );
  });

  it('has no quantile, median or deviation of nothing', () => {
    expect([quantile([], 0.5), median([]), sampleDeviation([1])]).toEqual([undefined, undefined, undefined]);
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
  });

  it('gives Wilson for shares: 8 of 10 is 0.49..0.94, and no success still has an upper bound', () => {
    const interval = wilsonInterval(8, 10);
    expect([interval?.lower, interval?.upper]).toEqual([
      expect.closeTo(0.4902, 4),
      expect.closeTo(0.9433, 4),
    ]);
    expect(wilsonInterval(0, 10)?.lower).toBe(0);
    expect(wilsonInterval(0, 10)?.upper).toBeGreaterThan(0.2);
    expect(wilsonInterval(0, 0)).toBeUndefined();
  });

  it('keeps every measurement inside 0..1 with its mean inside the interval', () => {
    fc.assert(
      fc.property(scores, (values) => {
        const { mean, lower, upper, n } = measure(values);
        expect(n).toBe(values.length);
        if (lower === null || upper === null) return;
        expect(lower >= 0 && lower <= mean + 1e-12 && mean <= upper + 1e-12 && upper <= 1).toBe(true);
      }),
    );
  });

  it('has no interval without scores or from one part score', () => {
    expect(measure([])).toEqual({ mean: 0, lower: null, upper: null, n: 0 });
    expect(measure([0.5])).toEqual({ mean: 0.5, lower: null, upper: null, n: 1 });
    expect(measure([1]).lower).toBeGreaterThan(0);
  });
});

describe('paired difference', () => {
  const gainOf = (gains: readonly number[]) => {
    const exampleIds = gains.map((_, at) => `e${String(at).padStart(3, '0')}`);
    return pairedGain({ exampleIds, scores: gains.map(() => 0) }, { exampleIds, scores: gains });
  };
  const differences = Array.from({ length: 200 }, (_, i) => (i % 5 === 0 ? 1 : i % 11 === 0 ? -1 : 0));

  it('has an interval that Student’s t agrees with where there are many', () => {
    const bootstrap = gainOf(differences);
    const t = tInterval(differences);
    expect(bootstrap).toMatchObject({ mean: expect.closeTo(0.125, 10), n: 200 });
    expect(Math.abs((bootstrap.lower ?? 0) - (t?.lower ?? 1))).toBeLessThan(0.01);
    expect(Math.abs((bootstrap.upper ?? 0) - (t?.upper ?? 1))).toBeLessThan(0.01);
  });

  it('says the same again, whatever was asked in between', () => {
    const first = gainOf(differences);
    gainOf(differences.slice(0, 7));
    expect(gainOf(differences)).toEqual(first);
  });

  it('has no interval for one pair, and is 0 without one', () => {
    expect(gainOf([1])).toMatchObject({ mean: 1, lower: null, upper: null, n: 1 });
    expect(gainOf([])).toMatchObject({ mean: 0, lower: null, upper: null, n: 0 });
  });
});

describe('Pareto front', () => {
  it('keeps exactly the points that no other beats', () => {
    const point = fc.record({ delay: fc.nat(20), quality: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 30 }), (points) => {
        const front = paretoFront(points);
        for (const one of points) {
          const isBeaten = points.some(
            ({ delay, quality }) =>
              delay <= one.delay && quality >= one.quality && (delay < one.delay || quality > one.quality),
          );
          expect(front.includes(one)).toBe(!isBeaten);
        }
      }),
    );
  });
});
