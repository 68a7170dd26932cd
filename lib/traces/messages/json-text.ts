import { isList, isObject } from '@/lib/dialects/read-json';
import type { JsonValue } from '@/lib/domain/json';
import { isTooDeep } from '../nesting';

/** The object or list that a text holds as JSON; any other value as it is. Telemetry sends structures as text. */
export function unpacked(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const held = parsed(value);
  return isObject(held) || isList(held) ? held : value;
}

/** A result as text: a text that was sent as JSON loses its quotes, and an object is written as JSON. */
export function plainText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  const held = value.startsWith('"') ? parsed(value) : null;
  return typeof held === 'string' ? held : value;
}

function parsed(text: string): JsonValue | null {
  try {
    const value: JsonValue = JSON.parse(text);
    return isTooDeep(value) ? null : value;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
