import { describe, expect, it } from 'vitest';
import { keepFigures } from './numbers';

/** Hard spaces as `_`, so that one sees them. */
const kept = (text: string) => keepFigures(text).replaceAll('\u00a0', '_');

describe('figures in a line', () => {
  it('hold together with their sign and with their n', () => {
    expect(kept('75.0 % (95 % 70.0–80.0 %, n = 300)')).toBe('75.0_% (95_% 70.0–80.0_%, n_=_300)');
    expect(kept('+15.0 pt over 3 runs, 12 points')).toBe('+15.0_pt over 3 runs, 12 points');
  });

  it('do so too where an element gives the number as a piece of its own', () => {
    expect([', n = ', ' % right'].map(kept)).toEqual([', n_=_', '_% right']);
  });

  it('leave names and formulas alone', () => {
    expect(kept('% of them, mean = 3, x % y, in = 4')).toBe('% of them, mean = 3, x % y, in = 4');
  });
});
