import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PowerLawFit } from '@/lib/domain/batch-plan';
import { type PlateauRule, peakSlope, plateauBatchSize, plateauOf } from '@/lib/stats/plateau-batch-size';
import { plateauInterval } from './plateau';

const rule = (peak: PlateauRule['peakSlope'], smallest = 4): PlateauRule => ({
  tauShare: 0.016,
  peakSlope: peak,
  smallest,
  second: 2 * smallest,
});
const fitWith = (alphaLower: number, alpha: number, alphaUpper: number): PowerLawFit => ({
  A: 1000,
  alpha,
  alphaLower,
  alphaUpper,
  r2: 1,
  points: 4,
  degenerate: null,
});
const anyAlpha = fc.double({ min: 0.06, max: 1.5, noNaN: true });
const anyA = fc.double({ min: 0.001, max: 1e9, noNaN: true });

describe('plateauOf', () => {
  it('is b_min * 62.5^(1 / (alpha + 1)) with tau = 1.6 % of the analytic peak slope', () => {
    fc.assert(
      fc.property(anyA, anyAlpha, fc.integer({ min: 1, max: 64 }), (A, alpha, smallest) => {
        const expected = smallest * 62.5 ** (1 / (alpha + 1));
        expect((plateauOf(A, alpha, rule('analyticMin', smallest)) ?? 0) / expected).toBeCloseTo(1, 9);
      }),
    );
  });

  it('does not depend on A by either rule: only the shape of the law counts', () => {
    fc.assert(
      fc.property(
        anyA,
        anyAlpha,
        fc.constantFrom('analyticMin' as const, 'finiteDifference' as const),
        (A, alpha, peak) => {
          const ratio = (plateauOf(A, alpha, rule(peak)) ?? 0) / (plateauOf(1, alpha, rule(peak)) ?? 1);
          expect(ratio).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  it('gives the sizes worked out by hand from the published delays', () => {
    expect(plateauOf(9677, 0.735, rule('analyticMin', 5))).toBeCloseTo(54.2, 1);
    expect(plateauOf(7082, 0.644, rule('analyticMin', 5))).toBeCloseTo(61.9, 1);
    // With the two measured delays themselves instead of the curve through all of them.
    expect(plateauBatchSize(9677, 0.735, (0.016 * (2981 - 1892)) / 5)).toBeCloseTo(80.9, 1);
    expect(plateauBatchSize(7082, 0.644, (0.016 * (2892 - 1567)) / 5)).toBeCloseTo(69.84, 1);
  });

  it('lies further out by the finite difference, whose chord is flatter than the tangent', () => {
    expect(peakSlope(9677, 0.735, rule('finiteDifference', 5))).toBeLessThan(
      peakSlope(9677, 0.735, rule('analyticMin', 5)),
    );
    expect(plateauOf(9677, 0.735, rule('finiteDifference', 5))).toBeGreaterThan(75);
  });

  it('has no plateau where delays do not fall', () => {
    expect(plateauOf(1000, 0, rule('analyticMin'))).toBeUndefined();
    expect(plateauOf(1000, -0.3, rule('finiteDifference'))).toBeUndefined();
  });
});

describe('plateauInterval', () => {
  it('runs from the plateau of the steepest law to that of the flattest', () => {
    const { lower, upper } = plateauInterval(fitWith(0.5, 0.75, 1), rule('analyticMin'));
    expect(lower).toBeCloseTo(4 * 62.5 ** (1 / 2), 9);
    expect(upper).toBeCloseTo(4 * 62.5 ** (1 / 1.5), 9);
  });

  it('is a point when alpha is known exactly', () => {
    const { lower, upper } = plateauInterval(fitWith(0.75, 0.75, 0.75), rule('analyticMin'));
    expect(upper - lower).toBeLessThan(1e-9);
  });

  it('stays finite when nothing is known of alpha', () => {
    const { lower, upper } = plateauInterval(fitWith(-1, 0.75, 2), rule('finiteDifference'));
    expect(Number.isFinite(lower) && Number.isFinite(upper) && lower < upper).toBe(true);
  });
});
