import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { columnOf } from './column';
import { maxTCritical } from './max-t';

const coins = (label: string, n: number) => {
  const rng = seededRng(label);
  return columnOf(Array.from({ length: n }, () => rng.nextInt(0, 1) - rng.nextInt(0, 1)));
};

describe('critical values of several means', () => {
  it('grow with the number of columns and stay below those of Bonferroni', () => {
    const columns = Array.from({ length: 10 }, (_, k) => coins(`column ${k}`, 300));
    const one = maxTCritical(columns.slice(0, 1));
    const ten = maxTCritical(columns);
    expect(one?.lower).toBeGreaterThan(1.8);
    expect(one?.lower).toBeLessThan(2.2);
    expect(ten?.lower).toBeGreaterThan(one?.lower ?? 0);
    // z of 0.0025, with room for 2,000 resamples.
    expect(ten?.lower).toBeLessThan(3.1);
  });

  it('cost nothing for a column that is another one again', () => {
    const column = coins('once', 300);
    expect(maxTCritical([column, column, column])).toEqual(maxTCritical([column]));
  });

  it('are the same whenever the same columns are asked for', () => {
    const columns = [coins('a', 200), coins('b', 200)];
    const first = maxTCritical(columns);
    maxTCritical([coins('c', 50)]);
    expect(maxTCritical(columns)).toEqual(first);
  });

  it('do not exist for one unit or no column', () => {
    expect(maxTCritical([])).toBeNull();
    expect(maxTCritical([columnOf([1])])).toBeNull();
  });

  it('come with the standard error of a mean', () => {
    expect(columnOf([1, 2, 3, 4]).error).toBeCloseTo(Math.sqrt(5 / 3 / 4), 12);
  });
});
