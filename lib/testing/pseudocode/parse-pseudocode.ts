import { type Expression, parseExpression, unreadable } from './parse-expression';

/**
 * Reads the pseudocode of a policy into a program: constants and functions, blocks by indentation of two spaces.
 * Knows the language only, nothing of dispatching.
 */
export type Statement =
  | { readonly kind: 'let'; readonly name: string; readonly value: Expression }
  | { readonly kind: 'if'; readonly branches: readonly Branch[] }
  | { readonly kind: 'while'; readonly condition: Expression; readonly body: readonly Statement[] }
  | {
      readonly kind: 'forEach';
      readonly name: string;
      readonly list: Expression;
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'append'; readonly value: Expression; readonly to: string }
  | { readonly kind: 'send'; readonly batch: Expression; readonly reason: Expression }
  | { readonly kind: 'wake'; readonly at: Expression }
  | { readonly kind: 'return'; readonly value: Expression }
  | { readonly kind: 'stop' };

export interface Branch {
  /** Null = otherwise. */
  readonly condition: Expression | null;
  readonly body: readonly Statement[];
}

export interface PseudocodeFunction {
  readonly parameters: readonly string[];
  readonly body: readonly Statement[];
}

export interface Program {
  readonly constants: readonly Extract<Statement, { kind: 'let' }>[];
  readonly functions: ReadonlyMap<string, PseudocodeFunction>;
}

interface Line {
  readonly depth: number;
  readonly text: string;
}

/** @throws AppError OUTPUT_UNPARSEABLE naming the line. */
export function parsePseudocode(text: string): Program {
  const lines = linesOf(text);
  const constants: Program['constants'][number][] = [];
  const functions = new Map<string, PseudocodeFunction>();
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line;
    const [, name, parameters] = /^define (\w+)\(([^)]*)\):$/.exec(line.text) ?? [];
    if (name !== undefined) {
      const inner = blockAfter(lines, at);
      const names = (parameters ?? '').split(',').map((one) => one.trim());
      functions.set(name, { parameters: names.filter((one) => one !== ''), body: parseBlock(inner) });
      at += inner.length + 1;
      continue;
    }
    const statement = parseSimple(line.text);
    if (statement.kind !== 'let') throw unreadable(line.text);
    constants.push(statement);
    at += 1;
  }
  return { constants, functions };
}

function linesOf(text: string): Line[] {
  const meaningful = text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  return meaningful.map((line) => {
    const indent = line.length - line.trimStart().length;
    if (indent % 2 !== 0) throw unreadable(line);
    return { depth: indent / 2, text: line.trim() };
  });
}

/** The lines that are deeper than this one and follow it. */
function blockAfter(lines: readonly Line[], at: number): readonly Line[] {
  const depth = lines[at]?.depth ?? 0;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line.depth <= depth);
  return end === -1 ? rest : rest.slice(0, end);
}

function parseBlock(lines: readonly Line[]): readonly Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < lines.length; ) {
    const { text } = lines[at] as Line;
    const inner = blockAfter(lines, at);
    if (inner.length === 0) statements.push(parseSimple(text));
    else if (text.startsWith('else')) addBranch(statements, text, inner);
    else statements.push(parseCompound(text, parseBlock(inner)));
    at += inner.length + 1;
  }
  return statements;
}

/** Attaches an "else" to the "if" before it. */
function addBranch(statements: Statement[], text: string, inner: readonly Line[]): void {
  const before = statements.pop();
  const [, condition] = /^else if (.+):$/.exec(text) ?? [];
  if (before?.kind !== 'if' || (condition === undefined && text !== 'else:')) throw unreadable(text);
  const parsed = condition === undefined ? null : parseExpression(condition);
  const branch: Branch = { condition: parsed, body: parseBlock(inner) };
  statements.push({ kind: 'if', branches: [...before.branches, branch] });
}

function parseCompound(text: string, body: readonly Statement[]): Statement {
  const [, word, condition] = /^(if|while) (.+):$/.exec(text) ?? [];
  if (word === 'if') {
    return { kind: 'if', branches: [{ condition: parseExpression(condition ?? ''), body }] };
  }
  if (word === 'while') return { kind: 'while', condition: parseExpression(condition ?? ''), body };
  const [, name, list] = /^for each (\w+) in (.+):$/.exec(text) ?? [];
  if (name === undefined) throw unreadable(text);
  return { kind: 'forEach', name, list: parseExpression(list ?? ''), body };
}

/** The statements of one line: each pattern with what its parts make. */
const SIMPLE: readonly (readonly [RegExp, (a: string, b: string) => Statement])[] = [
  [/^let (\w+) = (.+)$/, (name, value) => ({ kind: 'let', name, value: parseExpression(value) })],
  [/^append (.+) to (\w+)$/, (value, to) => ({ kind: 'append', value: parseExpression(value), to })],
  [
    /^send (\w+) because (\w+)$/,
    (batch, reason) => ({ kind: 'send', batch: parseExpression(batch), reason: parseExpression(reason) }),
  ],
  [/^wake at (.+)$/, (at) => ({ kind: 'wake', at: parseExpression(at) })],
  [/^return (.+)$/, (value) => ({ kind: 'return', value: parseExpression(value) })],
  [/^stop$/, () => ({ kind: 'stop' })],
];

function parseSimple(text: string): Statement {
  for (const [pattern, make] of SIMPLE) {
    const [whole, a = '', b = ''] = pattern.exec(text) ?? [];
    if (whole !== undefined) return make(a, b);
  }
  throw unreadable(text);
}
