import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffByWord, diffSideBySide, foldUnchanged } from './prompt-diff';

const line = fc.constantFrom('Read the units.', 'Check the sign.', 'Round at the end.', '');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((one) => `${one}\n`).join(''));

describe('the difference of two prompts', () => {
  it('loses no word of either text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const parts = diffByWord(before, after);
        const without = (mark: string) =>
          parts
            .filter((part) => part.mark !== mark)
            .map((part) => part.text)
            .join('');
        expect([without('added'), without('removed')]).toEqual([before, after]);
      }),
    );
  });

  it('keeps every line of both texts in its column, in order and under its number', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pairs = diffSideBySide(before, after);
        for (const [side, whole] of [
          ['left', before],
          ['right', after],
        ] as const) {
          const own = pairs.flatMap((pair) => pair[side] ?? []);
          expect(own.map(({ parts }) => `${parts.map((part) => part.text).join('')}\n`).join('')).toBe(whole);
          expect(own.map((one) => one.line)).toEqual(own.map((_, at) => at + 1));
        }
        expect(new Set(pairs.map(({ key }) => key)).size).toBe(pairs.length);
      }),
    );
  });

  it('takes a last line without a break after it for the same line', () => {
    const pairs = diffSideBySide('Read the units.', 'Read the units.\nRound at the end.');
    expect(pairs.map(({ isSame, left, right }) => [isSame, left?.line, right?.line])).toEqual([
      [true, 1, 1],
      [false, undefined, 2],
    ]);
  });

  it('puts a rewritten line beside what it was and marks only the words that changed', () => {
    const [pair] = diffSideBySide('Read the units.\n', 'Read the labels.\n');
    expect(pair?.left?.parts.filter(({ mark }) => mark === 'removed').map((part) => part.text)).toEqual([
      'units',
    ]);
    expect(pair?.right?.parts.filter(({ mark }) => mark === 'added').map((part) => part.text)).toEqual([
      'labels',
    ]);
  });

  it('folds what stayed far from every change, and nothing where nothing changed', () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({ key: `${at}`, isSame: at !== 10 }));
    const folded = foldUnchanged(rows, ({ isSame }) => isSame);
    expect(folded.map(({ kind, rows: own }) => [kind, own.length])).toEqual([
      ['folded', 7],
      ['shown', 7],
      ['folded', 6],
    ]);
    expect(foldUnchanged(rows, () => true)).toEqual([{ kind: 'shown', rows }]);
  });
});
