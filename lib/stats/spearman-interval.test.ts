import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spearman } from './correlation';
import { spearmanInterval } from './spearman-interval';

const sequence = (n: number) => Array.from({ length: n }, (_, index) => index);

describe('the interval of Spearman', () => {
  it('is Fisher z with the standard error of Bonett and Wright where nothing is tied', () => {
    // By hand, rho = 0.7, n = 10: z = 0.8673, se = sqrt(1.245 / 7) = 0.42173, z -+ 0.82658 = 0.04072, 1.69388.
    const interval = spearmanInterval(0.7, sequence(10), sequence(10));
    expect(interval?.lower).toBeCloseTo(0.0407, 3);
    expect(interval?.upper).toBeCloseTo(0.9347, 3);
  });

  it('is wider where ties leave less order: half right, half wrong leaves three quarters', () => {
    const binary = sequence(40).map((index) => (index < 20 ? 0 : 1));
    const untied = spearmanInterval(0.7, sequence(40), sequence(40));
    const tied = spearmanInterval(0.7, binary, binary);
    // By hand: C = 1 - 2 (20^3 - 20) / (40^3 - 40) = 0.750469; z = 0.8673; half = 1.96 sqrt(1.245 / (37 C)).
    expect(tied?.lower).toBeCloseTo(Math.tanh(0.8673 - 1.959964 * Math.sqrt(1.245 / (37 * 0.750469))), 4);
    expect(tied?.lower).toBeLessThan(untied?.lower ?? 0);
    expect(tied?.upper).toBeGreaterThan(untied?.upper ?? 1);
  });

  it('ends at 1 for perfect agreement, with a lower end that many pairs raise', () => {
    const few = spearmanInterval(1, sequence(6), sequence(6));
    const many = spearmanInterval(1, sequence(60), sequence(60));
    expect(few?.upper).toBe(1);
    expect(many?.lower).toBeGreaterThan(few?.lower ?? 1);
    expect(spearmanInterval(-1, sequence(6), sequence(6))?.lower).toBe(-1);
  });

  it('is none for fewer than four pairs, and none for a constant vector', () => {
    expect(spearmanInterval(0.5, sequence(3), sequence(3))).toBeUndefined();
    expect(spearmanInterval(0, [1, 1, 1, 1, 1], sequence(5))).toBeUndefined();
  });

  it('holds the correlation and stays within -1 and 1, whatever the scores', () => {
    const score = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score), { minLength: 4, maxLength: 60 }), (pairs) => {
        const [x, y] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
        const rho = spearman(x, y);
        const interval = rho === undefined ? undefined : spearmanInterval(rho, x, y);
        if (rho === undefined || interval === undefined) return;
        expect(interval.lower).toBeLessThanOrEqual(rho);
        expect(interval.upper).toBeGreaterThanOrEqual(rho);
        expect(interval.lower).toBeGreaterThanOrEqual(-1);
        expect(interval.upper).toBeLessThanOrEqual(1);
      }),
    );
  });
});
