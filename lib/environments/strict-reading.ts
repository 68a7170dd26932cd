import type { z } from 'zod';
import type { JsonValue } from '@/lib/domain/json';
import type { TaskFault } from './task-files';

/**
 * Holds a document against a schema of strict objects. Keys that the schema lacks are listed instead of refused, since
 * formats grow; everything else that does not fit is a fault with its field.
 */
export type StrictReading<T> =
  | { readonly ok: true; readonly value: T; readonly unknownKeys: readonly string[] }
  | { readonly ok: false; readonly faults: readonly TaskFault[] };

type Path = readonly PropertyKey[];

export function readStrictly<T>(file: string, schema: z.ZodType<T>, document: JsonValue): StrictReading<T> {
  const unknown: Path[] = [];
  const known: unknown = JSON.parse(JSON.stringify(document));
  let read = schema.safeParse(known);
  // A strict object stops at its first unknown key, so what it contains is checked after the key is gone.
  for (let found = unknownKeysOf(read.error); found.length > 0; found = unknownKeysOf(read.error)) {
    for (const path of found) deleteAt(known, path);
    unknown.push(...found);
    read = schema.safeParse(known);
  }
  if (read.success) return { ok: true, value: read.data, unknownKeys: unknown.map(fieldText) };
  const faults = read.error.issues.map(({ path, message }) => ({
    ...{ file, field: path.length === 0 ? null : fieldText(path), message },
  }));
  return { ok: false, faults };
}

/** `steps[0].agent.user` */
export function fieldText(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      return index === 0 ? String(part) : `.${String(part)}`;
    })
    .join('');
}

function unknownKeysOf(error: z.ZodError | undefined): Path[] {
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  );
}

function deleteAt(document: unknown, path: Path): void {
  const holder = path.slice(0, -1).reduce<unknown>((inner, key) => memberOf(inner, key), document);
  if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, path.at(-1) ?? '');
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
