import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '@/lib/testing/manual-clock';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { makeKeyDirectory } from './key-directory';
import { type BenchSlot, makeBenchKey, makeBenchSlot } from './testing/slot-bench';

const PATIENT = { interval: 10 };
let database: TestDatabase;
let proxy: VanishingProxy;
let pool: ReturnType<typeof makeLedgerPool>;
let slot: BenchSlot;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  slot = await makeBenchSlot('keys');
  const url = new URL(database.url);
  proxy = await openVanishingProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  pool = makeLedgerPool(url.toString(), 2, { queryMs: 300 });
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await closeDb();
  await database.close();
});

function open() {
  const clock = manualClock();
  clock.advance(Date.now());
  return { clock, keys: makeKeyDirectory({ pool, clock }) };
}

const revoke = (id: string) => db().apiKey.update({ where: { id }, data: { revokedAt: new Date() } });

describe('the directory of keys', () => {
  it('knows what a key of a slot may do, and notes that it was used', async () => {
    const { id, secret } = await makeBenchKey({
      slotId: slot.slotId,
      scopes: ['evaluate'],
      origins: ['https://a.example'],
    });
    const actor = await open().keys.actorOf(secret);
    expect(actor).toMatchObject({
      keyId: id,
      via: 'key',
      slotKey: { slotId: slot.slotId, scopes: ['evaluate'], isBrowser: true, origins: ['https://a.example'] },
    });
    expect((await db().apiKey.findUnique({ where: { id } }))?.lastUsedAt).not.toBeNull();
  });

  it.each(['wgl_unknown', 'nonsense', ''])('refuses %j', async (secret) => {
    await expect(open().keys.actorOf(secret)).rejects.toMatchObject({ code: 'KEY_INVALID' });
  });

  it('refuses an expired key at its hour, though it was known before', async () => {
    const { clock, keys } = open();
    const { secret } = await makeBenchKey({ expiresAt: new Date(clock.nowMs() + 1000) });
    await keys.actorOf(secret);
    clock.advance(1000);
    await expect(keys.actorOf(secret)).rejects.toMatchObject({ code: 'KEY_INVALID' });
  });

  it('lets go of a revoked key after some seconds, and at once if it was not used for a while', async () => {
    const { clock, keys } = open();
    const [busy, idle] = [await makeBenchKey(), await makeBenchKey()];
    await Promise.all([keys.actorOf(busy.secret), keys.actorOf(idle.secret)]);
    await Promise.all([revoke(busy.id), revoke(idle.id)]);
    clock.advance(5_001);
    await expect
      .poll(
        () =>
          keys.actorOf(busy.secret).then(
            () => 'holds',
            ({ code }) => code,
          ),
        PATIENT,
      )
      .toBe('KEY_INVALID');
    clock.advance(60_000);
    await expect(keys.actorOf(idle.secret)).rejects.toMatchObject({ code: 'KEY_INVALID' });
  });

  it.each([
    ['hangs', () => proxy.freeze()],
    ['refuses connections', () => proxy.vanish()],
  ])(
    'goes on with known keys while Postgres %s, and says of a new one that it cannot be looked up',
    async (_how, goAway) => {
      const { clock, keys } = open();
      const [known, fresh] = [await makeBenchKey(), await makeBenchKey()];
      await keys.actorOf(known.secret);
      await goAway();
      for (let minute = 0; minute < 3; minute += 1) {
        clock.advance(60_000);
        expect((await keys.actorOf(known.secret)).keyId).toBe(known.id);
      }
      await expect(keys.actorOf(fresh.secret)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
      await proxy.comeBack();
      await expect
        .poll(
          () =>
            keys.actorOf(fresh.secret).then(
              ({ keyId }) => keyId,
              ({ code }) => code,
            ),
          PATIENT,
        )
        .toBe(fresh.id);
    },
  );
});
