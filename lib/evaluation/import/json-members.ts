/**
 * The members of a top-level JSON object, one pass over the characters: which of them are lists of objects, and the text
 * of each such list as it comes. Nothing is parsed but names, and nothing is kept but a name, so that a list may be of
 * any length.
 */
export type MemberPiece =
  | {
      readonly kind: 'begins';
      readonly name: string;
      readonly holds: 'objects' | 'values';
      readonly line: number;
    }
  /** Text of the list of objects that began last, brackets included. */
  | { readonly kind: 'text'; readonly text: string };

const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const SPACES = new Set([9, NEWLINE, 13, 32]);

export class MemberScanner {
  private depth = 0;
  private line = 1;
  private isInString = false;
  private isEscaped = false;
  private awaits: 'name' | 'value' | 'element' | 'nothing' = 'name';
  private name = '';
  private isInList = false;
  /** Where what is kept of the part begins: the open name, or the open list. */
  private from = 0;

  /** The list of objects whose end has not come. */
  get openList(): string | null {
    return this.isInList ? this.name : null;
  }

  get isClosed(): boolean {
    return this.depth === 0;
  }

  *take(part: string): Generator<MemberPiece> {
    this.from = 0;
    for (let at = 0; at < part.length; at += 1) {
      const code = part.charCodeAt(at);
      if (code === NEWLINE) this.line += 1;
      if (this.isInString) this.readString(code, part, at);
      else if (!SPACES.has(code)) yield* this.readToken(code, part, at);
    }
    if (this.isInList) yield { kind: 'text', text: part.slice(this.from) };
    else if (this.isInName) this.name += part.slice(this.from);
  }

  private get isInName(): boolean {
    return this.isInString && this.depth === 1 && this.awaits === 'name';
  }

  private readString(code: number, part: string, at: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === BACKSLASH) this.isEscaped = true;
    else if (code === QUOTE) {
      if (this.isInName) this.name += part.slice(this.from, at);
      this.isInString = false;
    }
  }

  private *readToken(code: number, part: string, at: number): Generator<MemberPiece> {
    if (this.awaits === 'element') yield* this.beginList(code, at);
    if (code === QUOTE) {
      this.isInString = true;
      if (this.isInName) this.beginName(at);
    }
    if (this.depth === 1) {
      if (code === COLON) this.awaits = 'value';
      else if (code === COMMA) this.awaits = 'name';
      else if (this.awaits === 'value') this.awaits = code === OPEN_LIST ? 'element' : 'nothing';
    }
    if (code === OPEN_LIST || code === OPEN_OBJECT) this.depth += 1;
    if (code !== CLOSE_LIST && code !== CLOSE_OBJECT) return;
    this.depth -= 1;
    if (this.depth === 1 && this.isInList) {
      yield { kind: 'text', text: part.slice(this.from, at + 1) };
      this.isInList = false;
    }
  }

  private beginName(at: number): void {
    this.name = '';
    this.from = at + 1;
  }

  /** At the first character after the bracket; an empty list is nothing. */
  private *beginList(code: number, at: number): Generator<MemberPiece> {
    const { name, line } = this;
    this.awaits = 'nothing';
    if (code === CLOSE_LIST) return;
    const holds = code === OPEN_OBJECT ? 'objects' : 'values';
    yield { kind: 'begins', name, holds, line };
    if (holds === 'values') return;
    this.isInList = true;
    this.from = at;
    yield { kind: 'text', text: '[' };
  }
}

export interface ListsFound {
  /** Lists of objects, by name. */
  readonly ofObjects: readonly string[];
  readonly ofValues: number;
  /** The list of objects that goes on after this text. */
  readonly open: string | null;
}

/** Lists found in the beginning of a JSON object. */
export function listsIn(head: string): ListsFound {
  const scanner = new MemberScanner();
  const begun = [...scanner.take(head)].flatMap((piece) => (piece.kind === 'begins' ? [piece] : []));
  const ofObjects = begun.filter(({ holds }) => holds === 'objects').map(({ name }) => name);
  return { ofObjects, ofValues: begun.length - ofObjects.length, open: scanner.openList };
}

/** For a person who has to choose. */
export function severalLists(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`).join(' and ');
  return `It holds more than one list of objects: ${quoted}. Name one in the options, for example {"list": "${names[0]}"}, or send each as a file of its own.`;
}
