import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature as ServerOpenFeature } from '@openfeature/server-sdk';
import { OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';
import { EventSource } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bucketOf, variantOf } from '@/lib/canary/bucketing';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { type FlagServer, METRICS_TOKEN, startFlagServer } from './testing/flag-server';
import { type BenchSlot, makeBenchKey, makeBenchSlot, move } from './testing/slot-bench';

/**
 * The official clients, unmodified, against the flag server as `npm start` starts it: a process of its own, which hears
 * of every move by the database alone. They read a slot, see a canary's split and see it taken back.
 */
const PATIENT = { interval: 20 };
const CODE_DEFAULT = { text: 'The prompt in my code.' };
const SHARE = 0.25;
const USERS = Array.from({ length: 40 }, (_, n) => `conv_${n}`);
const START_MS = 60_000;

let database: TestDatabase;
let server: FlagServer;
let key: string;
let slot: BenchSlot;
let made = 0;
/** Browsers have it; this Node hides its own behind a flag. */
const hadEventSource = Reflect.get(globalThis, 'EventSource');
beforeAll(async () => {
  Reflect.set(globalThis, 'EventSource', EventSource);
  database = await createTestDatabase();
  asEnvironment(database);
  await makeBenchSlot('base');
  key = (await makeBenchKey()).secret;
  server = await startFlagServer(database.url);
}, START_MS);
afterAll(async () => {
  await Promise.all([ServerOpenFeature.close(), WebOpenFeature.close()]);
  const code = await server.stop();
  const { _sum } = await db().exposureCount.aggregate({ _sum: { count: true } });
  await closeDb();
  await database.close();
  Reflect.set(globalThis, 'EventSource', hadEventSource);
  // In good order, and with everything written that was served.
  expect(code).toBe(0);
  expect(_sum.count).toBeGreaterThan(USERS.length);
});
beforeEach(async () => {
  made += 1;
  slot = await makeBenchSlot(`live-${made}`);
  await move(slot, { kind: 'first', promptId: slot.prompts[0] });
});

const split = () => move(slot, { kind: 'split', promptId: slot.prompts[1], share: SHARE, step: 0 });
const variantWanted = (user: string) => variantOf(bucketOf(slot.canaryId, user), SHARE);
const versionIn = (value: unknown) => (value as { readonly version?: number }).version;
const access = () => ({
  baseUrl: server.origin,
  headers: [['Authorization', `Bearer ${key}`]] as [string, string][],
});

it('the server client reads a slot, sees the split by bucket and the way back', async () => {
  await ServerOpenFeature.setProviderAndWait(new OFREPProvider(access()));
  const client = ServerOpenFeature.getClient();
  const details = (user: string) =>
    client.getObjectDetails(slot.flagKey, CODE_DEFAULT, { targetingKey: user, tenant: 'acme' });
  const seen = async () => {
    const { reason, value } = await details('conv_1');
    return [reason, versionIn(value)];
  };
  await expect.poll(seen, PATIENT).toEqual(['STATIC', 1]);
  await split();
  await expect.poll(async () => (await details('conv_1')).reason, PATIENT).toBe('SPLIT');
  const all = await Promise.all(USERS.map(details));
  expect(all.map(({ variant }) => variant)).toEqual(USERS.map(variantWanted));
  expect(all.map(({ value }) => versionIn(value))).toEqual(
    USERS.map((user) => (variantWanted(user) === 'challenger' ? 2 : 1)),
  );
  expect(new Set(all.map(({ variant }) => variant)).size).toBe(3);
  await move(slot, { kind: 'revert' });
  await expect.poll(seen, PATIENT).toEqual(['DISABLED', 1]);
  for (const { value } of await Promise.all(USERS.map(details))) expect(versionIn(value)).toBe(1);
});

it('the browser client hears of the split and of the way back on its line', async () => {
  const user = USERS.find((one) => variantWanted(one) === 'challenger') ?? '';
  await WebOpenFeature.setContext({ targetingKey: user });
  await WebOpenFeature.setProviderAndWait(new OFREPWebProvider({ ...access(), cacheMode: 'disabled' }));
  const client = WebOpenFeature.getClient();
  const seen = () => {
    const { reason, value } = client.getObjectDetails(slot.flagKey, CODE_DEFAULT);
    return [reason, versionIn(value)];
  };
  await expect.poll(seen, PATIENT).toEqual(['STATIC', 1]);
  await split();
  await expect.poll(seen, PATIENT).toEqual(['SPLIT', 2]);
  await move(slot, { kind: 'revert' });
  await expect.poll(seen, PATIENT).toEqual(['DISABLED', 1]);
});

it('says what it counts to the operator alone, and how old its flags are to everybody', async () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.origin}${path}`, { headers });
  const answer = await fetch(`${server.origin}/ofrep/v1/evaluate/flags/${slot.flagKey}`, { method: 'POST' });
  expect(answer.status).toBe(401);
  expect((await ask('/metrics')).status).toBe(401);
  expect((await ask('/metrics', { authorization: `Bearer ${key}` })).status).toBe(403);
  const page = await (await ask('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).text();
  expect(page).toMatch(/^waggle_evaluations_total\{door="evaluate",status="401"\} 1$/m);
  expect(page).toMatch(/^waggle_flags_unconfirmed_seconds \d+(\.\d+)?$/m);
  for (const name of [
    'waggle_exposure_rows_waiting',
    'waggle_flag_streams_open',
    'waggle_mirrored_under_way',
  ])
    expect(page).toMatch(new RegExp(`^${name} \\d+$`, 'm'));
  const health = await (await ask('/health')).json();
  expect(health).toMatchObject({ status: 'serving', flags: { isFresh: true } });
});
