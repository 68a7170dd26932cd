/**
 * Where the elements of a top-level JSON list stand in its text: one pass over the characters, without a regular
 * expression (one that matches a string of many megabytes overflows the engine's stack) and without parsing, so that
 * a large list never stands in memory as values.
 */
export type JsonElement =
  | { readonly line: number; readonly start: number; readonly end: number }
  /** The list itself is broken here. */
  | { readonly line: number; readonly message: string };

const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);
const SPACES = new Set([9, NEWLINE, 13, 32]);
/** What ends a number, true, false or null. */
const DELIMITERS = new Set([...SPACES, QUOTE, COMMA, ...OPENING, ...CLOSING]);

export function* jsonElements(text: string): Generator<JsonElement> {
  let depth = 0;
  let line = 1;
  let open: Token | undefined;
  /** A comma promises one more element. */
  let isPromised = false;
  for (const token of tokens(text)) {
    const { code, at } = token;
    line = token.line;
    if (depth === 1 && (code === COMMA || CLOSING.has(code))) {
      if (open !== undefined) yield { line: open.line, start: open.at, end: at };
      else if (isPromised || code === COMMA)
        yield { line, message: 'A comma stands where a record should be.' };
      open = undefined;
      isPromised = code === COMMA;
    } else if (depth === 1) open ??= token;
    depth += depthChange(code);
    if (depth > 0) continue;
    if (text.slice(at + 1).trim() !== '')
      yield { line, message: 'After the end of the list there is more text.' };
    return;
  }
  yield { line: open?.line ?? line, message: 'The list is not closed before the file ends.' };
}

function depthChange(code: number): number {
  if (OPENING.has(code)) return 1;
  return CLOSING.has(code) ? -1 : 0;
}

interface Token {
  /** The first character: a bracket, a comma, a quote, or that of a number or word. */
  readonly code: number;
  readonly at: number;
  readonly line: number;
}

function* tokens(text: string): Generator<Token> {
  let line = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) line += 1;
    if (SPACES.has(code)) continue;
    yield { code, at, line };
    if (code === QUOTE) {
      const end = endOfString(text, at);
      line += newlinesBetween(text, at, end);
      at = end;
    } else if (!DELIMITERS.has(code)) at = endOfWord(text, at) - 1;
  }
}

/** The closing quote's place; the text's end where there is none. */
function endOfString(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !DELIMITERS.has(text.charCodeAt(at))) at += 1;
  return at;
}

/** A raw line break inside a string is no JSON, but the lines after it still have their numbers. */
function newlinesBetween(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === NEWLINE) count += 1;
  return count;
}
