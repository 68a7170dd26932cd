import { pythonText, pythonTruth } from '@/lib/testing/golden/python-values';
import { CodeFault } from './code-fault';
import { compute, itemOf, lengthOf, listOf, memberOf } from './code-values';
import type { Expression } from './parse-expression';
import { parseProgram, type Statement, SyntaxFault } from './parse-program';

/**
 * Runs an agent's code in a world of our own. Nothing of it is ever evaluated by the JavaScript engine: a parser reads
 * it, and this file walks the tree. Only the given functions and a handful of Python's are reachable.
 */
export type Callable = (named: Readonly<Record<string, unknown>>, positional: readonly unknown[]) => unknown;

/** `apis.APP.FUNCTION` */
export type Apis = ReadonlyMap<string, ReadonlyMap<string, Callable>>;

export interface Session {
  readonly variables: Map<string, unknown>;
  readonly apis: Apis;
  readonly timeoutSeconds: number;
}

const STEPS_MAX = 20_000;

/** A loop without an end, as a server sees one: its time is up. */
class OutOfTime extends Error {}

/** The text that the server gives back. */
export function runCode(code: string, session: Session): string {
  const walker = makeWalker(session);
  let at: Statement | undefined;
  try {
    for (const statement of parseProgram(code)) {
      at = statement;
      walker.carryOut(statement, (inner) => {
        at = inner;
      });
    }
    const printed = walker.printed();
    return printed === '' ? 'Execution successful.' : printed;
  } catch (error) {
    return failed(error, at, session);
  }
}

export function failedWith(line: number, source: string | null, { type, message }: CodeFault): string {
  const quoted = source === null ? '' : `    ${source}\n`;
  return `Execution failed. Traceback:\n  File "<python-input>", line ${line}, in <module>\n${quoted}${type}: ${message}`;
}

function failed(error: unknown, at: Statement | undefined, { timeoutSeconds }: Session): string {
  if (error instanceof SyntaxFault)
    return `Execution failed. Traceback:\nSyntax error in line:\n${error.source}\nMessage: ${error.message}`;
  if (error instanceof OutOfTime)
    return `Execution failed. Traceback:\nExecution timed out after ${timeoutSeconds} seconds.`;
  if (error instanceof CodeFault) return failedWith(at?.line ?? 1, at?.source ?? null, error);
  throw error;
}

function makeWalker({ variables, apis }: Session) {
  let output = '';
  let steps = 0;
  const builtins = new Map<string, Callable>([
    [
      'print',
      (_, texts) => {
        output += `${texts.map(pythonText).join(' ')}
`;
        return null;
      },
    ],
    ['len', (_, [value]) => lengthOf(value)],
    ['str', (_, [value]) => pythonText(value)],
    ['sum', (_, [value]) => listOf(value).reduce((sum: number, item) => sum + Number(item), 0)],
  ]);

  function carryOut(statement: Statement, enter: (statement: Statement) => void): void {
    if (++steps > STEPS_MAX) throw new OutOfTime();
    enter(statement);
    const { does } = statement;
    const body = (inner: readonly Statement[]) => {
      for (const one of inner) carryOut(one, enter);
    };
    switch (does.kind) {
      case 'evaluate':
        evaluate(does.expression);
        return;
      case 'assign':
        variables.set(does.name, evaluate(does.expression));
        return;
      case 'for':
        for (const item of listOf(evaluate(does.over))) {
          variables.set(does.name, item);
          body(does.body);
        }
        return;
      case 'if':
        if (pythonTruth(evaluate(does.condition))) body(does.body);
        return;
      case 'while':
        while (pythonTruth(evaluate(does.condition))) body(does.body);
        return;
      case 'nothing':
        return;
    }
  }

  function evaluate(expression: Expression): unknown {
    switch (expression.kind) {
      case 'value':
        return expression.value;
      case 'name':
        return named(expression.name);
      case 'list':
        return expression.items.map(evaluate);
      case 'dict':
        return Object.fromEntries(
          expression.entries.map(([key, value]) => [pythonText(evaluate(key)), evaluate(value)]),
        );
      case 'member':
        return memberOf(evaluate(expression.of), expression.name);
      case 'index':
        return itemOf(evaluate(expression.of), evaluate(expression.at));
      case 'binary':
        return compute(expression.operator, evaluate(expression.left), evaluate(expression.right));
      case 'call': {
        const callee = evaluate(expression.of);
        if (typeof callee !== 'function') throw new CodeFault('TypeError', 'the value is not callable');
        const entries = Object.entries(expression.named).map(
          ([name, value]) => [name, evaluate(value)] as const,
        );
        return (callee as Callable)(Object.fromEntries(entries), expression.positional.map(evaluate));
      }
    }
  }

  function named(name: string): unknown {
    if (variables.has(name)) return variables.get(name);
    if (name === 'apis') return apis;
    const builtin = builtins.get(name);
    if (builtin === undefined) throw new CodeFault('NameError', `name '${name}' is not defined`);
    return builtin;
  }

  return { carryOut, printed: () => output };
}
