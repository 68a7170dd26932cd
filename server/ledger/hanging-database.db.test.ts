import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '@/lib/domain/ledger-entry';
import { answer, callKey, sentRequest } from '@/lib/testing/builders/journal-records';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeLedgerPool } from './pool';
import { openPostgresJournal } from './postgres-journal';
import { makePostgresLedger } from './postgres-ledger';
import { readLedger, seedRun, takeLease } from './testing/seed-run';
import { asEnvironment } from './testing/test-environment';

/** Long enough for a healthy database on a busy machine. */
const QUERY_MS = 2_500;
const PATIENT = { interval: 20 };

let database: TestDatabase;
let proxy: VanishingProxy;
let pool: ReturnType<typeof makeLedgerPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  const url = new URL(database.url);
  proxy = await openVanishingProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  pool = makeLedgerPool(url.toString(), 4, { queryMs: QUERY_MS });
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await database.close();
});

async function openRun() {
  const runId = await seedRun(database.pg);
  const lease = await takeLease(database.pg, runId);
  return {
    runId,
    lease,
    journal: await openPostgresJournal(pool, lease),
    ledger: makePostgresLedger(pool, lease),
  };
}

const rowsOf = async (runId: string) =>
  (
    await database.pg.query<{ dispatches: number; answered: boolean }>(
      `SELECT dispatches, "answeredAt" IS NOT NULL AS answered FROM "JournalCall" WHERE "runId" = $1`,
      [runId],
    )
  ).rows;

/** A connection was given up as lost, so that its write is tried again. */
const connectionLost = () => new Promise<void>((resolve) => pool.once('remove', () => resolve()));

const paused = (atMs: number): Fact => ({
  type: 'run.paused',
  key: `run.paused/${atMs}`,
  data: { iteration: 1 },
  measured: { atMs },
});

describe.each([
  ['hangs', () => proxy.freeze()],
  ['refuses connections', () => proxy.vanish()],
])('a database that %s', (_how, goAway) => {
  it('loses no paid answer and writes none twice; the time is told, so that no fit takes it', async () => {
    const { runId, journal } = await openRun();
    const keys = Array.from({ length: 20 }, (_, ordinal) => callKey({ ordinal }));
    await Promise.all(keys.slice(0, 10).map((key) => journal.recordSent(key, sentRequest())));
    const lost = connectionLost();
    await goAway();
    const sent = keys.slice(10).map((key) => journal.recordSent(key, sentRequest()));
    const answers = keys.slice(0, 10).map((key) => journal.recordAnswer(key, answer(`${key.ordinal}`)));
    await lost;
    await proxy.comeBack();
    await Promise.all(sent);
    expect((await Promise.all(answers)).every(({ replayed }) => !replayed)).toBe(true);
    expect(await rowsOf(runId)).toHaveLength(20);
    expect((await rowsOf(runId)).filter(({ answered }) => answered)).toHaveLength(10);
    expect((await rowsOf(runId)).every(({ dispatches }) => dispatches === 1)).toBe(true);
    expect(journal.awayMs).toBeGreaterThan(0);
  });

  it('states each fact once, without a gap in the numbers', async () => {
    const { runId, ledger } = await openRun();
    ledger.append(paused(1));
    await ledger.flush();
    ledger.append(paused(2));
    const flushed = ledger.flush();
    const lost = connectionLost();
    await goAway();
    ledger.append(paused(3));
    const later = ledger.flush();
    await lost;
    await proxy.comeBack();
    await Promise.all([flushed, later]);
    await expect
      .poll(async () => (await readLedger(database.pg, runId)).map(({ seq, key }) => [seq, key]), PATIENT)
      .toEqual([1, 2, 3].map((n) => [n, `run.paused/${n}`]));
  });

  it('refuses the held answer of a worker whose run was taken over meanwhile', async () => {
    const { runId, journal } = await openRun();
    await journal.recordSent(callKey(), sentRequest());
    const lost = connectionLost();
    await goAway();
    const held = journal.recordAnswer(callKey(), answer('late'));
    const refused = expect(held).rejects.toMatchObject({ code: 'LEASE_LOST' });
    await takeLease(database.pg, runId);
    await lost;
    await proxy.comeBack();
    await refused;
    expect((await rowsOf(runId))[0]?.answered).toBe(false);
  });
});
