import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTaskBody } from '@/lib/contracts/tasks';
import { type LoopbackServer, openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { forgetConfig } from '@/server/config/config';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { checkAddress } from '@/server/http/model-access';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { readCostRows } from '@/server/repositories/costs';
import { createTask } from '@/server/services/datasets/manage-tasks';
import { startRun } from '@/server/services/launches/start-run';
import { replayRun } from '@/server/services/runs/replay-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

const USD = 0.0125;

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let evaluator: LoopbackServer;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 2, heldOut: 2, timeScale: null });
  listener = makeListener(lab.database.url);
  evaluator = await openLoopbackServer((_, response) => {
    response.end(JSON.stringify({ score: 0.5, costUsd: USD }));
  });
  process.env.WAGGLE_ALLOWED_ADDRESSES = new URL(evaluator.url).host;
  forgetConfig();
});
afterAll(async () => {
  delete process.env.WAGGLE_ALLOWED_ADDRESSES;
  forgetConfig();
  await evaluator.close();
  await listener.close();
  await lab.close();
});

describe('an evaluator that reports what it cost', () => {
  it('is in the journal, the ledger, the cost rows and a replay alike', async () => {
    const task = await createTask(
      lab.actor,
      createTaskBody.parse({
        name: 'Costly',
        scoring: { kind: 'http', url: evaluator.url, header: null, timeoutSeconds: 5 },
        artefact: { kind: 'single' },
      }),
      checkAddress,
    );
    const experimentId = await lab.makeExperiment({
      taskId: task.id,
      splitId: task.data?.splitId,
      batch: { kind: 'static', size: 1, reason: 'A single artefact has one example.' },
    });
    const { id: runId } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 3 });
    const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
    const parts = {
      worker: 'worker',
      pool: lab.database.pg,
      listener,
      closing: new AbortController().signal,
    };
    expect(await executeRun(job, parts)).toBe('done');

    const calls = await db().journalCall.findMany({ where: { runId } });
    const scoring = calls.filter(({ purpose }) => purpose === 'environment');
    expect(scoring.length).toBeGreaterThan(1);
    expect(new Set(scoring.map(({ costUsd, spendUsd }) => `${costUsd} ${spendUsd}`))).toEqual(
      new Set([`${USD} ${USD}`]),
    );
    const rows = await readCostRows(runId);
    const ofEvaluator = rows.filter(({ purpose }) => purpose === 'environment');
    expect(ofEvaluator.reduce((sum, { costNano }) => sum + costNano, 0)).toBe(scoring.length * 12_500_000);
    expect(ofEvaluator.every(({ unpriced }) => unpriced === 0)).toBe(true);
    const others = calls.reduce(
      (sum, { purpose, spendUsd }) => sum + (purpose === 'environment' ? 0 : Number(spendUsd)),
      0,
    );
    const finished = (await readLedger(lab.database.pg, runId)).find(({ type }) => type === 'run.finished');
    expect(finished?.data).toMatchObject({
      spend: { spendUsd: expect.closeTo(others + scoring.length * USD, 9) },
    });
    expect(await replayRun(lab.actor, { runId, limits: null })).toMatchObject({ verdict: 'same' });
  });
});
