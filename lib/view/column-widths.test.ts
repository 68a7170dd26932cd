import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampWidth, WIDTH_MAX, WIDTH_MIN, widthsOf, widthWords, withWidth } from './column-widths';

describe('widths of columns', () => {
  it('come back from an address as they were set, within what can be read', () => {
    const id = fc.stringMatching(/^[a-zA-Z][a-zA-Z-]*$/).filter((word) => word !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(id, fc.integer({ min: WIDTH_MIN, max: WIDTH_MAX })), (widths) => {
        expect(widthsOf(widthWords(widths))).toEqual({ ...widths });
      }),
    );
    expect([clampWidth(3), clampWidth(120.4), clampWidth(9e9)]).toEqual([WIDTH_MIN, 120, WIDTH_MAX]);
  });

  it('leave out what is no width', () => {
    expect(widthsOf(['best', 'best.', '.120', 'best.wide', 'best.-4', 'spend.120'])).toEqual({ spend: 120 });
  });

  it('are set and taken back one by one', () => {
    const both = withWidth({ best: 120 }, 'spend', 7);
    expect(both).toEqual({ best: 120, spend: WIDTH_MIN });
    expect(withWidth(both, 'best', null)).toEqual({ spend: WIDTH_MIN });
  });
});
