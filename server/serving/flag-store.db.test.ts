import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { type Listener, makeListener } from '@/server/events/listener';
import { makeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { type FlagStore, makeFlagStore } from './flag-store';
import { type BenchSlot, beginSplit, makeBenchSlot, move, WORKSPACE } from './testing/slot-bench';

/** Guarantees of the store, against a real Postgres that goes away and comes back. */
const PATIENT = { interval: 10 };
/** A healthy database answers within it on any machine; where it hangs, the test waits for the shorter one. */
const QUERY_MS = 60_000;
const HANGING_MS = 2_500;

let database: TestDatabase;
let slot: BenchSlot;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
});
afterAll(async () => {
  await closeDb();
  await database.close();
});

const opened: (() => Promise<void>)[] = [];
let made = 0;
beforeEach(async () => {
  made += 1;
  slot = await makeBenchSlot(`store-${made}`);
});
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

function openStore(
  url: string,
  options: { pollMs?: number; listener?: Listener; queryMs?: number } = {},
): FlagStore {
  const pool = makeLedgerPool(url, 2, { queryMs: options.queryMs ?? QUERY_MS });
  const listener = options.listener ?? makeListener(url);
  const store = makeFlagStore({ pool, listener, pollMs: options.pollMs ?? 3_600_000 });
  opened.push(async () => {
    store.close();
    await listener.close();
    await pool.end();
  });
  return store;
}

async function openProxy(): Promise<VanishingProxy & { readonly url: string }> {
  const url = new URL(database.url);
  const proxy = await openVanishingProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  opened.push(() => proxy.close());
  return { ...proxy, url: url.toString() };
}

const liveIn = async (store: FlagStore) =>
  (await store.flagsOf(WORKSPACE)).bySlot.get(slot.slotId)?.live?.version ?? null;
const shareIn = async (store: FlagStore) =>
  (await store.flagsOf(WORKSPACE)).bySlot.get(slot.slotId)?.split?.share ?? null;

/** Hears nothing, as when every note is lost. */
const deafListener: Listener = {
  subscribe: () => () => undefined,
  isConnected: false,
  close: async () => undefined,
};

describe('the store of flags', () => {
  it('knows each flag as it was written: live, previous, split and challenger', async () => {
    await beginSplit(slot, 0.05, ['friend']);
    const flags = await openStore(database.url).flagsOf(WORKSPACE);
    expect(flags.byKey.get(slot.flagKey)).toEqual({
      slotId: slot.slotId,
      slug: `store-${made}`,
      kind: 'production',
      live: expect.objectContaining({ version: 1, text: 'You are version 1.', params: { temperature: 0 } }),
      previous: expect.objectContaining({ version: 1 }),
      split: {
        canaryId: slot.canaryId,
        step: 0,
        share: 0.05,
        optedIn: ['friend'],
        challenger: expect.objectContaining({ version: 2 }),
      },
      isReverted: false,
      configVersion: flags.configVersion,
    });
    expect(flags.changedAtMs).toBeGreaterThan(0);
  });

  it('follows a note at once, without a poll', async () => {
    const store = openStore(database.url);
    expect(await liveIn(store)).toBeNull();
    // A listener that is not connected yet is told on connecting that it may have missed a change.
    await move(slot, { kind: 'first', promptId: slot.prompts[0] });
    await expect.poll(() => liveIn(store), PATIENT).toBe(1);
    await move(slot, { kind: 'promote', promptId: slot.prompts[1] });
    await expect.poll(() => liveIn(store), PATIENT).toBe(2);
    await move(slot, { kind: 'revert' });
    await expect.poll(() => liveIn(store), PATIENT).toBe(1);
  });

  it('follows by the poll where every note is lost', async () => {
    const store = openStore(database.url, { pollMs: 20, listener: deafListener });
    expect(await liveIn(store)).toBeNull();
    await beginSplit(slot);
    await expect.poll(() => shareIn(store), PATIENT).toBe(0.25);
  });

  it('hears nothing of a transaction that did not stand', async () => {
    const store = openStore(database.url, { pollMs: 20 });
    await beginSplit(slot);
    await expect.poll(() => shareIn(store), PATIENT).toBe(0.25);
    const before = await store.flagsOf(WORKSPACE);
    await expect(move(slot, { kind: 'promote', promptId: 'spr_unknown' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await store.flagsSince(WORKSPACE, before.configVersion + 1)).configVersion).toBe(
      before.configVersion,
    );
  });

  it('tells each watcher each change once, with the new flags', async () => {
    const store = openStore(database.url, { pollMs: 20 });
    await store.flagsOf(WORKSPACE);
    const heard: number[] = [];
    const { leave } = store.watch(WORKSPACE, ({ configVersion }) => heard.push(configVersion));
    const { configVersion } = await move(slot, { kind: 'first', promptId: slot.prompts[0] });
    await expect.poll(() => heard.at(-1), PATIENT).toBe(configVersion);
    leave();
    await move(slot, { kind: 'promote', promptId: slot.prompts[2] });
    await expect.poll(() => liveIn(store), PATIENT).toBe(3);
    expect(heard.at(-1)).toBe(configVersion);
    expect(new Set(heard).size).toBe(heard.length);
  });

  it('gives a change that a caller has heard of elsewhere, though no note has come here yet', async () => {
    const store = openStore(database.url, { listener: deafListener });
    await store.flagsOf(WORKSPACE);
    const { configVersion } = await move(slot, { kind: 'first', promptId: slot.prompts[0] });
    expect((await store.flagsSince(WORKSPACE, configVersion)).bySlot.get(slot.slotId)?.live?.version).toBe(1);
  });

  it('refuses with a sentence where nothing is known and Postgres is away', async () => {
    const proxy = await openProxy();
    const store = openStore(proxy.url);
    await proxy.vanish();
    await expect(store.flagsOf(WORKSPACE)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await proxy.comeBack();
    expect((await store.flagsOf(WORKSPACE)).bySlot.has(slot.slotId)).toBe(true);
  });
});

describe.each([
  ['hangs', (proxy: VanishingProxy) => Promise.resolve(proxy.freeze())],
  ['refuses connections', (proxy: VanishingProxy) => proxy.vanish()],
])('while Postgres %s, the store', (_how, goAway) => {
  it('gives the last known flags without waiting, and what happened meanwhile as soon as it is back', async () => {
    const proxy = await openProxy();
    const store = openStore(proxy.url, { pollMs: 20, queryMs: HANGING_MS });
    await beginSplit(slot);
    await expect.poll(() => shareIn(store), PATIENT).toBe(0.25);
    await goAway(proxy);
    await expect.poll(() => store.isFresh, PATIENT).toBe(false);
    await move(slot, { kind: 'revert' });
    // An answer of Postgres takes turns of the event loop; the last known flags take none.
    const aTurnLater = new Promise((resolve) => setImmediate(resolve, 'waits'));
    expect(await Promise.race([shareIn(store), aTurnLater])).toBe(0.25);
    await proxy.comeBack();
    await expect.poll(() => shareIn(store), PATIENT).toBeNull();
    // A reading that hung is told as failed once more, after the one that brought the news.
    await expect.poll(() => store.isFresh, PATIENT).toBe(true);
  });
});
