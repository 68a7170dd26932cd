import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { AppError } from '@/lib/errors/app-error';

type Value = JsonValue | undefined;

export function isObject(value: Value): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Value): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export const objectOf = (value: Value): JsonObject => (isObject(value) ? value : {});

export const objectsOf = (value: Value): readonly JsonObject[] =>
  isList(value) ? value.filter(isObject) : [];

export const stringOf = (value: Value): string => (typeof value === 'string' ? value : '');

/** Null for an empty text and for anything that is not a text. */
export const idOf = (value: Value): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export const countOf = (value: Value): number =>
  typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.floor(value) : 0;

/** A text as it is, anything else as JSON. */
export const textOrJson = (value: Value): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

export function parsedObject(text: string): JsonObject | null {
  try {
    const value: JsonValue = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function without(body: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** The body's fields but those named and those without a value. */
export function settingsOf(body: JsonObject, notSettings: readonly string[]): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, JsonValue] => entry[1] !== undefined && !notSettings.includes(entry[0]),
    ),
  );
}

/** @throws AppError INPUT_INVALID */
export function requiredText(body: JsonObject, name: string): string {
  const value = body[name];
  if (typeof value === 'string') return value;
  throw new AppError('INPUT_INVALID', `Give "${name}" as a text.`);
}

/** @throws AppError INPUT_INVALID */
export function requiredObjects(body: JsonObject, name: string): readonly JsonObject[] {
  const value = body[name];
  if (isList(value) && value.every(isObject)) return value;
  throw new AppError('INPUT_INVALID', `Give "${name}" as a list of objects.`);
}
