import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thinNote, thinPoints } from './thin-points';

const plan = { max: 40, heightOf: (point: Point) => point.value, isKept: (point: Point) => point.isKept };
interface Point {
  readonly at: number;
  readonly value: number;
  readonly isKept: boolean;
}

const points = fc
  .array(fc.record({ value: fc.double({ noNaN: true, min: -1e6, max: 1e6 }), isKept: fc.constant(false) }), {
    maxLength: 500,
  })
  .map((all) => all.map((one, at): Point => ({ ...one, at, isKept: at % 97 === 5 })));

describe('thinPoints', () => {
  it('keeps first, last, lowest, highest and all that must stay, in their order, and about as many as were asked for', () => {
    fc.assert(
      fc.property(points, (all) => {
        const drawn = thinPoints(all, plan);
        const values = all.map(({ value }) => value);
        expect(drawn.length).toBeLessThanOrEqual(Math.max(plan.max, 0));
        expect([drawn[0], drawn.at(-1)]).toEqual([all[0], all.at(-1)]);
        expect(drawn.map(({ at }) => at)).toEqual([...drawn.map(({ at }) => at)].sort((a, b) => a - b));
        expect(all.filter(({ isKept }) => isKept).every((one) => drawn.includes(one))).toBe(true);
        if (all.length === 0) return;
        const seen = drawn.map(({ value }) => value);
        expect([Math.min(...seen), Math.max(...seen)]).toEqual([Math.min(...values), Math.max(...values)]);
      }),
    );
  });

  it('leaves what fits as it is, and says of the rest how many are drawn', () => {
    const few = [{ at: 0, value: 1, isKept: false }];
    expect(thinPoints(few, plan)).toBe(few);
    expect(thinNote(3, 3)).toBe('');
    expect(thinNote(40, 2_000)).toContain('40 of 2,000 points');
  });
});
