import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '@/lib/domain/ledger-entry';
import { NO_SPEND } from '@/lib/domain/spend';
import { ledgerContract } from '@/lib/testing/contracts/ledger-contract';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makePostgresLedger } from './postgres-ledger';
import { readLedger, seedRun, takeLease } from './testing/seed-run';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

ledgerContract('on Postgres', async () => {
  const runId = await seedRun(database.pg);
  return {
    open: async () => makePostgresLedger(database.pg, await takeLease(database.pg, runId)),
    entries: () => readLedger(database.pg, runId),
  };
});

describe('postgres ledger', () => {
  it('writes facts without a flush', async () => {
    const runId = await seedRun(database.pg);
    makePostgresLedger(database.pg, await takeLease(database.pg, runId)).append(paused(1));
    await expect.poll(() => readLedger(database.pg, runId)).toHaveLength(1);
  });

  it('numbers without gap or double when two processes of one lease write at once', async () => {
    const runId = await seedRun(database.pg);
    const lease = await takeLease(database.pg, runId);
    const ledgers = [makePostgresLedger(database.pg, lease), makePostgresLedger(database.pg, lease)];
    await Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        const ledger = ledgers[index % 2];
        ledger?.append(paused(index % 80));
        if (index % 5 === 0) await ledger?.flush();
      }),
    );
    for (const ledger of ledgers) await ledger.flush();
    const entries = await readLedger(database.pg, runId);
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
  });

  it('keeps the run row in step: status, stamps, hash and summary', async () => {
    const runId = await seedRun(database.pg);
    const ledger = makePostgresLedger(database.pg, await takeLease(database.pg, runId));
    const score = { mean: 0.5, lower: 0.4, upper: 0.6, n: 10 };
    ledger.append({
      type: 'run.finished',
      key: 'run.finished',
      data: {
        reason: 'trainingDone',
        numbers: { examples: 3 },
        iterations: 1,
        bestCandidateHash: 'c',
        bestScore: score,
        seedScore: score,
        spend: { ...NO_SPEND, calls: 3 },
        failures: 0,
        runHash: 'r',
      },
      measured: { atMs: 1_767_225_600_000 },
    });
    await ledger.flush();
    const { rows } = await database.pg.query(`SELECT * FROM "Run" WHERE id = $1`, [runId]);
    expect(rows[0]).toMatchObject({
      status: 'finished',
      runHash: 'r',
      lastSeq: 1,
      statusReason: 'All 3 training examples were used.',
    });
    expect(rows[0].summary).toMatchObject({ phase: 'ended', bestScore: score, spend: { calls: 3 } });
  });
});

function paused(iteration: number): Fact {
  return {
    type: 'run.paused',
    key: `run.paused/${iteration}`,
    data: { iteration },
    measured: { atMs: 1_767_225_600_000 },
  };
}
