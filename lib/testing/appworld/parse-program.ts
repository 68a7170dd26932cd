import { CodeFault } from './code-fault';
import { type Expression, parseExpression } from './parse-expression';

/** Statements, one a line; a block is indented below its header, or follows on its line. */
export interface Statement {
  readonly line: number;
  readonly source: string;
  readonly does:
    | { readonly kind: 'evaluate'; readonly expression: Expression }
    | { readonly kind: 'assign'; readonly name: string; readonly expression: Expression }
    | {
        readonly kind: 'for';
        readonly name: string;
        readonly over: Expression;
        readonly body: readonly Statement[];
      }
    | { readonly kind: 'if' | 'while'; readonly condition: Expression; readonly body: readonly Statement[] }
    | { readonly kind: 'nothing' };
}

interface Line {
  readonly number: number;
  readonly indent: number;
  readonly text: string;
}

/** A line that cannot be read. */
export class SyntaxFault extends Error {
  constructor(
    readonly source: string,
    message: string,
  ) {
    super(message);
  }
}

/** @throws SyntaxFault */
export function parseProgram(code: string): Statement[] {
  const lines = code.split('\n').flatMap((raw, at): Line[] => {
    const text = raw.trim();
    if (text === '' || text.startsWith('#')) return [];
    return [{ number: at + 1, indent: raw.length - raw.trimStart().length, text }];
  });
  return block(lines, 0);
}

function block(lines: readonly Line[], indent: number): Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined || line.indent !== indent)
      throw new SyntaxFault(line?.text ?? '', 'unexpected indent');
    let end = at + 1;
    while ((lines[end]?.indent ?? 0) > indent) end += 1;
    statements.push(statement(line, lines.slice(at + 1, end)));
    at = end;
  }
  return statements;
}

const HEADER = /^(?:(for)\s+([A-Za-z_]\w*)\s+in|(if|while))\s+(.*?):\s*([A-Za-z_].*)?$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)\s*=(?!=)(.*)$/;

function statement(line: Line, inner: readonly Line[]): Statement {
  const { number, text: source } = line;
  try {
    return { line: number, source, does: reading(line, inner) };
  } catch (error) {
    if (error instanceof CodeFault) throw new SyntaxFault(source, error.message);
    throw error;
  }
}

function reading({ number, text }: Line, inner: readonly Line[]): Statement['does'] {
  const header = HEADER.exec(text);
  if (header !== null) {
    const [, isFor, name = '', condition, expression = '', rest] = header;
    const body =
      rest === undefined
        ? block(inner, inner[0]?.indent ?? 0)
        : [statement({ number, indent: 0, text: rest }, [])];
    if (body.length === 0) throw new CodeFault('IndentationError', 'expected an indented block');
    const parsed = parseExpression(expression);
    if (isFor) return { kind: 'for', name, over: parsed, body };
    return { kind: condition === 'if' ? 'if' : 'while', condition: parsed, body };
  }
  if (inner.length > 0) throw new CodeFault('IndentationError', 'unexpected indent');
  if (text === 'pass' || /^import\s+\w+$/.test(text)) return { kind: 'nothing' };
  const assignment = ASSIGNMENT.exec(text);
  if (assignment === null) return { kind: 'evaluate', expression: parseExpression(text) };
  return { kind: 'assign', name: assignment[1] ?? '', expression: parseExpression(assignment[2] ?? '') };
}
