import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { makeStepCallers } from './step-callers';

const NEVER_MS = 3_600_000;
let database: TestDatabase;
let proxy: VanishingProxy;
let pool: ReturnType<typeof makeLedgerPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  await database.pg.query(`
    INSERT INTO "Workspace" (id, name) VALUES ('w', 'w');
    INSERT INTO "Slot" (id, "workspaceId", kind, slug, name, "createdBy") VALUES ('s', 'w', 'production', 's', 's', 'me');
    INSERT INTO "ServedPrompt" (id, "slotId", version, sha256, text, params, "isPractice", "createdBy")
      VALUES ('p', 's', 1, 'h', 't', '{}', false, 'me');
    INSERT INTO "Canary" (id, "workspaceId", "slotId", "challengerId", draft, "createdBy")
      SELECT name, 'w', 's', 'p', '{}', 'me' FROM unnest(ARRAY['once', 'away', 'full']) AS name;`);
  const url = new URL(database.url);
  proxy = await openVanishingProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  pool = makeLedgerPool(url.toString(), 2, { queryMs: 300 });
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await database.close();
});

const served = (canaryId: string, keyHash: string, atMs = 1_790_000_000_000) =>
  ({ canaryId, stage: 'liveStep', step: 0, variant: 'challenger', keyHash, atMs }) as const;

async function written(canaryId: string) {
  const { rows } = await database.pg.query<{ caller: string; at: Date }>(
    'SELECT caller, at FROM "StepCaller" WHERE "canaryId" = $1 ORDER BY caller',
    [canaryId],
  );
  return rows.map(({ caller, at }) => [caller, at.getTime()]);
}

describe('callers of a live step', () => {
  it('are written once with the moment of their first answer, by however many processes', async () => {
    const [first, second] = [makeStepCallers({ pool }), makeStepCallers({ pool })];
    first.note(served('once', 'a', 1_000));
    first.note(served('once', 'a', 2_000));
    await first.flush();
    first.note(served('once', 'a', 3_000));
    second.note(served('once', 'a', 4_000));
    second.note({ ...served('once', 'b', 5_000), variant: 'incumbent' });
    second.note({ ...served('once', 'c', 5_000), stage: null });
    second.note(served('a canary that is gone', 'd', 5_000));
    expect([first.waiting, second.waiting]).toEqual([0, 2]);
    await Promise.all([first.close(), second.close()]);
    expect(await written('once')).toEqual([['a', 1_000]]);
    expect(second.waiting).toBe(0);
  });

  it('wait in memory while Postgres is away', async () => {
    const callers = makeStepCallers({ pool, flushMs: NEVER_MS });
    callers.note(served('away', 'a', 1_000));
    await proxy.vanish();
    await callers.flush();
    callers.note(served('away', 'b', 2_000));
    expect(callers.waiting).toBe(2);
    await proxy.comeBack();
    await expect.poll(() => callers.flush().then(() => callers.waiting)).toBe(0);
    expect(await written('away')).toEqual([
      ['a', 1_000],
      ['b', 2_000],
    ]);
    await callers.close();
  });

  it('take no more memory than for the given number of callers', async () => {
    const callers = makeStepCallers({ pool, flushMs: NEVER_MS, callersMax: 3 });
    for (const name of ['a', 'b', 'c', 'd']) callers.note(served('full', name, 1_000));
    expect(callers.waiting).toBe(3);
    await callers.flush();
    for (const name of ['d', 'e', 'a']) callers.note(served('full', name, 2_000));
    await callers.close();
    const known = (await written('full')).map(([caller]) => caller);
    expect(known).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await written('full'))[0]).toEqual(['a', 1_000]);
  });
});
