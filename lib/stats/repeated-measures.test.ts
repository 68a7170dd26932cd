import { describe, expect, it } from 'vitest';
import { repeatedMeasuresP } from './repeated-measures';
import { tTwoSidedP } from './student-t';

describe('repeatedMeasuresP', () => {
  it('is the paired t test where there are two measurements', () => {
    const [a, b] = [
      [1, 2, 3, 4, 5],
      [2, 2, 5, 4, 7],
    ] as const;
    // Differences 1, 0, 2, 0, 2: mean 1, sd 1, so t = sqrt(5) with 4 degrees of freedom.
    expect(repeatedMeasuresP([a, b])).toBeCloseTo(tTwoSidedP(Math.sqrt(5), 4), 10);
  });

  it('takes the level of an example out', () => {
    const rows = [
      [0, 10, 20],
      [1, 12, 21],
      [2, 11, 22.5],
    ];
    const shifted = rows.map(([a = 0, b = 0, c = 0]) => [a + 100, b - 7, c]);
    expect(repeatedMeasuresP(shifted)).toBeCloseTo(repeatedMeasuresP(rows) ?? Number.NaN, 10);
  });

  it('is null where nothing can differ and small where all shift alike', () => {
    expect(repeatedMeasuresP([])).toBeNull();
    expect(repeatedMeasuresP([[1, 0, 1]])).toBeNull();
    const still = [1, 0, 1, 1 / 3];
    expect(repeatedMeasuresP([still, still, still])).toBeNull();
    expect(
      repeatedMeasuresP([
        [0, 0, 1],
        [1, 1, 2],
      ]),
    ).toBeLessThan(1e-6);
  });
});
