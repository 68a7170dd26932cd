/**
 * The piece of a text in which a search found its words, cut so that the words can be marked without any markup.
 * Knows nothing of where the text is from; the words are parted as the index parts them.
 */
export interface ExcerptPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** The same characters that part words in the database's waggle_words. */
const PARTING =
  '\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u00d7\\u00f7\\u2000-\\u206f\\u3000-\\u303f';
const BETWEEN = new RegExp(`[${PARTING}]+`, 'u');
const BEFORE = 60;
const LENGTH = 240;
/** From so many characters on a word is found by its beginning. */
const PREFIX_MIN = 3;

export function searchedWords(typed: string): readonly string[] {
  return [...new Set(typed.toLowerCase().split(BETWEEN))].filter((word) => word !== '');
}

/** Index of the first searched word in the text; 0 where the text contains none, as when it was redacted. */
export function firstHit(text: string, words: readonly string[]): number {
  const pattern = patternOf(words);
  return pattern?.exec(text)?.index ?? 0;
}

/** In order; joined they are the piece, with an ellipsis at each end that was cut. */
export function excerptOf(text: string, words: readonly string[]): readonly ExcerptPart[] {
  const start = wholeStart(text, Math.max(0, firstHit(text, words) - BEFORE));
  const piece = text.slice(start, start + LENGTH).replace(/\s+/gu, ' ');
  const parts: ExcerptPart[] = start > 0 ? [{ text: '… ', isHit: false }] : [];
  const pattern = patternOf(words);
  let at = 0;
  for (const match of pattern === null ? [] : piece.matchAll(pattern)) {
    if (match.index > at) parts.push({ text: piece.slice(at, match.index), isHit: false });
    parts.push({ text: match[0], isHit: true });
    at = match.index + match[0].length;
  }
  if (at < piece.length) parts.push({ text: piece.slice(at), isHit: false });
  if (start + LENGTH < text.length) parts.push({ text: ' …', isHit: false });
  return parts;
}

/** A cut at a word's beginning, where there is one close by. */
function wholeStart(text: string, start: number): number {
  if (start === 0) return 0;
  const space = text.slice(start, start + BEFORE).search(/\s/u);
  return space === -1 ? start : start + space + 1;
}

function patternOf(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const each = words.map((word) => {
    const escaped = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return word.length < PREFIX_MIN ? `${escaped}(?=[${PARTING}]|$)` : `${escaped}[^${PARTING}]*`;
  });
  return new RegExp(`(?<=^|[${PARTING}])(?:${each.join('|')})`, 'giu');
}
