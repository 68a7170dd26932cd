import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/domain/actor';
import { testActor } from '@/lib/testing/test-actor';
import { proposedTask } from '@/lib/view/proposed-task';
import { forgetConfig } from '@/server/config/config';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeListener } from '@/server/events/listener';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { CALL_SETTINGS_DEFAULT } from '@/server/practice-model/call-settings';
import { startPracticeModel } from '@/server/practice-model/http-server';
import { listTasks } from '@/server/services/datasets/manage-tasks';
import { startRun } from '@/server/services/launches/start-run';
import { foundWorkspace } from '@/server/services/people/found-workspace';
import { addPracticeProvider } from '@/server/services/providers/practice-providers';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { listen } from '@/server/serving/node-server';
import { closeRollouts, rollouts } from '@/server/serving/rollouts/rollouts';
import { closeServingPool } from '@/server/serving/serving-pool';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { type SeededBackOffice, seedBackOffice } from './back-office';

/** The seeded agent from its first ticket to its playbook: real HTTP, the recording proxy, the office's own evaluator. */
let database: TestDatabase;
let listener: ReturnType<typeof makeListener>;
let stop: () => Promise<void>;
let actor: Actor<'administer'>;
let seeded: SeededBackOffice;

beforeAll(async () => {
  database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'waggle-back-office-'));
  const settings = { ...CALL_SETTINGS_DEFAULT, timeScale: null };
  const practice = await startPracticeModel({ port: 0, dataDir, settings });
  process.env.WAGGLE_PRACTICE_URL = `${practice.url}/v1`;
  asEnvironment(database);
  const proxy = await listen(rollouts().handler, { host: '127.0.0.1', port: 0 });
  process.env.WAGGLE_AGENT_PROXY_URL = `http://127.0.0.1:${proxy.port}`;
  forgetConfig();
  listener = makeListener(database.url);
  stop = async () => {
    await stopQueue();
    await proxy.close(1_000);
    await closeRollouts();
    await Promise.all([
      listener.close(),
      closeSharedListener(),
      closeLedgerPool(),
      closeServingPool(),
      closeDb(),
    ]);
    await database.close();
    await practice.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const founded = await foundWorkspace({
    email: 'owner@office.test',
    password: 'correct horse battery staple',
  });
  actor = testActor('owner', { workspaceId: founded?.actor.workspaceId ?? '' });
  const fast = await addPracticeProvider(actor, { name: 'Practice model', timeScale: 100_000 });
  seeded = await seedBackOffice(actor, { watchable: fast, fast, sizes: { train: 24, heldOut: 20 } });
});
afterAll(() => stop());

async function finished(runId: string) {
  const signal = new AbortController().signal;
  const job = { payload: { runId }, tries: 0, signal };
  expect(await executeRun(job, { worker: 'office', pool: database.pg, listener, closing: signal })).toBe(
    'done',
  );
  const run = await getRun(actor, { runId });
  expect(run.status).toBe('finished');
  const entries = await readLedger(database.pg, runId);
  const scores = entries.flatMap((entry) =>
    entry.type === 'heldOut.measured' ? [entry.data.score.mean] : [],
  );
  return { run, entries, scores };
}

describe('the seeded back office', { timeout: 600_000 }, () => {
  it('has a task that is proposed for its tickets, and for no other set', async () => {
    const { items } = await listTasks(actor, { limit: 100 });
    const [task] = items;
    expect(task).toMatchObject({ name: 'Back office', datasetIds: [expect.any(String)] });
    const office = { id: task?.datasetIds[0] ?? '', preset: 'generic' };
    expect(proposedTask(items, office)?.id).toBe(task?.id);
    expect(proposedTask(items, { ...office, id: 'dst_own' })).toBeNull();
  });

  it('learns in parallel what it learns serially, is scored by the office, and is replayed', async () => {
    const serial = await startRun(actor, {
      experimentId: seeded.baselineId,
      kind: 'serialBaseline',
      seed: 1,
    });
    const baseline = await finished(serial.id);
    expect(baseline.scores.at(-1)).toBeGreaterThan((baseline.scores[0] ?? 1) + 0.05);
    expect(await db().diagnosis.count({ where: { runId: serial.id } })).toBe(1);

    // So few examples are no ground for a go, and a point of comparison needs none.
    const { id } = await startRun(actor, {
      ...{ experimentId: seeded.experimentId, kind: 'comparisonPoint', seed: 2 },
      batch: { kind: 'static', size: 8, reason: 'Three iterations are enough for a curve in a test.' },
    });
    const { run, entries, scores } = await finished(id);
    expect(scores.at(-1)).toBeGreaterThan((scores[0] ?? 1) + 0.05);
    expect(Math.abs((scores.at(-1) ?? 0) - (baseline.scores.at(-1) ?? 1))).toBeLessThan(0.1);

    const rolled = entries.flatMap((entry) => (entry.type === 'rollout.finished' ? [entry.data] : []));
    expect(rolled.filter(({ score, cause }) => score === null || cause !== null)).toEqual([]);
    expect(
      rolled.some(({ score }) => score !== null && score > 0 && score < 1),
      'partial credit',
    ).toBe(true);
    const rows = await db().rollout.findMany({ where: { runId: id }, select: { modelCalls: true } });
    expect(Math.min(...rows.map(({ modelCalls }) => modelCalls))).toBeGreaterThanOrEqual(3);
    expect(Math.max(...rows.map(({ modelCalls }) => modelCalls))).toBeLessThanOrEqual(9);

    const best = entries
      .flatMap((entry) => (entry.type === 'candidate.created' ? [entry.data.text] : []))
      .at(-1);
    const lines = (best ?? '').split('\n').filter((line) => line.includes(' :: '));
    expect(lines.length).toBeGreaterThan(4);
    const advice = lines.map((line) => line.split(' :: ')[1] ?? '');
    expect(new Set(advice).size, 'no advice twice').toBe(advice.length);
    for (const line of advice) expect(line).toMatch(/^[A-Z][^[\]]*\.$/);
    expect(run.summary.rollouts).toBe(24);
    expect(await replayRun(actor, { runId: id, limits: null })).toMatchObject({ verdict: 'same' });
  });
});
