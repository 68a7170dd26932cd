import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PythonIntSet } from './python-int-set';

describe('PythonIntSet', () => {
  it.each([
    [[4, 9, 2, 6], [9, 2, 4, 6], [9, 2, 4, 6], [2]],
    [
      [10, 8],
      [8, 10],
      [8, 10],
      [8, 10],
    ],
    [[33, 1, 17, 65], [65, 33, 1, 17], [65, 33, 1, 17], [33]],
    [[5, 13, 21, 29, 3], [3, 5, 13, 21, 29], [29, 3, 5, 21, 13], [5]],
    [[0, 8, 16, 24, 32, 40], [0, 32, 8, 40, 16, 24], [0, 32, 16, 8, 24, 40], [8]],
    [[20, 11, 30, 2, 40], [2, 40, 11, 20, 30], [2, 20, 40, 11, 30], [2]],
  ])(
    'walks %j in the order of CPython 3.11: as it is, copied, and cut with another',
    (added, own, copy, cut) => {
      const set = new PythonIntSet(added);
      expect([...set]).toEqual(own);
      expect([...PythonIntSet.copyOf(set)]).toEqual(copy);
      expect([...set.intersection(new PythonIntSet([8, 10, 2, 33, 5]))]).toEqual(cut);
    },
  );

  it('is a set, whatever the order', () => {
    const numbers = fc.array(fc.nat({ max: 5000 }), { maxLength: 300 });
    fc.assert(
      fc.property(numbers, numbers, (some, others) => {
        const [set, other] = [new PythonIntSet(some), new PythonIntSet(others)];
        expect(new Set(set)).toEqual(new Set(some));
        expect(set.size).toBe(new Set(some).size);
        expect([...PythonIntSet.copyOf(set)].sort()).toEqual([...set].sort());
        expect(new Set(set.intersection(other))).toEqual(new Set(some.filter((one) => others.includes(one))));
        expect(some.every((one) => set.has(one)) && !set.has(5001)).toBe(true);
      }),
    );
  });
});
