import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/server/db/client';
import { contextOf, FLAGS, type OfrepBench, type OfrepProcess, openOfrepBench } from './testing/ofrep-bench';
import { type BenchSlot, beginSplit, makeBenchKey, makeBenchSlot, move } from './testing/slot-bench';

/** Every status of the evaluation protocol, with the content of each answer. */
const PATIENT = { interval: 10 };
/** Buckets of cny_router by lib/canary/bucketing at a quarter: found by asking. */
const KEYS = Array.from({ length: 40 }, (_, n) => `user-${n}`);

let bench: OfrepBench;
let web: OfrepProcess;
let router: BenchSlot;
let rehearsal: BenchSlot;
let key: string;
let slotKey: string;
beforeAll(async () => {
  bench = await openOfrepBench();
  router = await makeBenchSlot('router');
  rehearsal = await makeBenchSlot('stage', 'rehearsal');
  await beginSplit(router, 0.25, ['friend']);
  key = (await makeBenchKey({ role: 'viewer' })).secret;
  slotKey = (await makeBenchKey({ slotId: router.slotId, scopes: ['evaluate'] })).secret;
  web = bench.openProcess();
});
afterAll(() => bench.close());

const one = (flagKey: string, body: unknown, options: object = {}) =>
  web.ask(`${FLAGS}/${flagKey}`, { key, body, ...options });
const all = (body: unknown, options: object = {}) => web.ask(FLAGS, { key, body, ...options });

describe('one flag', () => {
  it('200: splits by the caller’s bucket, the same each time, and issues an exposure id', async () => {
    const answers = await Promise.all(KEYS.map((each) => one(router.flagKey, contextOf(each))));
    const variants = answers.map(({ json }) => json.variant);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(variants)).toEqual(new Set(['challenger', 'control', 'incumbent']));
    for (const [index, { json }] of answers.entries()) {
      expect(json).toMatchObject({ key: router.flagKey, reason: 'SPLIT' });
      expect(json.value.version).toBe(json.variant === 'challenger' ? 2 : 1);
      expect(json.metadata).toMatchObject({ releaseId: router.canaryId, pct: 0.25, pollIntervalMs: 5000 });
      expect((await one(router.flagKey, contextOf(KEYS[index]))).json.variant).toBe(json.variant);
      expect(web.serving.exposureIds.read(json.metadata.exposureId)).toMatchObject({
        slotId: router.slotId,
        canaryId: router.canaryId,
        stage: 'liveStep',
        step: 0,
        variant: json.variant,
        version: json.value.version,
        keyHash: web.serving.exposureIds.keyHashOf(router.slotId, KEYS[index] ?? ''),
      });
    }
  });

  it('200: an opted-in caller gets the challenger, and their exposures belong to no stage', async () => {
    const { json } = await one(router.flagKey, contextOf('friend'));
    expect(json).toMatchObject({ reason: 'TARGETING_MATCH', variant: 'challenger' });
    expect(web.serving.exposureIds.read(json.metadata.exposureId)).toMatchObject({ stage: null });
  });

  it('notes each caller of an arm once, with the hash that their outcomes have', async () => {
    const fresh = bench.openProcess();
    const asking = { key, body: contextOf('user-1') };
    for (const body of [...KEYS, ...KEYS, 'friend'].map((each) => contextOf(each)))
      await fresh.ask(`${FLAGS}/${router.flagKey}`, { ...asking, body });
    await fresh.serving.stepCallers.flush();
    const rows = await db().stepCaller.findMany({ where: { canaryId: router.canaryId } });
    const armOf = new Map(rows.map(({ caller, variant }) => [caller, variant]));
    const hashOf = (each: string) => fresh.serving.exposureIds.keyHashOf(router.slotId, each);
    for (const each of KEYS) {
      const { json } = await one(router.flagKey, contextOf(each));
      expect(armOf.get(hashOf(each)) ?? 'incumbent').toBe(json.variant);
    }
    expect([rows.length, armOf.has(hashOf('friend'))]).toEqual([armOf.size, false]);
    expect(fresh.serving.stepCallers.waiting).toBe(0);
  });

  it('200 without a value: the default in the caller’s code, and nothing that an outcome could name', async () => {
    const { status, json } = await one(rehearsal.flagKey, contextOf('a'));
    expect([status, json.reason]).toEqual([200, 'DISABLED']);
    expect(json).not.toHaveProperty('value');
    expect(json.metadata).toEqual({ rehearsal: true, configVersion: 0 });
  });

  it.each([
    ['no targeting key during a split', contextOf(), 'TARGETING_KEY_MISSING'],
    ['an empty one', contextOf(''), 'TARGETING_KEY_MISSING'],
    ['a targeting key that is no text', { context: { targetingKey: 7 } }, 'INVALID_CONTEXT'],
    ['a context that is no object', { context: [] }, 'INVALID_CONTEXT'],
    ['no context', {}, 'INVALID_CONTEXT'],
    ['no JSON', '{"context":', 'PARSE_ERROR'],
    ['no body', undefined, 'PARSE_ERROR'],
    ['a body that is too large', `{"context":{"a":"${'x'.repeat(70_000)}"}}`, 'PARSE_ERROR'],
  ])('400: %s', async (_name, body, errorCode) => {
    const { status, json } = await one(router.flagKey, body);
    expect([status, json.errorCode]).toEqual([400, errorCode]);
    expect(json.errorDetails).toMatch(/\.$/);
  });

  it('400: a key in the address that is not well encoded', async () => {
    expect((await one('%E0%A4%A', contextOf('a'))).status).toBe(400);
  });

  it.each(['prompt.unknown', 'rehearsal.router', 'prompt.stage', '__proto__', 'prompt.router%2Fx'])(
    '404: there is no %s',
    async (flagKey) => {
      const { status, json } = await one(flagKey, contextOf('a'));
      expect(status).toBe(404);
      expect(json).toMatchObject({ errorCode: 'FLAG_NOT_FOUND', errorDetails: expect.stringMatching(/\.$/) });
    },
  );

  it('takes the key as X-API-Key too', async () => {
    const headers = { 'x-api-key': slotKey };
    expect((await one(router.flagKey, contextOf('a'), { key: null, headers })).status).toBe(200);
  });
});

describe('who asks', () => {
  it.each([
    ['no key', null, {}],
    ['an unknown key', 'wgl_unknown', {}],
    ['another kind of sign-in', null, { authorization: 'Basic b3duZXI6eA==' }],
  ])('401: %s', async (_name, given, headers) => {
    for (const path of [FLAGS, `${FLAGS}/${router.flagKey}`]) {
      const {
        status,
        json,
        headers: sent,
      } = await web.ask(path, { key: given, headers, body: contextOf('a') });
      expect(status).toBe(401);
      expect(json.errorDetails).toMatch(/\.$/);
      expect(sent.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('403: a key of the slot without the scope evaluate', async () => {
    const { secret } = await makeBenchKey({ slotId: router.slotId, scopes: ['ingest', 'rollback'] });
    const { status, json } = await one(router.flagKey, contextOf('a'), { key: secret });
    expect([status, json.errorDetails]).toEqual([403, expect.stringContaining('ingest, rollback')]);
  });

  it('404: a key of one slot knows no other, and sees one flag among all', async () => {
    expect((await one(rehearsal.flagKey, contextOf('a'), { key: slotKey })).status).toBe(404);
    const { json } = await all(contextOf('a'), { key: slotKey });
    expect(json.flags.map((flag: { key: string }) => flag.key)).toEqual([router.flagKey]);
  });

  it('429: says in Retry-After when to come back', async () => {
    const busy = bench.openProcess({ perMinute: 10 });
    const { secret } = await makeBenchKey();
    const ask = () => busy.ask(FLAGS, { key: secret, body: contextOf('a') });
    for (let n = 0; n < 10; n += 1) expect((await ask()).status).toBe(200);
    const { status, headers, json } = await ask();
    expect([status, json.errorDetails]).toEqual([429, expect.stringMatching(/\.$/)]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('429: for strangers of one address, before keys can be guessed', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const statuses = new Set<number>();
    for (let n = 0; n < 302; n += 1)
      statuses.add((await one(router.flagKey, contextOf('a'), { key: null, headers })).status);
    expect(statuses).toEqual(new Set([401, 429]));
  });

  it('405 and 404: other methods and other addresses', async () => {
    const { status, headers } = await web.ask(FLAGS, { method: 'GET', key });
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await web.ask('/ofrep/v1/nothing', { key, body: {} })).status).toBe(404);
  });
});

describe('all flags', () => {
  it('200: a flag that cannot be answered is listed among the others with its fault', async () => {
    const { status, json } = await all(contextOf());
    expect(status).toBe(200);
    expect(json.flags).toEqual([
      expect.objectContaining({ key: router.flagKey, errorCode: 'TARGETING_KEY_MISSING' }),
      expect.objectContaining({ key: rehearsal.flagKey, reason: 'DISABLED' }),
    ]);
    expect(json.metadata.configVersion).toBeGreaterThan(0);
  });

  it('304: the same question again, with nothing evaluated and nothing counted', async () => {
    const first = await all(contextOf('user-1', { tenant: 'acme', nested: { b: 1, a: 2 } }));
    const etag = first.headers.get('etag') ?? '';
    const waiting = web.serving.counts.waiting;
    const again = await all(contextOf('user-1', { nested: { a: 2, b: 1 }, tenant: 'acme' }), {
      headers: { 'if-none-match': `W/${etag}` },
    });
    expect([again.status, again.headers.get('etag'), again.json]).toEqual([304, etag, null]);
    expect(web.serving.counts.waiting).toBe(waiting);
  });

  it.each([
    ['another targeting key', 'user-2', { tenant: 'acme' }],
    ['the same targeting key and another attribute', 'user-1', { tenant: 'other' }],
    ['an attribute less', 'user-1', {}],
  ])('200: never "unchanged" for %s, though the configuration is the same', async (_name, who, more) => {
    const first = await all(contextOf('user-1', { tenant: 'acme' }));
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await all(contextOf(who, more), { headers })).status).toBe(200);
  });

  it('200: never "unchanged" for a key that may see other flags', async () => {
    const first = await all(contextOf('user-1'));
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await all(contextOf('user-1'), { key: slotKey, headers })).status).toBe(200);
  });

  it('200: never "unchanged" after a change that the client has heard of from another process', async () => {
    const deaf = bench.openProcess();
    const slot = await makeBenchSlot('heard');
    const first = await deaf.ask(FLAGS, { key, body: contextOf('a') });
    const { configVersion } = await move(slot, { kind: 'first', promptId: slot.prompts[0] });
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const path = `${FLAGS}?flagConfigEtag=cfg-${configVersion}&flagConfigLastModified=1`;
    const again = await deaf.ask(path, { key, headers, body: contextOf('a') });
    expect([again.status, again.json?.metadata.configVersion]).toEqual([200, configVersion]);
  });

  it.each([
    [
      '400',
      'a context that is nested too deeply',
      `{"context":{"a":${'['.repeat(9000)}${']'.repeat(9000)}}}`,
    ],
    ['400', 'no context', '{}'],
    ['400', 'no JSON', 'x'],
  ])('%s: %s', async (status, _name, body) => {
    expect((await all(body)).status).toBe(Number(status));
  });
});

describe('while Postgres is away', () => {
  it('every evaluation is answered from what was known; 503 only where nothing was', async () => {
    const known = bench.openProcess();
    const before = await known.ask(`${FLAGS}/${router.flagKey}`, { key, body: contextOf('user-1') });
    await bench.proxy.vanish();
    for (let minute = 0; minute < 3; minute += 1) {
      known.clock.advance(60_000);
      const { status, json } = await known.ask(`${FLAGS}/${router.flagKey}`, {
        key,
        body: contextOf('user-1'),
      });
      expect([status, json.value]).toEqual([200, before.json.value]);
    }
    const unknown = await bench.openProcess().ask(FLAGS, { key, body: contextOf('a') });
    expect([unknown.status, unknown.json]).toEqual([503, { errorDetails: expect.stringMatching(/\.$/) }]);
    expect(unknown.headers.get('retry-after')).toBe('5');
    await bench.proxy.comeBack();
    await expect.poll(() => known.serving.store.isFresh, PATIENT).toBe(true);
  });
});
