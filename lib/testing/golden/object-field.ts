import type { GoldenCase } from './golden-adapter';

/** Reads an object among a case's inputs, with its type checked. */
export function objectField(testCase: GoldenCase, name: string): Readonly<Record<string, unknown>> {
  const value = testCase[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`the field "${name}" is no object`);
  }
  return value as Readonly<Record<string, unknown>>;
}

/** The same where every member is a text: a candidate, say. */
export function textsByName(value: unknown): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) throw new TypeError('a candidate is no object');
  return new Map(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
