import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialAtMost, clopperPearsonInterval, signTestP } from './binomial';
import { wilsonInterval } from './wilson';

describe('exact tests', () => {
  it('gives hand-counted chances of a fair coin', () => {
    expect(binomialAtMost(1, 3, 0.5)).toBeCloseTo(0.5, 12);
    expect([binomialAtMost(-1, 3, 0.5), binomialAtMost(3, 3, 0.5)]).toEqual([0, 1]);
    expect(signTestP(0, 5)).toBeCloseTo(2 / 32, 12);
    expect(signTestP(0, 0)).toBe(1);
  });
});

describe('intervals from counts', () => {
  it('keeps the share inside the exact interval', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 60 }), (wins, n) => {
        const successes = Math.min(wins, n);
        const exact = clopperPearsonInterval(successes, n);
        expect(exact?.lower).toBeLessThanOrEqual(successes / n);
        expect(exact?.upper).toBeGreaterThanOrEqual(successes / n);
        expect(wilsonInterval(successes, n)).toBeDefined();
      }),
    );
    expect(clopperPearsonInterval(0, 0)).toBeUndefined();
  });
});
