import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLastShown, pressSeries, shownSeries } from './shown-series';

const KEYS = ['a', 'b', 'c'];
const anyPresses = fc.array(fc.constantFrom(...KEYS), { maxLength: 12 });
const pressed = (presses: readonly string[]) =>
  presses.reduce<ReadonlySet<string>>((hidden, key) => pressSeries(KEYS, hidden, key), new Set());

describe('the series of a chart that are shown', () => {
  it('are never none, however often a legend is pressed', () => {
    fc.assert(
      fc.property(anyPresses, (presses) => {
        expect(shownSeries(KEYS, pressed(presses)).length).toBeGreaterThan(0);
      }),
    );
  });

  it('are the same again after two presses on one that is not the last', () => {
    fc.assert(
      fc.property(anyPresses, fc.constantFrom(...KEYS), (presses, key) => {
        const hidden = pressed(presses);
        fc.pre(!isLastShown(KEYS, hidden, key));
        const back = pressSeries(KEYS, pressSeries(KEYS, hidden, key), key);
        expect(shownSeries(KEYS, back)).toEqual(shownSeries(KEYS, hidden));
      }),
    );
  });

  it('are all of them where the hidden ones are all that is left', () => {
    expect(shownSeries(['c'], new Set(['c', 'gone']))).toEqual(['c']);
    expect([...pressSeries(['a', 'b'], new Set(['gone']), 'a')]).toEqual(['a']);
  });
});
