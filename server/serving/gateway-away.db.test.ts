import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { forgetConfig } from '@/server/config/config';
import { type SeededSlot, seedCanary, seedSlot } from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { seedRun } from '@/server/ledger/testing/seed-run';
import { closeGateway, gateway } from './gateway';
import { closeServing } from './serving';
import { asking } from './testing/gateway-bench';
import { type StubProvider, says, startStubProvider } from './testing/stub-provider';

/** The whole gateway over a real database that goes away: callers are answered, and what was mirrored is not lost. */
let api: TestApi;
let proxy: VanishingProxy;
let provider: StubProvider;
let slot: SeededSlot;
let key: string;
beforeAll(async () => {
  provider = await startStubProvider(says('42'));
  api = await startTestApi({ WAGGLE_ALLOWED_ADDRESSES: '127.0.0.1' });
  const { db, pg, url } = api.database;
  const direct = new URL(url);
  proxy = await openVanishingProxy({ host: direct.hostname, port: Number(direct.port) });
  direct.port = String(proxy.port);
  process.env.DATABASE_URL = direct.toString();
  forgetConfig();
  const runId = await seedRun(pg);
  await db.run.update({ where: { id: runId }, data: { manifest: { task: { scoring: { kind: 'judge' } } } } });
  slot = await seedSlot(api, 'away', { from: { runId, candidateHash: 'c'.repeat(64) } });
  const now = new Date();
  const row = { plan: canaryPlan({ share: 1 }) as object, startedAt: now, stageStartedAt: now };
  await seedCanary(api, slot, { state: 'shadow', row });
  const { id: providerId } = await db.provider.create({
    data: { id: 'prv_stub', workspaceId: api.workspaceId, name: 'Stub', baseUrl: provider.url },
  });
  await api.call('saveSlotGateway', { params: { slotId: slot.slotId }, body: { providerId, model: 'stub' } });
  key = await slotKey(slot.slotId, ['evaluate', 'ingest']);
});
afterAll(async () => {
  await closeGateway(1_000);
  await closeServing();
  await api.close();
  await proxy.close();
  await provider.close();
});

async function slotKey(slotId: string, scopes: readonly string[]): Promise<string> {
  const { secret, hash: secretHash, prefix } = makeKeySecret();
  const about = {
    id: `key_${prefix}`,
    workspaceId: api.workspaceId,
    name: 'slot',
    role: 'viewer',
    createdBy: 'test',
  } as const;
  await api.database.db.apiKey.create({
    data: { ...about, secretHash, prefix, slotId, scopes: [...scopes] },
  });
  return secret;
}

const ask = (secret = key) =>
  gateway().chat(asking({ messages: [{ role: 'user', content: 'What is 6 x 7?' }] }, { key: secret }));
const mirrored = async () =>
  (await api.database.pg.query<{ n: number }>('SELECT count(*)::int AS n FROM "MirroredRequest"')).rows[0]?.n;
const PATIENT = { interval: 50 };

describe('the gateway over a database that goes away', () => {
  it('answers, mirrors, and keeps both answers', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get('x-waggle-prompt-version')).toBe('1');
    await expect.poll(mirrored, PATIENT).toBe(1);
    const pairs = await api.database.db.canaryPair.findMany();
    expect(pairs.map(({ stage, countedAt }) => [stage, countedAt])).toEqual([['shadow', null]]);
    const fronts = provider.asked.map(({ body }) => body.messages[0]?.content).sort();
    expect(fronts).toEqual(['spr_away_1', 'spr_away_2']);
  });

  it('goes on answering from what it knew, tells a new key to come again, and writes all of it on return', async () => {
    const other = await slotKey(slot.slotId, ['evaluate', 'ingest']);
    await proxy.vanish();
    for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(200);
    const refused = await ask(other);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await mirrored()).toBe(1);
    await proxy.comeBack();
    await expect.poll(mirrored, PATIENT).toBe(6);
    await expect.poll(async () => (await ask(other)).status, PATIENT).toBe(200);
  });

  it('is refused a provider of another workspace in its settings', async () => {
    await api.database.db.workspace.create({ data: { id: 'wsp_other', name: 'Other' } });
    await api.database.db.provider.create({
      data: { id: 'prv_other', workspaceId: 'wsp_other', name: 'Other', baseUrl: provider.url },
    });
    const params = { slotId: slot.slotId };
    const refused = await api.call('saveSlotGateway', { params, body: { providerId: 'prv_other' } });
    expect(refused.status).toBe(404);
    const { json } = await api.call('readSlotGateway', { params });
    expect(json).toMatchObject({ providerId: 'prv_stub', model: 'stub', mirrorsTools: false });
  });
});
