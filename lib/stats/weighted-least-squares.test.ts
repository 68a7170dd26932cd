import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weightedLeastSquares } from './weighted-least-squares';

const line = (x: readonly number[]) => x.map((value) => [1, value]);

describe('weightedLeastSquares', () => {
  it('gives exact data back to 1e-9, whatever the weights', () => {
    const number = fc.double({ min: -5, max: 5, noNaN: true });
    const weight = fc.double({ min: 0.01, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        number,
        number,
        number,
        fc.array(weight, { minLength: 6, maxLength: 6 }),
        (a, b, c, weights) => {
          const rows = [0.3, 1.1, 2.7, 3.1, 4.9, 6.2].map((x, i) => [1, x, Math.sin(i)]);
          const y = rows.map(([, x = 0, z = 0]) => a + b * x + c * z);
          const fit = weightedLeastSquares({ rows, y, weights });
          for (const [j, expected] of [a, b, c].entries())
            expect(fit?.coefficients[j]).toBeCloseTo(expected, 9);
          expect(fit?.rss ?? 1).toBeLessThan(1e-18);
        },
      ),
    );
  });

  it('agrees with the textbook line through five points', () => {
    // By hand: slope = Sxy / Sxx = 19.9 / 10, se = sqrt(rss / 3 / 10).
    const y = [2.1, 3.9, 6.2, 7.8, 10.1];
    const fit = weightedLeastSquares({ rows: line([1, 2, 3, 4, 5]), y, weights: [1, 1, 1, 1, 1] });
    expect(fit?.coefficients[1]).toBeCloseTo(1.99, 12);
    expect(fit?.coefficients[0]).toBeCloseTo(0.05, 12);
    expect(fit?.rss).toBeCloseTo(0.107, 12);
    expect(fit?.degreesOfFreedom).toBe(3);
    expect(fit?.standardErrors?.[1]).toBeCloseTo(Math.sqrt(0.107 / 3 / 10), 12);
  });

  it('treats a weight of 3 as three equal observations', () => {
    const once = weightedLeastSquares({ rows: line([1, 2, 4]), y: [1, 3, 2], weights: [1, 3, 1] });
    const thrice = weightedLeastSquares({
      rows: line([1, 2, 2, 2, 4]),
      y: [1, 3, 3, 3, 2],
      weights: [1, 1, 1, 1, 1],
    });
    expect(once?.coefficients[0]).toBeCloseTo(thrice?.coefficients[0] ?? Number.NaN, 12);
    expect(once?.coefficients[1]).toBeCloseTo(thrice?.coefficients[1] ?? Number.NaN, 12);
    expect(once?.rss).toBeCloseTo(thrice?.rss ?? Number.NaN, 12);
  });

  it('has no standard error without a degree of freedom', () => {
    expect(
      weightedLeastSquares({ rows: line([1, 2]), y: [1, 3], weights: [1, 1] })?.standardErrors,
    ).toBeNull();
  });

  it('refuses collinear columns, too few rows and numbers that are not finite', () => {
    expect(weightedLeastSquares({ rows: line([2, 2, 2]), y: [1, 2, 3], weights: [1, 1, 1] })).toBeNull();
    expect(weightedLeastSquares({ rows: line([1]), y: [1], weights: [1] })).toBeNull();
    expect(weightedLeastSquares({ rows: [], y: [], weights: [] })).toBeNull();
    expect(weightedLeastSquares({ rows: line([1, 2]), y: [1, Number.NaN], weights: [1, 1] })).toBeNull();
  });
});
