import { describe, expect, it } from 'vitest';
import { excerptOf, searchedWords } from './search-excerpt';

const hitsIn = (text: string, typed: string) =>
  excerptOf(text, searchedWords(typed)).flatMap((part) => (part.isHit ? [part.text] : []));

describe('the excerpt of a hit', () => {
  it('parts what was typed at everything that is neither letter nor digit', () => {
    expect(searchedWords('[calc-00012] Größe, größe “F1”')).toEqual(['calc', '00012', 'größe', 'f1']);
    expect(searchedWords(' -- ')).toEqual([]);
  });

  it('marks words from their beginning, and short ones only whole', () => {
    expect(hitsIn('Round the rounded result, not around it', 'round')).toEqual(['Round', 'rounded']);
    expect(hitsIn('F1 and F12', 'f1')).toEqual(['F1']);
    expect(hitsIn('[calc-00012] helpful', '0001')).toEqual(['00012']);
  });

  it('is cut around the first word with an ellipsis at each cut end', () => {
    const text = `${'honey '.repeat(80)}nectar ${'pollen '.repeat(80)}`;
    const parts = excerptOf(text, ['nectar']);
    expect(parts.at(0)?.text).toBe('… ');
    expect(parts.at(-1)?.text).toBe(' …');
    expect(parts.filter(({ isHit }) => isHit)).toEqual([{ text: 'nectar', isHit: true }]);
  });

  it('shows the beginning where no word is left to mark', () => {
    expect(excerptOf('[EMAIL_1] asked', ['someone'])).toEqual([{ text: '[EMAIL_1] asked', isHit: false }]);
  });

  it('takes signs of a pattern for what they are', () => {
    expect(hitsIn('a.*b', 'a.*b')).toEqual(['a', 'b']);
  });

  it('never adds or loses a character of a short text on one line', () => {
    for (const text of ['', 'x', '…', 'a-b-c', '<b>bold</b> & more'])
      expect(
        excerptOf(text, ['b', 'bold'])
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
  });
});
