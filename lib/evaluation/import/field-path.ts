/**
 * Paths into a record: `a`, `a.b`, `a.b[0]`, `["a key with dots"].b`. Says where a field is; knows nothing of what it
 * means.
 */
export type PathStep = string | number;

export type ParsedPath =
  | { readonly ok: true; readonly steps: readonly PathStep[] }
  | { readonly ok: false; readonly message: string };

const STEPS_MAX = 16;
/** A name, an index or a quoted name, from the current place on. */
const STEP = /(?:^|\.)([^.[\]"]+)|\[(\d{1,6})\]|(?:^|\.)?\["((?:[^"\\]|\\.)*)"\]/y;

export function parsePath(path: string): ParsedPath {
  const steps: PathStep[] = [];
  let position = 0;
  while (position < path.length) {
    STEP.lastIndex = position;
    const match = STEP.exec(path);
    if (match === null || steps.length >= STEPS_MAX)
      return { ok: false, message: `"${path}" is not a path; write it like answer.parts[0].` };
    const [, name, index, quoted] = match;
    if (index !== undefined) steps.push(Number(index));
    else steps.push(name?.trim() ?? (quoted ?? '').replace(/\\(.)/g, '$1'));
    position = STEP.lastIndex;
  }
  return steps.length > 0 ? { ok: true, steps } : { ok: false, message: 'An empty path names no field.' };
}

/** The value at a path, or undefined where it leads nowhere. Own members only, so `__proto__` finds nothing. */
export function valueAt(record: unknown, steps: readonly PathStep[]): unknown {
  let value = record;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<PathStep, unknown>>)[step];
  }
  return value;
}
