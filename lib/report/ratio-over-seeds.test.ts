import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratioOverSeeds } from './ratio-over-seeds';

const ratios = fc.array(fc.double({ min: 0.01, max: 1000, noNaN: true }), { minLength: 2, maxLength: 6 });

describe('one ratio from those of several seeds', () => {
  it('is the geometric mean, with Student’s interval of the logarithms', () => {
    const { ratio, lower, upper, seeds } = ratioOverSeeds([8, 10, 12.5]) ?? { ratio: 0 };
    expect(ratio).toBeCloseTo(10, 12);
    // ln 1.25 is the deviation of the logarithms, 4.3027 the 97.5 % quantile of t with 2 degrees of freedom.
    const half = (4.302652729911275 * Math.log(1.25)) / Math.sqrt(3);
    expect(lower).toBeCloseTo(10 * Math.exp(-half), 6);
    expect(upper).toBeCloseTo(10 * Math.exp(half), 6);
    expect(seeds).toBe(3);
  });

  it('turns over with its ratios: the lower end of one is the inverse of the upper end of the other', () => {
    fc.assert(
      fc.property(ratios, (values) => {
        const [there, back] = [ratioOverSeeds(values), ratioOverSeeds(values.map((value) => 1 / value))];
        expect((there?.lower ?? 0) * (back?.upper ?? 0)).toBeCloseTo(1, 6);
        expect((there?.ratio ?? 0) * (back?.ratio ?? 0)).toBeCloseTo(1, 6);
      }),
    );
  });

  it('has no interval of one seed, and is nothing without any', () => {
    expect(ratioOverSeeds([9])).toMatchObject({ lower: null, upper: null, seeds: 1 });
    expect(ratioOverSeeds([])).toBeNull();
  });
});
