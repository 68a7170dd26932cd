import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareSparkline, SPARK } from './sparkline';

describe('a sparkline', () => {
  it('needs two values', () => {
    expect(prepareSparkline([])).toBeNull();
    expect(prepareSparkline([0.4])).toBeNull();
  });

  it('goes from left to right, with the highest value on top', () => {
    expect(prepareSparkline([0.2, 0.6, 0.4])).toEqual({
      points: '4,32 60,4 116,18',
      last: { x: 116, y: 18 },
    });
  });

  it('stays within its box for any values', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 50 }), (values) => {
        const pairs = prepareSparkline(values)?.points.split(' ') ?? [];
        expect(pairs).toHaveLength(values.length);
        for (const pair of pairs) {
          const [x = -1, y = -1] = pair.split(',').map(Number);
          expect(x >= 0 && x <= SPARK.width && y >= 0 && y <= SPARK.height).toBe(true);
        }
      }),
    );
  });
});
