import { describe, expect, it } from 'vitest';
import { isKept, retention } from './overload-curve';
import { PRACTICE_PROFILES } from './profiles';

const { curve } = PRACTICE_PROFILES.formula;

describe('the overload curve', () => {
  it('keeps all of one reflection and half of a at m0 inputs (Formula)', () => {
    expect(retention(1, curve)).toBe(1);
    expect(retention(10, curve)).toBeCloseTo(0.56, 12);
    expect(retention(100, curve)).toBeCloseTo(1.12 / (1 + 10 ** 1.06), 12);
  });

  it('never rises with more inputs', () => {
    for (let inputs = 1; inputs < 300; inputs += 1) {
      expect(retention(inputs + 1, curve)).toBeLessThanOrEqual(retention(inputs, curve));
    }
  });

  it('is met by the share of draws that keep, each copy with a draw of its own', () => {
    const draws = Array.from({ length: 20_000 }, (_, index) =>
      isKept({ line: 'the same line', index }, { seed: 5, inputCount: 20 }, curve),
    );
    expect(draws.filter(Boolean).length / draws.length).toBeCloseTo(retention(20, curve), 1.9);
  });

  it('draws the same for the same request and seed, and otherwise for another seed', () => {
    const kept = (seed: number) =>
      Array.from({ length: 60 }, (_, index) =>
        isKept({ line: `${index}`, index }, { seed, inputCount: 20 }, curve),
      );
    expect(kept(1)).toEqual(kept(1));
    expect(kept(1)).not.toEqual(kept(2));
  });
});
