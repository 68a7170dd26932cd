import { describe, expect, it } from 'vitest';
import { roundNames } from './series-chart';

const rowsOf = (names: readonly (string | number)[]) => names.map((x) => ({ x: String(x), values: {} }));
const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

describe('names of columns', () => {
  it('are round and evenly apart where there are many', () => {
    expect(roundNames(rowsOf(from(1, 25)))).toEqual(['5', '10', '15', '20', '25']);
    expect(roundNames(rowsOf(from(0, 284)))).toEqual(['0', '100', '200']);
    expect(roundNames(rowsOf(from(181, 120)))).toEqual(['200', '250', '300']);
  });

  it('skip the original prompt, which comes before the first iteration', () => {
    expect(roundNames(rowsOf(['seed', ...from(1, 15)]))).toEqual(['5', '10', '15']);
  });

  it('are left to the chart where there are few, or a number is missing in between', () => {
    expect(roundNames(rowsOf(from(1, 12)))).toBeUndefined();
    expect(roundNames(rowsOf([...from(1, 12), 14]))).toBeUndefined();
  });
});
