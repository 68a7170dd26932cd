import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fallingFit } from './falling-fit';

const weighted = fc.array(
  fc.record({ value: fc.integer({ min: 0, max: 100 }), weight: fc.integer({ min: 1, max: 9 }) }),
  { minLength: 1, maxLength: 12 },
);

describe('the falling fit', () => {
  it('leaves falling values as they are and pools a rise by its weights', () => {
    const at = (value: number, weight = 1) => ({ value, weight });
    expect(fallingFit([at(0.9), at(0.5), at(0.2)])).toEqual([0.9, 0.5, 0.2]);
    expect(fallingFit([at(0.9), at(0.4, 1), at(0.7, 2), at(0.1)])).toEqual([0.9, 1.8 / 3, 1.8 / 3, 0.1]);
  });

  it('never rises, and keeps the weighted mean', () => {
    fc.assert(
      fc.property(weighted, (values) => {
        const fitted = fallingFit(values);
        expect(fitted).toHaveLength(values.length);
        for (const [index, value] of fitted.slice(1).entries())
          expect(value).toBeLessThanOrEqual((fitted[index] ?? 0) + 1e-9);
        const total = (of: readonly number[]) =>
          of.reduce((sum, value, index) => sum + value * (values[index]?.weight ?? 0), 0);
        expect(total(fitted)).toBeCloseTo(total(values.map(({ value }) => value)), 6);
      }),
    );
  });
});
