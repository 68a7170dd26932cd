import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallKey } from '@/lib/ports/journal';
import { type Rng, seededRng } from '@/lib/random/seeded-rng';
import { answer, callKey, sentRequest } from '@/lib/testing/builders/journal-records';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { readCostRows } from '@/server/repositories/costs';
import { countAnswered, countCalls } from '@/server/repositories/journal';
import { closeLedgerPool } from './pool';
import { openPostgresJournal, type PostgresJournal } from './postgres-journal';
import { recountCostRows } from './testing/recounted-costs';
import { seedRun, takeLease } from './testing/seed-run';
import { asEnvironment } from './testing/test-environment';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
});
afterAll(async () => {
  await Promise.all([closeLedgerPool(), closeDb()]);
  await database.close();
});

/** The serving model declares what it keeps busy, the proposer does not; delays go past the time-out now and then. */
const MODELS = {
  serving: { model: 'small', acceleratorsPerCall: 2, callTimeoutMs: 900 },
  proposer: { model: 'large', callTimeoutMs: 900 },
};

async function makeRun(): Promise<string> {
  const runId = await seedRun(database.pg);
  await database.pg.query(`UPDATE "Run" SET manifest = jsonb_set(manifest, '{models}', $2) WHERE id = $1`, [
    runId,
    JSON.stringify(MODELS),
  ]);
  return runId;
}

async function expectBooksToAgree(runId: string): Promise<void> {
  const [kept, counted] = await Promise.all([readCostRows(runId), recountCostRows(runId)]);
  const exactly = (rows: typeof kept) => rows.map(({ gpuSeconds: _, ...row }) => row);
  expect(exactly(kept)).toEqual(exactly(counted));
  for (const [index, row] of kept.entries()) {
    expect(row.gpuSeconds).toBeCloseTo(counted[index]?.gpuSeconds ?? Number.NaN, 9);
  }
  const sum = (read: (row: (typeof kept)[number]) => number) =>
    counted.reduce((total, row) => total + read(row), 0);
  const unanswered = sum((row) => row.unanswered);
  const calls = { inFlight: unanswered, possiblyPaidTwice: sum((row) => row.possiblyPaidTwice) };
  expect(await countCalls(runId)).toEqual(calls);
  expect(await countAnswered(runId)).toBe(sum((row) => row.calls) - unanswered);
}

/** Some hundred calls over a few iterations: each sent, and then withdrawn, answered (perhaps twice) or left open. */
async function live(journal: PostgresJournal, rng: Rng, calls: number): Promise<void> {
  const chance = (share: number) => rng.nextFloat() < share;
  const usd = () => Math.round(rng.nextFloat() * 1e6) / 1e9;
  const wave = Array.from({ length: calls }, (): (() => Promise<void>) => {
    const isReflection = chance(0.4);
    const key: CallKey = callKey({
      iteration: rng.nextInt(-1, 3),
      ordinal: rng.nextInt(0, 60),
      purpose: isReflection ? 'reflect' : 'generate',
    });
    const role = isReflection ? ('proposer' as const) : ('serving' as const);
    const model = isReflection ? 'large' : 'small';
    const request = { ...sentRequest(), role, model, reservedUsd: usd() };
    const fate = rng.nextFloat();
    const outcome = {
      ...answer('said').outcome,
      delayMs: rng.nextFloat() * 1_200,
      attempts: chance(0.1) ? 0 : 1,
    };
    const price = chance(0.05) ? null : usd();
    const given = {
      ...{ outcome, costUsd: price, spendUsd: price },
      ...(chance(0.2) ? { cached: true } : {}),
    };
    return async () => {
      if (await journal.answered(key)) return;
      await journal.recordSent(key, request);
      if (fate < 0.1) await journal.withdraw?.(key);
      else if (fate < 0.8) await journal.recordAnswer(key, given);
      if (fate > 0.1 && fate < 0.2) await journal.recordAnswer(key, given);
      if (fate > 0.1 && fate < 0.3) await journal.markUnusable?.(key, fate < 0.2 ? 'unparseable' : 'empty');
    };
  });
  await Promise.all(wave.map((step) => step()));
}

describe('the totals that are kept of calls', () => {
  it('equal the recount after every life of a run that is killed, taken over and helped', async () => {
    const runId = await makeRun();
    const rng = seededRng('lives');
    for (let round = 0; round < 6; round += 1) {
      const lease = await takeLease(database.pg, runId);
      const holder = await openPostgresJournal(database.pg, lease);
      const helper = await openPostgresJournal(database.pg, { ...lease, worker: 'helper' }, 'joins');
      await Promise.all([live(holder, rng, 90), live(helper, rng, 40)]);
      await expectBooksToAgree(runId);
    }
    const causes = (await readCostRows(runId)).flatMap((row) => Object.keys(row.causes));
    expect([...new Set(causes)].sort()).toEqual(['empty', 'unparseable']);
    const { possiblyPaidTwice, inFlight } = await countCalls(runId);
    expect(Math.min(possiblyPaidTwice, inFlight)).toBeGreaterThan(0);
  });

  it('take nothing of a write that was taken back, or refused because the lease was lost', async () => {
    const runId = await makeRun();
    const lost = await openPostgresJournal(database.pg, await takeLease(database.pg, runId));
    const journal = await openPostgresJournal(database.pg, await takeLease(database.pg, runId));
    await live(journal, seededRng('kept'), 30);
    const before = await readCostRows(runId);
    await expect(lost.recordSent(callKey({ ordinal: 999 }), sentRequest())).rejects.toMatchObject({
      code: 'LEASE_LOST',
    });
    const client = await database.pg.connect();
    await client.query('BEGIN');
    await client.query(`UPDATE "JournalCall" SET dispatches = dispatches + 1 WHERE "runId" = $1`, [runId]);
    await client.query('ROLLBACK');
    client.release();
    expect(await readCostRows(runId)).toEqual(before);
  });

  it('follow a hand in the database, and go with the run that is deleted', async () => {
    const runId = await makeRun();
    await live(
      await openPostgresJournal(database.pg, await takeLease(database.pg, runId)),
      seededRng('hand'),
      80,
    );
    await database.pg.query(
      `UPDATE "JournalCall" SET "costUsd" = NULL, purpose = 'evaluate' WHERE "runId" = $1 AND iteration = 1`,
      [runId],
    );
    await expectBooksToAgree(runId);
    await database.pg.query(`DELETE FROM "JournalCall" WHERE "runId" = $1 AND iteration = 2`, [runId]);
    await expectBooksToAgree(runId);
    await database.pg.query(`DELETE FROM "Run" WHERE id = $1`, [runId]);
    const { rows } = await database.pg.query(`SELECT 1 FROM "CallTotal" WHERE "runId" = $1`, [runId]);
    expect(rows).toEqual([]);
  });
});
