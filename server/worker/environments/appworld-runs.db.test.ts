import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentVerdict } from '@/lib/domain/environment-verdict';
import { metricsOf } from '@/lib/environments/appworld/metrics';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { executeRun } from '../handlers/execute-run';
import { closeWorlds } from './environment-agents';
import { openTownLab, type TownLab } from './testing/town-lab';

/** A whole run of the code agent in worlds of servers that the worker starts, judged by the worlds' own tests. */
let there: TownLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  there = await openTownLab();
  listener = makeListener(there.lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await there.close();
});

it('is scored by its worlds alone, proven, billed as its provider bills, and replayed without a server', async () => {
  const id = await there.start();
  const signal = new AbortController().signal;
  const parts = { worker: 'worker', pool: there.lab.database.pg, listener, closing: signal };
  expect(await executeRun({ payload: { runId: id }, tries: 0, signal }, parts)).toBe('done');
  expect(await getRun(there.lab.actor, { runId: id })).toMatchObject({ status: 'finished' });

  const rows = await db().rollout.findMany({ where: { runId: id } });
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'completed'));
  const verdicts = rows.map(({ environment }) => environmentVerdict.parse(environment));
  for (const { value, rewards } of verdicts) {
    expect(rewards.tests).toBe(2);
    expect(value).toBe(Number(rewards.passed === 2));
  }
  for (const { injection } of rows) expect(injection).not.toMatchObject({ system: 'failed' });
  expect(rows.some(({ injection }) => (injection as { system: string }).system === 'proven')).toBe(true);

  const ledger = await readLedger(there.lab.database.pg, id);
  const finished = ledger.flatMap((entry) => (entry.type === 'rollout.finished' ? [entry.data] : []));
  const scores = new Map(
    finished.map(({ exampleId, candidateHash, score }) => [`${exampleId}/${candidateHash}`, score]),
  );
  const judged = rows.map(({ input, candidateHash }, at) => {
    const taskId = (input as { question: string }).question.replace('AppWorld task ', '');
    return [`${taskId}/${candidateHash}`, verdicts[at]?.value] as const;
  });
  expect(finished).toHaveLength(rows.length);
  expect(scores).toEqual(new Map(judged));

  const measured = ledger.flatMap((entry) => (entry.type === 'heldOut.measured' ? [entry.data] : []));
  const hashes = measured.map(({ candidateHash }) => candidateHash);
  const completion = hashes.map((hash) => {
    const ofHash = finished.filter((one) => one.split === 'heldOut' && one.candidateHash === hash);
    const byHand = 100 * (ofHash.filter(({ score }) => score === 1).length / ofHash.length);
    const { tasks, scenarios } = metricsOf(
      ofHash.map(({ exampleId: taskId, score }) => ({ taskId, success: score === 1, difficulty: null })),
    );
    expect(tasks).toMatchObject({ percent: Number(byHand.toFixed(1)), measured: 3, missing: 0 });
    return [tasks.percent, scenarios.percent];
  });
  // Measured are one task of the first scenario and two of the second, of which one is never solved.
  expect(completion).toEqual([
    [33.3, 50],
    [66.7, 50],
  ]);

  const bill = there.endpoint.bill();
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
  expect(sum(({ modelCalls }) => modelCalls)).toBe(bill.calls);
  expect(sum(({ costUsd }) => costUsd ?? Number.NaN)).toBeCloseTo(bill.usd, 9);

  await closeWorlds();
  const started = there.servers();
  expect(await replayRun(there.lab.actor, { runId: id, limits: null })).toMatchObject({ verdict: 'same' });
  expect(there.servers()).toEqual(started);
  expect(there.endpoint.bill().calls).toBe(bill.calls);
});
