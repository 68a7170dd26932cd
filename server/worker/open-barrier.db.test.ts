import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLoop } from '@/lib/engine/run-loop';
import type { LanguageModel } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { drawnDelay } from '@/lib/testing/timed-model';
import { toyRun } from '@/lib/testing/toy-run';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { openPostgresJournal } from '@/server/ledger/postgres-journal';
import { makePostgresLedger } from '@/server/ledger/postgres-ledger';
import { openReplayJournal } from '@/server/ledger/replay-journal';
import { seedRun, takeLease } from '@/server/ledger/testing/seed-run';
import { systemAlarm, systemClock } from '@/server/observability/system-clock';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const base = buildManifest();
const manifest = buildManifest({
  split: { ...base.split, counts: { train: 90, selection: 0, heldOut: 6, confirmation: 0 } },
  batch: { kind: 'static', size: 30, reason: 'A test of the barrier, not of sizes.' },
  lanes: 64,
  aggregation: { ...base.aggregation, grouping: 'planned' },
  stragglers: { carryOverAfterShare: 0.7, overlap: true },
});

it('a run with every switch on keeps everything for its replay in Postgres', async () => {
  const runId = await seedRun(database.pg);
  const lease = await takeLease(database.pg, runId);
  const { input, model: inner } = toyRun({ manifest });
  const delayMs = drawnDelay('postgres', 20, 1);
  const model: LanguageModel = {
    async complete(request, signal) {
      await new Promise((resolve) => setTimeout(resolve, delayMs(request)));
      return { ...(await inner.complete(request, signal)), delayMs: delayMs(request) };
    },
  };
  const run = {
    ...input,
    journal: await openPostgresJournal(database.pg, lease),
    ledger: makePostgresLedger(database.pg, lease),
    clock: systemClock,
    alarm: systemAlarm,
  };
  const outcome = await runLoop({ ...run, model });
  expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });

  const noModel: LanguageModel = {
    complete: async () => {
      throw new Error('a replay calls no model');
    },
  };
  const replay = toyRun({ manifest });
  const journal = await openReplayJournal(database.pg, runId);
  const replayed = await runLoop({ ...replay.input, alarm: systemAlarm, journal, model: noModel });
  expect(replayed.runHash).toBe(outcome.runHash);

  const { rows } = await database.pg.query(
    'SELECT count(*)::int AS open FROM "JournalCall" WHERE "runId" = $1 AND outcome IS NULL',
    [runId],
  );
  expect(rows[0].open).toBe(0);
});
