import { type FontName, fonts } from './fonts';

/** Texts cut into pieces that one font can set. Counts what no font can, so that the file can say so. */
export interface Letters {
  /** For a paragraph: pieces with their font. */
  readonly pieces: (text: string, first?: FontName) => readonly Piece[];
  /** How many letters had to be replaced. */
  readonly missing: () => number;
}

export interface Piece {
  readonly text: string;
  readonly font: FontName;
}

/** Both fonts of the fallback have it. */
const REPLACEMENT = '�';
const SPACES = new Set(['\n', ' ']);

export function letters(): Letters {
  let missing = 0;
  const { has } = fonts();
  const place = (letter: string, first: FontName, last: FontName): Piece => {
    const code = letter.codePointAt(0) ?? 0;
    // A space goes with the letters before it, or each would start a piece of its own.
    if (SPACES.has(letter)) return { text: letter, font: last };
    for (const font of [first, 'sans', 'more'] as const)
      if (has[font].has(code)) return { text: letter, font };
    missing += 1;
    return { text: REPLACEMENT, font: 'more' };
  };
  const pieces = (text: string, first: FontName = 'sans'): readonly Piece[] => {
    const found: { text: string; font: FontName }[] = [];
    for (const letter of printable(text)) {
      const last = found.at(-1);
      const piece = place(letter, first, last?.font ?? first);
      if (last?.font === piece.font) last.text += piece.text;
      else found.push({ ...piece });
    }
    return found.length === 0 ? [{ text: '', font: first }] : found;
  };
  return { pieces, missing: () => missing };
}

/** Composed, without what has no shape: marks of direction, joiners, variants, controls. */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', '    ')
    .replaceAll(/[^\P{Cc}\n]|\p{Cf}|\p{Variation_Selector}/gu, '')
    .replaceAll(/[\u00A0\u2007\u2009\u202F]/g, ' ');
}
