import { parsePath, valueAt } from '@/lib/evaluation/import/field-path';

/**
 * One field of a JSON answer against one field of a JSON expected text, both by path (`a.b[0]`). An empty path means
 * the whole value; an expected text that is no JSON is compared as text, trimmed.
 */
export function isJsonFieldMatch(
  answer: string,
  expected: string,
  rule: { readonly path: string; readonly expectedPath: string },
): boolean {
  const given = field(jsonIn(answer), rule.path);
  if (given === undefined) return false;
  const wantedJson = jsonIn(expected);
  const wanted =
    wantedJson === undefined && rule.expectedPath === ''
      ? expected.trim()
      : field(wantedJson, rule.expectedPath);
  return wanted !== undefined && sameValue(given, wanted);
}

/** A path's fault as a sentence, or undefined. The empty path is fine. */
export function jsonPathFault(path: string): string | undefined {
  if (path === '') return undefined;
  const parsed = parsePath(path);
  return parsed.ok ? undefined : parsed.message;
}

function field(value: unknown, path: string): unknown {
  if (path === '' || value === undefined) return value;
  const parsed = parsePath(path);
  return parsed.ok ? valueAt(value, parsed.steps) : undefined;
}

/** The JSON value of a text; models like to wrap it in a fenced block. Undefined when there is none. */
function jsonIn(text: string): unknown {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text);
  try {
    return JSON.parse(fenced?.[1] ?? text);
  } catch {
    // Not JSON is an answer like any other: it does not match.
    return undefined;
  }
}

/** Equal values; a text equals a number that reads the same, since data sets differ in which of the two they keep. */
function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
    const keys = Object.keys(a);
    if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false;
    return keys.every((key) => Object.hasOwn(b, key) && sameValue(member(a, key), member(b, key)));
  }
  if (a === b) return true;
  const [text, number] = typeof a === 'string' ? [a, b] : [b, a];
  return (
    typeof text === 'string' && typeof number === 'number' && text.trim() !== '' && Number(text) === number
  );
}

function member(value: object, key: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[key];
}
