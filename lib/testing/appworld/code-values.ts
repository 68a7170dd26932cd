import { pythonText } from '@/lib/testing/golden/python-values';
import { CodeFault } from './code-fault';

/** Values of an agent's code as Python treats them: members, items, lengths and operators, with Python's errors. */

/** A function of an app, `append` of a list or `lower` of a text. */
export function memberOf(value: unknown, name: string): unknown {
  if (value instanceof Map && value.has(name)) return value.get(name);
  if (Array.isArray(value) && name === 'append')
    return (_: unknown, [item]: unknown[]) => void value.push(item);
  if (typeof value === 'string' && name === 'lower') return () => value.toLowerCase();
  throw new CodeFault('AttributeError', `there is no attribute '${name}'`);
}

export function itemOf(value: unknown, at: unknown): unknown {
  if (Array.isArray(value) && typeof at === 'number') {
    const item = value.at(at);
    if (item === undefined) throw new CodeFault('IndexError', 'list index out of range');
    return item;
  }
  if (typeof value === 'object' && value !== null && typeof at === 'string' && Object.hasOwn(value, at))
    return (value as Readonly<Record<string, unknown>>)[at];
  throw new CodeFault('KeyError', pythonText([at]).slice(1, -1));
}

export function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  throw new CodeFault('TypeError', 'the value has no len()');
}

export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new CodeFault('TypeError', 'the value is not iterable');
}

export function compute(operator: string, left: unknown, right: unknown): unknown {
  switch (operator) {
    case '==':
      return pythonText([left]) === pythonText([right]);
    case '!=':
      return pythonText([left]) !== pythonText([right]);
    case 'in':
      return typeof right === 'string' ? right.includes(pythonText(left)) : listOf(right).includes(left);
    case '+':
      if (typeof left === 'string' && typeof right === 'string') return left + right;
      if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
  }
  if (typeof left !== 'number' || typeof right !== 'number')
    throw new CodeFault('TypeError', `unsupported operand type(s) for ${operator}`);
  return calculate(operator, left, right);
}

function calculate(operator: string, left: number, right: number): unknown {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
    case '/':
      if (right === 0) throw new CodeFault('ZeroDivisionError', 'division by zero');
      return left / right;
    default:
      if (right === 0) throw new CodeFault('ZeroDivisionError', 'integer modulo by zero');
      return ((left % right) + right) % right;
  }
}
