import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';
import type { RunLoopInput } from '@/lib/engine/run-context';
import { runLoop } from '@/lib/engine/run-loop';
import { ace } from '@/lib/methods/ace/ace';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { causeSentence } from '@/lib/words/cause';
import { generateFormulaPractice } from '@/prisma/practice-sets/formula-practice';
import { openaiModel } from '@/server/adapters/openai-model';
import { connectProvider, type ProviderConnection } from '@/server/adapters/provider-connection';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { openPostgresJournal } from '@/server/ledger/postgres-journal';
import { makePostgresLedger } from '@/server/ledger/postgres-ledger';
import { openReplayJournal } from '@/server/ledger/replay-journal';
import { readLedger, seedRun, takeLease } from '@/server/ledger/testing/seed-run';
import { systemAlarm, systemClock } from '@/server/observability/system-clock';
import { CALL_SETTINGS_DEFAULT } from '@/server/practice-model/call-settings';
import { startPracticeModel } from '@/server/practice-model/http-server';

const COUNTS = { train: 40, selection: 0, heldOut: 30, confirmation: 0 };
const FAULTS = { 'x-practice-faults': '0.3', 'x-practice-fault-kinds': '429,500,time-out,cut-off,malformed' };

let database: TestDatabase;
let practice: Awaited<ReturnType<typeof startPracticeModel>>;
let connection: ProviderConnection;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waggle-faults-'));

const examples: Example[] = generateFormulaPractice()
  .slice(0, COUNTS.train + COUNTS.heldOut)
  .map((record) => {
    const id = contentHash(record.question);
    return { ...record, id, contentHash: id };
  });

beforeAll(async () => {
  database = await createTestDatabase();
  practice = await startPracticeModel({
    port: 0,
    dataDir,
    settings: { ...CALL_SETTINGS_DEFAULT, timeScale: null },
  });
  const entries = examples.map(({ id, question, expected, groupKey }) => ({
    exampleId: id,
    question,
    expected,
    groupKey,
  }));
  await fetch(`${practice.url}/practice/answer-keys/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ profile: 'formula', entries }),
  });
  connection = connectProvider(
    {
      id: 'prv_faulty',
      name: 'Faulty',
      baseUrl: `${practice.url}/v1`,
      apiKey: null,
      headers: FAULTS,
      requestsPerMinute: null,
      tokensPerMinute: null,
      concurrency: 32,
      timeoutMs: 400,
      maxAttempts: 3,
    },
    [new URL(practice.url).host],
  );
});

afterAll(async () => {
  await connection.close();
  await practice.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function roleModels() {
  const bound = buildManifest().models.serving;
  const as = (model: string) => ({ ...bound, model, practice: true });
  return { serving: as('practice-task'), proposer: as('practice-proposer'), evaluator: as('practice-judge') };
}

async function inputFor(runId: string): Promise<RunLoopInput> {
  const lease = await takeLease(database.pg, runId);
  const ofRole = (model: string) => openaiModel(connection, { model, runId });
  const models = {
    serving: ofRole('practice-task'),
    proposer: ofRole('practice-proposer'),
    evaluator: ofRole('practice-judge'),
  };
  return {
    manifest: buildManifest({
      task: { ...buildManifest().task, scoring: { kind: 'formula' } },
      split: { registrationId: 'spl_faults', hash: 'h', counts: COUNTS },
      batch: { kind: 'static', size: 20, reason: 'A test of faults, not of sizes.' },
      lanes: 32,
      models: roleModels(),
      seedCandidateText: '',
    }),
    examples: {
      train: examples.slice(0, COUNTS.train),
      heldOut: examples.slice(COUNTS.train),
      selection: [],
      confirmation: [],
    },
    method: ace,
    model: { complete: (request, signal) => models[request.role].complete(request, signal) },
    journal: await openPostgresJournal(database.pg, lease),
    ledger: makePostgresLedger(database.pg, lease),
    clock: systemClock,
    alarm: systemAlarm,
    control: { requested: async () => 'run', signal: new AbortController().signal },
    worker: lease.worker,
  };
}

describe('a run on a provider with 30 % faults (429, 500, time-outs, cut-off and malformed replies)', () => {
  it('ends, reports the failures, loses no answer, and replays to the same hash', async () => {
    const runId = await seedRun(database.pg);
    const input = await inputFor(runId);
    const outcome = await runLoop(input);
    expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });

    const entries = await readLedger(database.pg, runId);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    const rollouts = entries.flatMap((entry) => (entry.type === 'rollout.finished' ? [entry.data] : []));
    const trained = rollouts.filter(({ split }) => split === 'train');
    expect(trained).toHaveLength(COUNTS.train);
    // Each failure has a cause in words; each call without a cause was scored.
    expect(
      rollouts.every(({ cause, answer }) =>
        cause === null ? answer !== '' : causeSentence(cause).endsWith('.'),
      ),
    ).toBe(true);

    const { rows } = await database.pg.query<{ open: number; retried: number }>(
      `SELECT count(*) FILTER (WHERE "answeredAt" IS NULL)::int AS open,
              count(*) FILTER (WHERE attempts > 1)::int AS retried
         FROM "JournalCall" WHERE "runId" = $1`,
      [runId],
    );
    expect(rows[0]?.open).toBe(0);
    expect(rows[0]?.retried).toBeGreaterThan(20);

    const replay = await runLoop({
      ...input,
      journal: await openReplayJournal(database.pg, runId),
      ledger: { append: () => undefined, flush: async () => undefined },
      model: {
        complete: async () => {
          throw new Error('a replay calls no model');
        },
      },
    });
    expect(replay.runHash).toBe(outcome.runHash);
  });
});
