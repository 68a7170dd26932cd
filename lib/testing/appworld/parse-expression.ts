import { CodeFault } from './code-fault';

/** Expressions of the small language of our own worlds: what an agent needs to call functions and look at results. */
export type Expression =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
  | {
      readonly kind: 'call';
      readonly of: Expression;
      readonly positional: readonly Expression[];
      readonly named: Readonly<Record<string, Expression>>;
    }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([A-Za-z_]\w*)|(==|!=|<=|>=|[-+*/%<>()[\]{},:.=]))/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' };
const CONSTANTS: Readonly<Record<string, boolean | null>> = { True: true, False: false, None: null };
/** Loosest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['==', '!=', '<', '>', '<=', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];

interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'mark';
  readonly text: string;
}

/** @throws CodeFault where the line is not an expression. */
export function parseExpression(source: string): Expression {
  const tokens = tokensOf(source);
  let at = 0;
  const peek = () => tokens[at]?.text;
  const isMark = (text: string) => tokens[at]?.kind !== 'text' && peek() === text;
  const next = (): Token => tokens[at++] ?? fail();
  const take = (text: string) => (isMark(text) ? next() : fail());

  function level(depth: number): Expression {
    const operators = LEVELS[depth];
    if (operators === undefined) return postfix();
    let left = level(depth + 1);
    while (tokens[at]?.kind !== 'text' && operators.includes(peek() ?? '')) {
      const operator = next().text;
      left = { kind: 'binary', operator, left, right: level(depth + 1) };
    }
    return left;
  }

  function postfix(): Expression {
    let of = atom();
    for (;;) {
      if (isMark('.')) {
        next();
        const name = next();
        of = { kind: 'member', of, name: name.kind === 'name' ? name.text : fail() };
      } else if (isMark('[')) {
        next();
        const index = level(0);
        take(']');
        of = { kind: 'index', of, at: index };
      } else if (isMark('(')) of = call(of);
      else return of;
    }
  }

  function call(of: Expression): Expression {
    const positional: Expression[] = [];
    const named: Record<string, Expression> = {};
    separated('(', ')', () => {
      if (tokens[at]?.kind === 'name' && tokens[at + 1]?.text === '=') {
        const { text } = next();
        next();
        named[text] = level(0);
      } else positional.push(level(0));
    });
    return { kind: 'call', of, positional, named };
  }

  function separated(open: string, close: string, item: () => void): void {
    take(open);
    while (!isMark(close)) {
      item();
      if (!isMark(close)) take(',');
    }
    take(close);
  }

  function atom(): Expression {
    if (isMark('[')) {
      const items: Expression[] = [];
      separated('[', ']', () => items.push(level(0)));
      return { kind: 'list', items };
    }
    if (isMark('{')) {
      const entries: [Expression, Expression][] = [];
      separated('{', '}', () => {
        const key = level(0);
        take(':');
        entries.push([key, level(0)]);
      });
      return { kind: 'dict', entries };
    }
    if (isMark('(')) {
      next();
      const inner = level(0);
      take(')');
      return inner;
    }
    if (isMark('-')) {
      next();
      return { kind: 'binary', operator: '-', left: { kind: 'value', value: 0 }, right: postfix() };
    }
    const { kind, text } = next();
    if (kind === 'number') return { kind: 'value', value: Number(text) };
    if (kind === 'text') return { kind: 'value', value: unquoted(text) };
    if (kind === 'mark') return fail();
    return Object.hasOwn(CONSTANTS, text)
      ? { kind: 'value', value: CONSTANTS[text] ?? null }
      : { kind: 'name', name: text };
  }

  const whole = level(0);
  return at === tokens.length ? whole : fail();
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  const token = new RegExp(TOKEN);
  const text = source.trimEnd();
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (match === null) return fail();
    const [, number, quoted, name, mark] = match;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'mark', text: mark ?? '' });
  }
  return tokens;
}

const unquoted = (text: string): string =>
  text.slice(1, -1).replaceAll(/\\(.)/g, (_, character: string) => ESCAPES[character] ?? character);

function fail(): never {
  throw new CodeFault('SyntaxError', 'invalid syntax');
}
