import { countTokens as countPiece } from 'gpt-tokenizer';

/**
 * How many tokens a text takes, by OpenAI's o200k tokenizer: the one whose tables come with the product. Other models
 * count differently; who must not be wrong leaves room for that (`lib/domain/context-window`).
 *
 * Counted line by line, in pieces of at most 250 characters that end before a space where there is one: the
 * tokenizer's time grows with the square of a run without spaces (20 seconds for 75,000 emoji). A cut hardly
 * changes the count (0.3 % for Chinese without a stop, nothing for prose and code) and hardly ever downwards. Pieces are remembered, since the same playbook and the same
 * reflections stand in one request after another. Cost: about 3 MB a second, 100 MB a second where it is known.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    tokens += tokensOf(text.slice(start, end));
    start = end;
  }
  return tokens;
}

const PIECE_CHARACTERS = 250;
const PIECES_REMEMBERED = 20_000;
/** Texts may hold what looks like a control token; it is text here. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

function endOfPiece(text: string, start: number): number {
  const limit = Math.min(start + PIECE_CHARACTERS, text.length);
  const line = text.slice(start, limit).indexOf('\n');
  if (line >= 0) {
    let end = start + line + 1;
    while (end < limit && text[end] === '\n') end += 1;
    return end;
  }
  if (limit === text.length) return limit;
  for (let end = limit; end > start + PIECE_CHARACTERS / 2; end -= 1) {
    if (isSpace(text.charCodeAt(end)) && !isSpace(text.charCodeAt(end - 1))) return end;
  }
  // Never between the two halves of a character outside the basic plane.
  const isLowSurrogate = (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return isLowSurrogate ? limit - 1 : limit;
}

const isSpace = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d);

const known = new Map<string, number>();

function tokensOf(piece: string): number {
  const before = known.get(piece);
  if (before !== undefined) return before;
  // A copy: a slice would keep the whole text that it was cut from in memory, here and in the tokenizer's own cache.
  const copy: string = JSON.parse(JSON.stringify(piece));
  const tokens = countPiece(copy, AS_TEXT);
  const [oldest] = known.keys();
  if (known.size >= PIECES_REMEMBERED && oldest !== undefined) known.delete(oldest);
  known.set(copy, tokens);
  return tokens;
}
