import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '@/lib/domain/ledger-entry';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makePostgresLedger } from '@/server/ledger/postgres-ledger';
import { seedRun, takeLease } from '@/server/ledger/testing/seed-run';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { type Listener, makeListener } from './listener';
import { readEntries, watchRun } from './read-events';

let database: TestDatabase;
let listener: Listener;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  listener = makeListener(database.url);
});
afterAll(async () => {
  await listener.close();
  await database.close();
});

const paused = (iteration: number): Fact => ({
  type: 'run.paused',
  key: `run.paused/${iteration}`,
  data: { iteration },
  measured: { atMs: 1_767_225_600_000 },
});
const failed: Fact = {
  type: 'run.failed',
  key: 'run.failed',
  data: { code: 'X', message: 'It broke.' },
  measured: { atMs: 1_767_225_600_000 },
};

describe('watching a run', () => {
  it('delivers from a number on, what was there and what comes, without loss or repetition, until the end', async () => {
    const runId = await seedRun(database.pg);
    const ledger = makePostgresLedger(database.pg, await takeLease(database.pg, runId));
    for (let index = 1; index <= 40; index += 1) ledger.append(paused(index));
    await ledger.flush();
    const seen: number[] = [];
    const watching = (async () => {
      for await (const entry of watchRun(runId, 25, AbortSignal.timeout(300_000), {
        pool: database.pg,
        listener,
      })) {
        seen.push(entry.seq);
      }
    })();
    for (let index = 41; index <= 1_400; index += 1) {
      ledger.append(paused(index));
      if (index % 97 === 0) await ledger.flush();
    }
    await ledger.flush();
    await expect.poll(() => seen.length).toBe(1_375);
    ledger.append(failed);
    await ledger.flush();
    await watching;
    expect(seen).toEqual(Array.from({ length: 1_376 }, (_, index) => 26 + index));
  });

  it('goes on after its connection was cut', async () => {
    const runId = await seedRun(database.pg);
    const ledger = makePostgresLedger(database.pg, await takeLease(database.pg, runId));
    const seen: number[] = [];
    const watching = (async () => {
      for await (const { seq } of watchRun(runId, 0, AbortSignal.timeout(300_000), {
        pool: database.pg,
        listener,
      }))
        seen.push(seq);
    })();
    await expect.poll(() => listener.isConnected).toBe(true);
    await database.pg.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
    );
    ledger.append(paused(1));
    ledger.append(failed);
    await ledger.flush();
    await watching;
    expect(seen).toEqual([1, 2]);
  });

  it('ends when the watcher leaves', async () => {
    const runId = await seedRun(database.pg);
    const leaving = new AbortController();
    const watching = watchRun(runId, 0, leaving.signal, { pool: database.pg, listener }).next();
    leaving.abort();
    expect((await watching).done).toBe(true);
  });

  it('reads pages by type and iteration', async () => {
    const runId = await seedRun(database.pg);
    const ledger = makePostgresLedger(database.pg, await takeLease(database.pg, runId));
    for (const index of [1, 2, 3]) ledger.append(paused(index));
    ledger.append(failed);
    await ledger.flush();
    const read = (filter: object) => readEntries(runId, 0, { pool: database.pg, filter });
    expect((await read({ type: 'run.paused' })).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect((await read({ iteration: 2 })).map(({ seq }) => seq)).toEqual([2]);
  });
});
