import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialAtMost, clopperPearsonInterval, signTestP } from './binomial';
import { bootstrapMean } from './bootstrap';
import { signFlipP } from './sign-flip';
import { wilsonInterval } from './wilson';

const differences = fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 10 });

describe('exact tests', () => {
  it('gives hand-counted chances of a fair coin', () => {
    expect(binomialAtMost(1, 3, 0.5)).toBeCloseTo(0.5, 12);
    expect([binomialAtMost(-1, 3, 0.5), binomialAtMost(3, 3, 0.5)]).toEqual([0, 1]);
    expect(signTestP(0, 5)).toBeCloseTo(2 / 32, 12);
    expect(signTestP(0, 0)).toBe(1);
  });

  it('flips each sign once: three equal differences reach their sum in two of eight ways', () => {
    expect(signFlipP([1, 1, 1])).toBe(0.25);
    expect(signFlipP([])).toBe(1);
  });

  it('leaves p alone when zeros join, signs swap or all differences grow alike', () => {
    fc.assert(
      fc.property(differences, (list) => {
        const p = signFlipP(list);
        expect(signFlipP([...list, 0, 0])).toBe(p);
        expect(signFlipP(list.map((one) => -2 * one))).toBe(p);
      }),
      { numRuns: 60 },
    );
  });

  it('says nothing of more differences than can be enumerated, or of numbers that are none', () => {
    expect(signFlipP(Array.from({ length: 21 }, () => 1))).toBeUndefined();
    expect(signFlipP([Number.NaN])).toBeUndefined();
  });
});

describe('intervals from counts and resamples', () => {
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

  it('averages exactly the numbers that a resample names', () => {
    const found = bootstrapMean(
      [1, 2, 6],
      [
        [0, 0, 0],
        [2, 2, 2],
        [0, 1, 2],
      ],
    );
    expect(found?.means).toEqual([1, 6, 3]);
    expect(found?.basic.lower).toBeCloseTo(6 - (found?.percentile.upper ?? 0), 12);
    expect(bootstrapMean([1], [])).toBeUndefined();
    expect(() => bootstrapMean([1], [[1]])).toThrow('A resample names a number');
  });
});
