import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { API_OPERATIONS } from '@/lib/contracts/api';
import { AREAS, servedOf } from './operation-table';

describe('the operation table', () => {
  it('binds every operation of the contracts to a service once, in the area of its address', async () => {
    const bound = [...new Set(await Promise.all(Object.values(AREAS).map((load) => load())))].flatMap(
      ({ served }) => served.map(({ operation }) => operation.id),
    );
    expect([...bound].sort()).toEqual(API_OPERATIONS.map(({ id }) => id).sort());
    for (const operation of API_OPERATIONS) expect((await servedOf(operation)).operation).toBe(operation);
  });

  it('is the only way to an operation: no other route file is below /api but the one for sign-in', () => {
    expect(globSync('app/api/**/route.ts').sort()).toEqual([
      'app/api/[...path]/route.ts',
      'app/api/auth/[...nextauth]/route.ts',
    ]);
  });

  it('names every operation and every address once', () => {
    const ids = API_OPERATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const addresses = API_OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('asks everyone for a permission, but for the health check and the OpenAPI document', () => {
    const open = API_OPERATIONS.filter(({ permission }) => permission === null).map(({ id }) => id);
    expect(open).toEqual(['readHealth', 'readOpenapi']);
  });

  it('names for every operation how it is held to a workspace: by the first thing that its path names, if it names one', () => {
    for (const { id, path, scope } of API_OPERATIONS) {
      const named = /\{(\w+)\}/.exec(path)?.[1];
      if (named === undefined) expect(['workspace', 'caller', 'none'], id).toContain(scope);
      else expect(scope, id).toBe(named);
    }
    const unscoped = API_OPERATIONS.filter(({ scope }) => scope === 'none').map(({ id }) => id);
    expect(unscoped.sort()).toEqual([
      ...['checkPrivacy', 'listCommands', 'previewImport', 'previewImportedRun'],
      ...['readHealth', 'readMetrics', 'readOpenapi'],
    ]);
  });

  it.each(API_OPERATIONS.map((operation) => [operation.id, operation] as const))(
    '%s has no field of one name in two of path, query and body',
    (_id, { params, query, body }) => {
      const names = [params, query, body].flatMap(fieldsOf);
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    },
  );
});

/** Field names of a schema; for a union those of all its options. Looks through wrappers. */
function fieldsOf(schema: unknown): string[] {
  const { shape, def } = (schema ?? {}) as {
    shape?: object;
    def?: { in?: unknown; innerType?: unknown; options?: readonly unknown[] };
  };
  if (shape) return Object.keys(shape);
  if (def?.options) return [...new Set(def.options.flatMap(fieldsOf))];
  const inner = def?.in ?? def?.innerType;
  return inner === undefined ? [] : fieldsOf(inner);
}
