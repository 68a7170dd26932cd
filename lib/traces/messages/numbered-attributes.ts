import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { NESTING_MAX } from '../nesting';

type Tree = { [name: string]: Tree | JsonValue };

/**
 * Attributes that write a list in their names, such as `llm.input_messages.0.message.role`, as a list of objects:
 * `[{ message: { role } }]`. Lists within lists too. A gap in the numbers is closed.
 */
export function numberedAttributes(attributes: JsonObject, prefix: string): readonly JsonValue[] {
  const tree: Tree = Object.create(null);
  const start = `${prefix}.`;
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith(start) || value === undefined) continue;
    const path = name.slice(start.length).split('.');
    if (/^\d+$/.test(path[0] ?? '') && path.length <= NESTING_MAX) place(tree, path, value);
  }
  const whole = asJson(tree);
  return Array.isArray(whole) ? whole : [];
}

function place(tree: Tree, path: readonly string[], value: JsonValue): void {
  let at = tree;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    const child: Tree = isTree(next) ? next : Object.create(null);
    at[name] = child;
    at = child;
  }
  at[path.at(-1) ?? ''] = value;
}

/** Only objects that were made here have no prototype; values of attributes stay as they are. */
const isTree = (value: Tree | JsonValue | undefined): value is Tree =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;

function asJson(value: Tree | JsonValue): JsonValue {
  if (!isTree(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name)))
    return names.sort((a, b) => Number(a) - Number(b)).map((name) => asJson(value[name] ?? null));
  return Object.fromEntries(names.map((name) => [name, asJson(value[name] ?? null)]));
}
