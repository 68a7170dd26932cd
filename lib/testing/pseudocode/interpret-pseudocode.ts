import { FLUSH_REASONS, type FlushReason } from '@/lib/domain/scheduling';
import type { DispatchInputs, Flush, WaitingLine, WaitingRequest } from '@/lib/engine/dispatch/decide-flush';
import type { Looked } from '@/lib/engine/dispatch/simulate-dispatch';
import { type Expression, unreadable } from './parse-expression';
import type { Program, Statement } from './parse-pseudocode';

/**
 * Runs a policy's pseudocode as written: the reference that the dispatcher is held to. Slow and plain on
 * purpose; it shares no line with lib/engine/dispatch/decide-flush, so that the two can disagree.
 */
type Value = number | string | boolean | null | WaitingRequest | readonly Value[];
type Scope = Map<string, Value>;

interface Running {
  readonly program: Program;
  readonly globals: Scope;
  line: readonly WaitingRequest[];
  readonly flushes: Flush<WaitingRequest>[];
  wakeAtMs: number | null;
}

/** Effect of `stop` and `return` on the blocks around them. */
type Ended = { readonly value: Value } | 'stop' | null;

export function interpretLook<R extends WaitingRequest>(
  program: Program,
  line: WaitingLine<R>,
  inputs: DispatchInputs,
): Looked<R> {
  const globals: Scope = new Map<string, Value>([
    ['now_ms', inputs.nowMs],
    ['lanes', inputs.lanes],
    ['lanes_busy', inputs.lanesBusy],
    ['reward_variance', inputs.rewardVariance],
    ['hurrying', inputs.hurrying],
  ]);
  const running: Running = { program, globals, line: [...line.values()], flushes: [], wakeAtMs: null };
  for (const { name, value } of program.constants) globals.set(name, evaluate(value, globals, running));
  call('look', [], running);
  // The members that it sends are the very requests that it was given.
  return { flushes: running.flushes as unknown as readonly Flush<R>[], wakeAtMs: running.wakeAtMs };
}

function call(name: string, args: readonly Value[], running: Running): Value {
  const defined = running.program.functions.get(name);
  if (!defined) throw unreadable(`${name}()`);
  const scope: Scope = new Map(
    defined.parameters.map((parameter, index) => [parameter, args[index] ?? null] as const),
  );
  const ended = runBlock(defined.body, scope, running);
  return ended !== null && ended !== 'stop' ? ended.value : null;
}

function runBlock(block: readonly Statement[], scope: Scope, running: Running): Ended {
  for (const statement of block) {
    const ended = run(statement, scope, running);
    if (ended !== null) return ended;
  }
  return null;
}

function run(statement: Statement, scope: Scope, running: Running): Ended {
  const value = (expression: Expression) => evaluate(expression, scope, running);
  switch (statement.kind) {
    case 'let':
      scope.set(statement.name, value(statement.value));
      return null;
    case 'if': {
      const held = statement.branches.find(
        ({ condition }) => condition === null || value(condition) === true,
      );
      return held ? runBlock(held.body, scope, running) : null;
    }
    case 'while':
      while (value(statement.condition) === true) {
        const ended = runBlock(statement.body, scope, running);
        if (ended !== null) return ended;
      }
      return null;
    case 'forEach':
      for (const item of listOf(value(statement.list))) {
        scope.set(statement.name, item);
        const ended = runBlock(statement.body, scope, running);
        if (ended !== null) return ended;
      }
      return null;
    case 'append':
      scope.set(statement.to, [...listOf(scope.get(statement.to) ?? null), value(statement.value)]);
      return null;
    case 'send':
      send(listOf(value(statement.batch)), value(statement.reason), running);
      return null;
    case 'wake':
      running.wakeAtMs = numberOf(value(statement.at));
      return null;
    case 'return':
      return { value: value(statement.value) };
    case 'stop':
      return 'stop';
  }
}

function send(batch: readonly Value[], reason: Value, running: Running): void {
  const known = FLUSH_REASONS.find((one) => one === reason);
  // A batch of nothing would never end the loop around it.
  if (known === undefined || batch.length === 0) throw unreadable(`send because ${String(reason)}`);
  running.line = running.line.filter((request) => !batch.includes(request));
  running.flushes.push({ reason: known satisfies FlushReason, members: batch as readonly WaitingRequest[] });
}

function evaluate(expression: Expression, scope: Scope, running: Running): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'name':
      return named(expression.name, scope, running);
    case 'list':
      return expression.items.map((item) => evaluate(item, scope, running));
    case 'field':
      return fieldOf(evaluate(expression.of, scope, running), expression.name);
    case 'call': {
      const args = expression.args.map((argument) => evaluate(argument, scope, running));
      if (expression.name === 'count') return listOf(args[0] ?? null).length;
      if (expression.name === 'first') return listOf(args[0] ?? null)[0] ?? null;
      return call(expression.name, args, running);
    }
    case 'binary':
      return combine(expression, scope, running);
  }
}

function named(name: string, scope: Scope, { globals, line }: Running): Value {
  if (name === 'line') return line;
  const value = scope.has(name) ? scope.get(name) : globals.get(name);
  if (value === undefined) throw unreadable(name);
  return value;
}

const FIELDS: Readonly<Record<string, keyof WaitingRequest>> = {
  arrived_ms: 'arrivedMs',
  prompt_tokens: 'promptTokens',
  tokens: 'tokens',
};

function fieldOf(of: Value, name: string): Value {
  const member = FIELDS[name];
  if (member === undefined || typeof of !== 'object' || of === null || !('key' in of)) throw unreadable(name);
  return of[member];
}

function combine(
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  scope: Scope,
  running: Running,
): Value {
  const a = evaluate(left, scope, running);
  // Like every language with them, these two look at the right side only where it matters.
  if (operator === 'and' || operator === 'or') {
    return (a === true) === (operator === 'or') ? a === true : evaluate(right, scope, running) === true;
  }
  const b = evaluate(right, scope, running);
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  const make = ARITHMETIC[operator];
  if (make === undefined) throw unreadable(operator);
  return make(numberOf(a), numberOf(b));
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number | boolean>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
};

function numberOf(value: Value): number {
  if (typeof value !== 'number') throw unreadable(String(value));
  return value;
}

function listOf(value: Value): readonly Value[] {
  if (!Array.isArray(value)) throw unreadable(String(value));
  return value;
}
