import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { PinnedCall } from './dialect';
import { without } from './read-json';

/** Pinned settings in a body: undefined leaves the agent's value, null removes it. */
export function withPinned(
  body: JsonObject,
  settings: Readonly<Record<string, JsonValue | undefined>>,
): JsonObject {
  const removed = Object.keys(settings).filter((name) => settings[name] === null && name in body);
  const set = Object.entries(settings).filter(([, value]) => value !== undefined && value !== null);
  return { ...(removed.length > 0 ? without(body, ...removed) : body), ...Object.fromEntries(set) };
}

/** Caps each limit on output tokens that the body names; where it names none, `otherwise` gets the cap. */
export function withOutputCap(
  body: JsonObject,
  names: readonly string[],
  otherwise: string,
  outputMax: PinnedCall['outputMax'],
): JsonObject {
  if (outputMax === undefined) return body;
  const named = names.filter((name) => typeof body[name] === 'number');
  const caps = (named.length > 0 ? named : [otherwise]).map((name) => {
    const asked = body[name];
    return [name, typeof asked === 'number' ? Math.min(asked, outputMax) : outputMax];
  });
  return { ...body, ...Object.fromEntries(caps) };
}

/** The smallest limit that the body names; null = none. */
export function outputMaxOf(body: JsonObject, ...names: readonly string[]): number | null {
  const named = names.map((name) => body[name]).filter((value) => typeof value === 'number');
  return named.length > 0 ? Math.min(...named) : null;
}
