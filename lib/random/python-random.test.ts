import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PythonRandom } from './python-random';

describe('PythonRandom', () => {
  it('gives the draws that CPython documents for seed 42', () => {
    const random = new PythonRandom(42);
    expect([random.random(), random.random()]).toEqual([0.6394267984578837, 0.025010755222666936]);
    expect(new PythonRandom('42').shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([
      7, 3, 2, 8, 5, 6, 9, 4, 0, 1,
    ]);
  });

  it('drops the sign of a seed and tells seeds beyond 32 and 64 bits apart', () => {
    expect(new PythonRandom('-42').random()).toBe(new PythonRandom('42').random());
    const firsts = ['1', '4294967297', '18446744073709551617', '123456789012345678901234567890'].map((seed) =>
      new PythonRandom(seed).random(),
    );
    expect(new Set(firsts).size).toBe(4);
  });

  it('shuffles and samples without losing or inventing an element', () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.array(fc.integer(), { maxLength: 200 }),
        fc.nat(),
        (seed, elements, wish) => {
          const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b);
          expect(sorted(new PythonRandom(seed).shuffled(elements))).toEqual(sorted(elements));
          const positions = elements.map((_, index) => index);
          const count = wish % (elements.length + 1);
          const sample = new PythonRandom(seed).sample(positions, count);
          expect(new Set(sample).size).toBe(count);
        },
      ),
    );
  });

  it('stays inside the range it is asked for', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 40 }), (seed, limit) => {
        const drawn = new PythonRandom(seed).randrange(limit);
        expect(drawn >= 0 && drawn < limit).toBe(true);
      }),
    );
  });

  it('refuses an empty range and a sample larger than its source', () => {
    expect(() => new PythonRandom(1).randrange(0)).toThrow('at least one number');
    expect(() => new PythonRandom(1).sample([1, 2], 3)).toThrow('larger');
  });
});
