import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_OPERATIONS } from '@/lib/contracts/api';
import type { Operation } from '@/lib/contracts/operation';
import { problem } from '@/lib/contracts/problem';
import { ROLES } from '@/lib/domain/actor';
import { may } from '@/lib/policy/roles';
import { sized } from '@/lib/testing/test-size';
import { type Called, type CallOptions, startTestApi, type TestApi } from './testing/test-api';
import { freshIds, seedCatalogue } from './testing/test-catalogue';

/**
 * Wrong input of every kind, to every operation: a problem with a sentence, never a 500, never a stack trace.
 * Cases are generated from the contracts, so a new operation is covered at once.
 */
let api: TestApi;
let ids: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  ids = await freshIds(api, await seedCatalogue(api));
});
afterAll(() => api.close());

/** The quick tests send each operation a third of the wrong values, another third to the next one. */
const THIRDS = sized(3, 1);
const given = <T>(values: readonly T[], operation: Operation): T[] =>
  values.filter((_, index) => (index + API_OPERATIONS.indexOf(operation)) % THIRDS === 0);

const NAMED = API_OPERATIONS.map((operation) => [operation.id, operation] as const);
const GUARDED = NAMED.filter(([, { permission }]) => permission !== null);
const WITH_PARAMS = GUARDED.filter(([, { params }]) => params !== undefined);
const WITH_QUERY = GUARDED.filter(([, { query }]) => query !== undefined);
const WITH_BODY = GUARDED.filter(([, { body }]) => body !== undefined);
const WITH_JSON = WITH_BODY.filter(([, { bodyType }]) => bodyType !== 'multipart');

function paramsOf(operation: Operation): Record<string, string> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  return Object.fromEntries(names.map((name) => [name, ids[name] ?? 'unknown-1']));
}

/** Streams stay open on purpose, so only the status is read. */
async function call(operation: Operation, options: CallOptions = {}): Promise<Called> {
  const params = { ...paramsOf(operation), ...options.params };
  return api.call(operation.id, {
    ...options,
    params,
    headers: { ...options.headers, accept: 'application/json' },
  });
}

/** Required of every answer: no server error, no stack, and every error in the one shape. */
function expectDecent(called: Called): void {
  expect(called.status, called.text.slice(0, 500)).toBeLessThan(500);
  expect(called.text).not.toMatch(/\n\s+at |node_modules|prisma\./i);
  if (called.status < 400) return;
  expect(called.headers.get('content-type')).toBe('application/problem+json');
  const parsed = problem.parse(called.json);
  expect(parsed.detail).toMatch(/[.…)"]$/);
}

function expectRefused(called: Called): void {
  expectDecent(called);
  expect(called.status, called.text.slice(0, 300)).toBeGreaterThanOrEqual(400);
}

const WRONG_KEYS = ['Bearer wgl_wrong', 'Bearer', 'Bearer \u00e9', 'Basic b3duZXI6eA==', 'Bearer sk-1'];

describe.each(GUARDED)('%s', (id, operation) => {
  /** A separate unknown caller each: together they would exceed the rate limit. */
  const stranger = { 'x-forwarded-for': id };

  it('asks an unknown caller to sign in, and refuses a wrong key', async () => {
    expect((await call(operation, { as: null, headers: stranger })).status).toBe(401);
    for (const authorization of given(WRONG_KEYS, operation)) {
      const called = await call(operation, { as: null, headers: { ...stranger, authorization } });
      expectRefused(called);
      expect(called.status).toBe(401);
    }
  });

  it('refuses every role without permission', async () => {
    const { permission } = operation;
    if (permission === null || operation.id === 'readMetrics') return;
    for (const role of ROLES.filter((each) => !may(each, permission))) {
      const called = await call(operation, { as: role });
      expectRefused(called);
      expect(called.status).toBe(403);
    }
  });
});

const ODD_TEXTS = [
  'nope',
  '',
  ' ',
  '../../etc/passwd',
  'a\0b',
  '\ud800',
  '%00',
  "'; drop table x; --",
  '💥',
  'x'.repeat(5000),
];

describe.each(WITH_PARAMS)('%s', (_id, operation) => {
  it('finds nothing under an odd id', async () => {
    for (const name of Object.keys(paramsOf(operation))) {
      for (const value of given([...ODD_TEXTS, '-1', '1e99', 'NaN', '99999999999999999999'], operation)) {
        expectRefused(
          await call(operation, { params: { [name]: value }, ...(operation.body ? { body: {} } : {}) }),
        );
      }
    }
  });
});

describe.each(WITH_QUERY)('%s', (_id, operation) => {
  it('answers odd queries without a server error', async () => {
    const shape = (operation.query as unknown as { shape: Record<string, unknown> }).shape;
    for (const name of Object.keys(shape)) {
      for (const value of given(
        [...ODD_TEXTS, '-1', '1e99', 'NaN', '2147483648', '9'.repeat(30)],
        operation,
      )) {
        // A stream for a valid value would never end; operations that stream get only wrong values.
        if (operation.responseType === 'events' && !/[^0-9]|^9{5}|^2147483648|^$/.test(value)) continue;
        if (operation.responseType === 'events' && value.trim() === '') continue;
        expectDecent(await call(operation, { query: { [name]: value } }));
      }
      expectDecent(await call(operation, { query: `${name}=x&${name}=y` }));
    }
  });
});

const BROKEN_JSON = ['{', '[1,]', '{"a":}', 'nothing', '\ufeff{}x', "{'a':1}", '{"a":1}}', '"', 'undefined'];
const NOT_OBJECTS = [
  'null',
  '[]',
  '1',
  '"text"',
  'true',
  '[[[[]]]]',
  `${'['.repeat(9000)}${']'.repeat(9000)}`,
];

describe.each(WITH_JSON)('%s', (_id, operation) => {
  it('names what is wrong with a body that is no object, no JSON or no UTF-8', async () => {
    for (const body of given([...BROKEN_JSON, ...NOT_OBJECTS], operation))
      expectRefused(await call(operation, { body }));
    expectRefused(await call(operation, { body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) }));
  });

  it('refuses other content types, and bodies over the limit', async () => {
    const headers = { 'content-type': 'application/xml' };
    expect((await call(operation, { body: '<a/>', headers })).status).toBe(415);
    const size = operation.maxBodyBytes ?? 1_000_000;
    expect((await call(operation, { body: `"${'x'.repeat(size)}"` })).status).toBe(413);
  });

  it('refuses a field that it does not know', async () => {
    expectRefused(await call(operation, { body: { notAField: true, __proto__: { a: 1 }, constructor: 1 } }));
  });

  it('answers wrong values of every kind in every field without a server error', async () => {
    const names = fieldsOf(operation);
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
      fc.constantFrom(
        'a\0b',
        '\udfff',
        -1,
        0,
        1e308,
        2 ** 53,
        -(2 ** 31) - 1,
        '',
        ' ',
        'x'.repeat(20_000),
        null,
      ),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    const bodies = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), { maxLength: names.length });
    await fc.assert(
      fc.asyncProperty(bodies, async (pairs) => {
        expectDecent(await call(operation, { body: Object.fromEntries(pairs) }));
      }),
      { numRuns: sized(4, 25), seed: 20_261_121 },
    );
  });
});

function fieldsOf(operation: Operation): string[] {
  return fieldsOfSchema(operation.body);
}

/** For a union, the fields of all members; wrappers are unwrapped. */
function fieldsOfSchema(schema: unknown): string[] {
  const { shape, def } = (schema ?? {}) as {
    shape?: object;
    def?: { in?: unknown; innerType?: unknown; options?: readonly unknown[] };
  };
  if (shape) return Object.keys(shape);
  if (def?.options) return [...new Set(def.options.flatMap(fieldsOfSchema))];
  const inner = def?.in ?? def?.innerType;
  return inner === undefined ? [] : fieldsOfSchema(inner);
}
