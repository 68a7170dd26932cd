import { AppError } from '@/lib/errors/app-error';

/** The expressions of the policy's pseudocode, as a tree. Knows nothing of the meaning of names. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: number | string | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    };

/** From the loosest to the tightest; each level is read from left to right. */
const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<=', '>=', '<', '>'],
  ['+', '-'],
  ['*'],
];

const TOKEN = /\s*(\d+(?:\.\d+)?|"[^"]*"|[A-Za-z_]\w*|==|!=|<=|>=|[<>+\-*()[\],.])/y;

/** @throws AppError OUTPUT_UNPARSEABLE naming the text. */
export function parseExpression(text: string): Expression {
  const tokens = tokensOf(text);
  let at = 0;
  const fault = () => unreadable(text);
  const accept = (token: string) => {
    if (tokens[at] !== token) return false;
    at += 1;
    return true;
  };

  function binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return fields(primary());
    let left = binary(level + 1);
    for (let token = tokens[at]; token !== undefined && operators.includes(token); token = tokens[at]) {
      at += 1;
      left = { kind: 'binary', operator: token, left, right: binary(level + 1) };
    }
    return left;
  }

  function fields(of: Expression): Expression {
    let whole = of;
    while (accept('.')) whole = { kind: 'field', of: whole, name: tokens[at++] ?? '' };
    return whole;
  }

  function itemsUntil(end: string): Expression[] {
    const items: Expression[] = [];
    while (!accept(end)) {
      if (items.length > 0 && !accept(',')) throw fault();
      items.push(binary(0));
    }
    return items;
  }

  function primary(): Expression {
    const token = tokens[at++];
    if (token === undefined) throw fault();
    if (/^\d/.test(token)) return { kind: 'literal', value: Number(token) };
    if (token.startsWith('"')) return { kind: 'literal', value: token.slice(1, -1) };
    if (token === 'none') return { kind: 'literal', value: null };
    if (token === '[') return { kind: 'list', items: itemsUntil(']') };
    if (token === '(') {
      const inner = binary(0);
      if (!accept(')')) throw fault();
      return inner;
    }
    if (!/^[A-Za-z_]/.test(token)) throw fault();
    return accept('(') ? { kind: 'call', name: token, args: itemsUntil(')') } : { kind: 'name', name: token };
  }

  const whole = binary(0);
  if (at !== tokens.length) throw fault();
  return whole;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const rest = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < rest.length) {
    const [, token] = TOKEN.exec(rest) ?? [];
    if (token === undefined) throw unreadable(text);
    tokens.push(token);
  }
  return tokens;
}

export const unreadable = (text: string) =>
  new AppError('OUTPUT_UNPARSEABLE', `The pseudocode of a policy cannot be read at: ${text.trim()}`);
