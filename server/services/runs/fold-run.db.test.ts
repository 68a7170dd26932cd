import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE, type RunState } from '@/lib/projection/run-state';
import { longLedger } from '@/lib/projection/testing/long-ledger';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { closeLedgerPool } from '@/server/ledger/pool';
import { makePostgresLedger } from '@/server/ledger/postgres-ledger';
import { seedRun, takeLease } from '@/server/ledger/testing/seed-run';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { foldRun } from './fold-run';
import { readIterationScan } from './read-snapshot';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
});
afterAll(async () => {
  await Promise.all([closeLedgerPool(), closeDb()]);
  await database.close();
});

const counts = ({ lastSeq, trainRollouts, iterations, measurements, candidates }: RunState) => ({
  ...{ lastSeq, trainRollouts, measurements: measurements.length },
  iterations: iterations.map(({ iteration, rollouts, correct, size }) => [
    iteration,
    rollouts,
    correct,
    size,
  ]),
  candidates: candidates.map(({ hash }) => hash),
});

async function write(ledger: ReturnType<typeof makePostgresLedger>, entries: readonly LedgerEntry[]) {
  for (const { seq, ...fact } of entries) ledger.append(fact);
  await ledger.flush();
}

describe('the kept fold of a run', () => {
  it('is gone on from, and counts what a fold of everything counts', async () => {
    const runId = await seedRun(database.pg);
    const ledger = makePostgresLedger(database.pg, await takeLease(database.pg, runId));
    const entries = longLedger(250);
    const cut = 2_400;
    await write(ledger, entries.slice(0, cut));
    const [first, second] = await Promise.all([foldRun(runId, cut), foldRun(runId, cut)]);
    expect(second).toBe(first);
    expect(await db().runSnapshot.findUnique({ where: { runId }, select: { seq: true } })).toEqual({
      seq: cut,
    });
    await write(ledger, entries.slice(cut));
    const whole = await foldRun(runId, entries.length);
    expect(counts(whole)).toEqual(counts(reduceRun(EMPTY_RUN_STATE, entries)));
  });

  it('begins anew where another version of the fold kept it', async () => {
    const runId = await seedRun(database.pg);
    await write(makePostgresLedger(database.pg, await takeLease(database.pg, runId)), longLedger(2));
    await db().runSnapshot.create({ data: { runId, seq: 9, fold: -1, state: '{"lastSeq":9}' } });
    const entries = longLedger(2);
    expect(counts(await foldRun(runId, entries.length))).toEqual(counts(reduceRun(EMPTY_RUN_STATE, entries)));
  });
});

describe('one iteration, read by itself', () => {
  const actorOf = async (runId: string) => {
    const { workspaceId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
    return testActor('viewer', { workspaceId });
  };

  it('counts its rollouts as the fold of the whole run does', async () => {
    const runId = await seedRun(database.pg);
    const entries = longLedger(4);
    await write(makePostgresLedger(database.pg, await takeLease(database.pg, runId)), entries);
    const actor = await actorOf(runId);
    for (const whole of reduceRun(EMPTY_RUN_STATE, entries).iterations) {
      expect(whole.rollouts).toBeGreaterThan(0);
      const { iteration } = await readIterationScan(actor, { runId, iteration: whole.iteration });
      expect(iteration).toEqual(JSON.parse(JSON.stringify(whole)));
    }
    await expect(readIterationScan(actor, { runId, iteration: 4 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('of a search has the size that it used, not the one that was planned', async () => {
    const runId = await seedRun(database.pg);
    const tried = {
      type: 'trial.finished',
      key: 'trial',
      data: { iteration: 0, ordinal: 0 },
      measured: { atMs: 0 },
    } as unknown as LedgerEntry;
    const turns = longLedger(3).map((entry) =>
      entry.type === 'iteration.closed'
        ? { ...entry, data: { ...entry.data, trainExamplesSeen: 5 * (entry.data.iteration + 1) } }
        : entry,
    );
    const [first, ...rest] = turns;
    const entries = [first, tried, ...rest].flatMap((entry, index) =>
      entry === undefined ? [] : [{ ...entry, seq: index + 1 } as LedgerEntry],
    );
    await write(makePostgresLedger(database.pg, await takeLease(database.pg, runId)), entries);
    const actor = await actorOf(runId);
    for (const whole of reduceRun(EMPTY_RUN_STATE, entries).iterations) {
      const { iteration } = await readIterationScan(actor, { runId, iteration: whole.iteration });
      expect(iteration).toMatchObject({ size: whole.size, rollouts: whole.rollouts });
      expect(whole.size).toBe(5);
    }
  });
});
