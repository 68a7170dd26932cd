import { IMPORT_LIMITS } from './import-types';

/**
 * The elements of a top-level JSON list, one after another: one pass over the characters, without a regular expression
 * (one that matches a string of many megabytes overflows the engine's stack) and without parsing, so that of a large
 * list only the element that is being read is in memory.
 */
export type JsonElement =
  | { readonly line: number; readonly text: string }
  /** Longer than a record may be; its text is not kept. */
  | { readonly line: number; readonly length: number }
  /** The list itself is broken here. */
  | { readonly line: number; readonly message: string };

const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);
const SPACES = new Set([9, NEWLINE, 13, 32]);

export class ElementScanner {
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /** A comma promises one more element. */
  private isPromised = false;
  private isOver = false;
  private open: { readonly line: number; readonly pieces: string[]; length: number } | undefined;
  /** Where the open element's text begins in the part that is being read. */
  private from = 0;

  /** `line`: where the list begins in its file. */
  constructor(private line = 1) {}

  *take(part: string): Generator<JsonElement> {
    this.from = 0;
    for (let at = 0; at < part.length; at += 1) {
      const code = part.charCodeAt(at);
      if (code === NEWLINE) this.line += 1;
      if (this.isInString) this.readString(code);
      else if (!SPACES.has(code)) {
        if (this.isOver) {
          if (this.depth === 0)
            yield { line: this.line, message: 'After the end of the list there is more text.' };
          this.depth = -1;
          return;
        }
        const found = this.readToken(code, part, at);
        if (found !== undefined) yield found;
      }
    }
    if (this.open !== undefined) this.keep(part.slice(this.from));
  }

  *end(): Generator<JsonElement> {
    if (!this.isOver)
      yield { line: this.open?.line ?? this.line, message: 'The list is not closed before the file ends.' };
  }

  private readString(code: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === BACKSLASH) this.isEscaped = true;
    else if (code === QUOTE) this.isInString = false;
  }

  /** Outside strings: what a bracket, a comma or the beginning of a value changes. */
  private readToken(code: number, part: string, at: number): JsonElement | undefined {
    let found: JsonElement | undefined;
    const closes = CLOSING.has(code);
    if (this.depth === 1 && (code === COMMA || closes)) {
      found = this.close(part, at, code === COMMA);
      this.isPromised = code === COMMA;
    } else if (this.depth === 1 && this.open === undefined) {
      this.open = { line: this.line, pieces: [], length: 0 };
      this.from = at;
    }
    if (code === QUOTE) this.isInString = true;
    if (OPENING.has(code)) this.depth += 1;
    if (closes) this.depth -= 1;
    if (this.depth <= 0) {
      this.depth = 0;
      this.isOver = true;
    }
    return found;
  }

  private close(part: string, at: number, isComma: boolean): JsonElement | undefined {
    const { line, open } = this;
    if (open === undefined)
      return this.isPromised || isComma
        ? { line, message: 'A comma is where a record should be.' }
        : undefined;
    this.keep(part.slice(this.from, at));
    this.open = undefined;
    if (open.length > IMPORT_LIMITS.recordLength) return { line: open.line, length: open.length };
    return { line: open.line, text: open.pieces.join('') };
  }

  private keep(piece: string): void {
    if (this.open === undefined) return;
    this.open.length += piece.length;
    if (this.open.length > IMPORT_LIMITS.recordLength) this.open.pieces.length = 0;
    else this.open.pieces.push(piece);
  }
}
