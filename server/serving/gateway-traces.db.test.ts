import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { forgetConfig } from '@/server/config/config';
import { type SeededSlot, seedSlot } from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { metrics } from '@/server/observability/metrics';
import { readTrajectory } from '@/server/repositories/trajectories';
import { assembleDue } from '@/server/worker/traces/assemble-traces';
import { exposureIds } from './exposure-id';
import { closeGateway, gateway } from './gateway';
import { closeServing } from './serving';
import { asking } from './testing/gateway-bench';
import {
  completion,
  json,
  type StubProvider,
  says,
  startStubProvider,
  streams,
} from './testing/stub-provider';

/** The whole gateway over a real database: requests of a slot become traces where the slot says so. */
let api: TestApi;
let proxy: VanishingProxy;
let provider: StubProvider;
let slot: SeededSlot;
let key: string;

beforeAll(async () => {
  provider = await startStubProvider();
  api = await startTestApi({ WAGGLE_ALLOWED_ADDRESSES: '127.0.0.1' });
  const direct = new URL(api.database.url);
  proxy = await openVanishingProxy({ host: direct.hostname, port: Number(direct.port) });
  direct.port = String(proxy.port);
  process.env.DATABASE_URL = direct.toString();
  forgetConfig();
  slot = await seedSlot(api, 'kept');
  const { db } = api.database;
  await db.provider.create({
    data: { id: 'prv_stub', workspaceId: api.workspaceId, name: 'Stub', baseUrl: provider.url },
  });
  await db.model.create({
    data: { id: 'mdl_stub', providerId: 'prv_stub', name: 'stub', usdPerMillionIn: 1, usdPerMillionOut: 10 },
  });
  key = await slotKey(slot.slotId);
});
beforeEach(async () => {
  await closeGateway(1_000);
  await closeServing();
  provider.reply = says('42');
  for (const table of ['TracePart', 'TracePending', 'Trace', 'TracePolicy'])
    await api.database.pg.query(`DELETE FROM "${table}"`);
});
afterAll(async () => {
  await closeGateway(1_000);
  await closeServing();
  await api.close();
  await proxy.close();
  await provider.close();
});

async function slotKey(slotId: string): Promise<string> {
  const { secret, hash: secretHash, prefix } = makeKeySecret();
  const about = { name: 'slot', role: 'viewer' as const, createdBy: 'test', scopes: ['evaluate', 'ingest'] };
  await api.database.db.apiKey.create({
    data: { id: `key_${prefix}`, workspaceId: api.workspaceId, ...about, secretHash, prefix, slotId },
  });
  return secret;
}

const keep = (traceShare: number) =>
  api.call('saveSlotGateway', {
    params: { slotId: slot.slotId },
    body: { providerId: 'prv_stub', model: 'stub', traceShare },
  });
const QUESTION = { messages: [{ role: 'user', content: 'What is 6 x 7?' }] };
const ask = (body: object = QUESTION, headers: Record<string, string> = {}) =>
  gateway().chat(asking(body, { key, headers }));
const parts = () => api.database.db.tracePart.count();

async function assembled() {
  const { pg, db } = api.database;
  await pg.query(`UPDATE "TracePending" SET "dueAt" = now() - interval '1 second'`);
  while ((await assembleDue(pg)) > 0);
  return db.trace.findMany({ orderBy: { startedAt: 'asc' } });
}
/** All that was kept is written. */
const closed = () => closeGateway(60_000);

async function stepsOf(hash: string | null) {
  const stored = await readTrajectory(api.database.pg, { workspaceId: api.workspaceId, hash: hash ?? '' });
  return stored?.steps ?? [];
}

describe('a request of a slot that keeps traces', () => {
  it('becomes exactly one trace, with the served prompt, the answer and its numbers', async () => {
    await keep(1);
    const response = await ask(QUESTION, { 'x-waggle-targeting-key': 'conv-1' });
    await response.text();
    await closed();
    const [trace, ...more] = await assembled();
    expect(more).toEqual([]);
    const exposureId = response.headers.get('x-waggle-exposure-id') ?? '';
    expect(trace).toMatchObject({
      ...{ id: response.headers.get('x-waggle-request-id')?.replaceAll('-', ''), source: 'gateway' },
      ...{ state: 'complete', promptName: 'kept', promptVersion: '1', models: ['stub'], error: null },
      ...{ task: 'What is 6 x 7?', output: '42', tokensIn: 10, tokensOut: 2, modelCalls: 1, exposureId },
      ...{ sessionId: exposureIds().keyHashOf(slot.slotId, 'conv-1'), score: null },
    });
    expect(trace?.costUsd).toBeCloseTo((10 * 1 + 2 * 10) / 1e6, 12);
    expect(trace?.durationMs).toBeGreaterThanOrEqual(0);
    const steps = await stepsOf(trace?.trajectoryHash ?? null);
    expect(steps.map(({ source, text }) => [source, text])).toEqual([
      ['system', 'spr_kept_1'],
      ['user', 'What is 6 x 7?'],
      ['agent', '42'],
    ]);
  });

  it('has its tools, their calls and what came before, also of a streamed answer', async () => {
    await keep(1);
    const called = [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } }];
    const tools = [{ type: 'function', function: { name: 'look', description: 'Looks.', parameters: {} } }];
    provider.reply = json(200, completion(null, { tool_calls: called }));
    await (await ask({ ...QUESTION, tools })).text();
    provider.reply = streams();
    const history = [
      ...QUESTION.messages,
      { role: 'assistant', content: null, tool_calls: called },
      { role: 'tool', tool_call_id: 'c1', content: 'Seen.' },
    ];
    await (await ask({ messages: history, tools, stream: true })).text();
    await closed();
    const traces = await assembled();
    expect(traces.map(({ output, tools: used }) => [output, used])).toEqual([
      ['', ['look']],
      ['The answer is 42.', ['look']],
    ]);
    const steps = await stepsOf(traces[1]?.trajectoryHash ?? null);
    expect(steps.flatMap((step) => (step.source === 'agent' ? step.results : []))).toMatchObject([
      { callId: 'c1', content: 'Seen.' },
    ]);
  });

  it('says that its answer failed, and is no trace where the caller left before it began', async () => {
    await keep(1);
    provider.reply = json(500, { error: { message: 'broken' } });
    await (await ask()).text();
    provider.reply = streams(['data: {"choices":[{"index":0,"delta":{"content":"Hal"}}]}\n\n'], 'breaks');
    await expect((await ask({ ...QUESTION, stream: true })).text()).rejects.toThrow();
    provider.reply = () => undefined;
    const leaving = new AbortController();
    const before = provider.asked.length;
    const left = gateway().chat(asking(QUESTION, { key, signal: leaving.signal }));
    await expect.poll(() => provider.asked.length).toBe(before + 1);
    leaving.abort();
    expect((await left).status).toBe(499);
    await closed();
    expect((await assembled()).map(({ error, output }) => [error, output])).toEqual([
      ['The provider answered with HTTP 500.', ''],
      ['The answer broke off.', 'Hal'],
    ]);
  });

  it('is masked, and kept without its texts or not at all where the policy of traces says so', async () => {
    await keep(1);
    const secret = { messages: [{ role: 'user', content: 'Write to anna.berg@example.com.' }] };
    await (await ask(secret)).text();
    await closed();
    expect(await assembled()).toMatchObject([{ task: 'Write to [EMAIL_1].' }]);
    const { db } = api.database;
    for (const privacy of ['drop', 'refuse']) {
      const policy = { workspaceId: api.workspaceId, privacy };
      await db.tracePolicy.upsert({
        where: { workspaceId: api.workspaceId },
        create: policy,
        update: policy,
      });
      expect((await ask(secret)).status, 'the caller is answered all the same').toBe(200);
      await closed();
    }
    expect(await parts()).toBe(1);
    await db.tracePolicy.updateMany({ data: { privacy: 'mask', keepsContent: false } });
    const response = await ask();
    await response.text();
    await closed();
    const exposureId = response.headers.get('x-waggle-exposure-id');
    expect((await assembled()).at(-1)).toMatchObject({
      ...{ task: '', output: '', tokensIn: 10, promptName: 'kept', promptVersion: '1', exposureId },
    });
  });
});

describe('a share of the requests', () => {
  it('of 0 keeps none, which is what a slot says until it is set', async () => {
    await api.database.db.slotGateway.deleteMany({});
    expect((await ask({ ...QUESTION, model: 'stub' })).status).toBe(200);
    await keep(0);
    await closed();
    expect((await ask()).status).toBe(200);
    await closed();
    expect(await parts()).toBe(0);
  });

  it('is drawn by request, and is set by an experimenter and audited', async () => {
    const { json: saved } = await keep(0.5);
    expect(saved).toMatchObject({ traceShare: 0.5 });
    const ids = await Promise.all(
      Array.from({ length: 40 }, async () => (await ask()).headers.get('x-waggle-request-id')),
    );
    await closed();
    const kept = await parts();
    expect(kept).toBeGreaterThan(5);
    expect(kept).toBeLessThan(35);
    expect(new Set(ids).size).toBe(40);
    const audit = await api.database.db.auditEntry.findMany({ where: { action: 'slot.gatewaySet' } });
    expect(audit.at(-1)?.detail).toMatchObject({ traceShare: 0.5 });
    expect((await keep(1.5)).status).toBe(400);
  });
});

describe('Postgres that is slow or away', () => {
  it('delays no caller, and what was answered meanwhile is stored when it is back', async () => {
    await keep(1);
    await (await ask()).text();
    await expect.poll(parts).toBe(1);
    const lock = await api.database.pg.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE "TracePart" IN ACCESS EXCLUSIVE MODE');
    for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(200);
    await lock.query('ROLLBACK');
    lock.release();
    await expect.poll(parts).toBe(6);
    await proxy.vanish();
    for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(200);
    expect(await parts()).toBe(6);
    await proxy.comeBack();
    await expect.poll(parts).toBe(11);
    const told = await metrics().gatewayTraces.get();
    expect(told.values.find(({ labels }) => labels.outcome === 'broken')).toBeUndefined();
  });
});
