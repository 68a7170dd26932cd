import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costPerPoint } from './cost-per-point';

const gain = (mean: number, lower: number | null, upper: number | null) => ({ mean, lower, upper, n: 50 });

describe('the price of a held-out point', () => {
  it('R-025: is dollars over points, with the interval turned round', () => {
    expect(costPerPoint(10, gain(0.1, 0.05, 0.2))).toMatchObject({
      kind: 'measured',
      usdPerPoint: 1,
      lower: 0.5,
      upper: 2,
    });
  });

  it('R-025: says in words what has no price', () => {
    expect(costPerPoint(10, gain(-0.1, -0.2, -0.05)).sentence).toMatch(/^No improvement/);
    expect(costPerPoint(10, gain(0, null, null)).kind).toBe('noImprovement');
    expect(costPerPoint(10, gain(0.1, -0.01, 0.2)).sentence).toMatch(/not distinguishable from zero/);
    expect(costPerPoint(10, gain(0.1, null, null)).kind).toBe('notDistinguishable');
    expect(costPerPoint(null, gain(0.1, 0.05, 0.2)).kind).toBe('unpriced');
  });

  it('is never infinite and never negative', () => {
    const share = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, (a, b, c) => {
        const [lower = 0, mean = 0, upper = 0] = [a, b, c].sort((x, y) => x - y);
        const cost = costPerPoint(3, gain(mean, lower, upper));
        if (cost.kind !== 'measured') return;
        expect(cost.lower).toBeGreaterThan(0);
        expect(cost.usdPerPoint).toBeGreaterThanOrEqual(cost.lower);
        expect(cost.upper).toBeGreaterThanOrEqual(cost.usdPerPoint);
      }),
    );
  });
});
