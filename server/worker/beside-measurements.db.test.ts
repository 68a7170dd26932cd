import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

const EVERY = 8;
const STATIC = { kind: 'static', size: EVERY, reason: 'A test compares runs at one size.' };

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 32, heldOut: 16, timeScale: 200 });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

async function finished(beside: boolean) {
  const evaluation = { everyExamples: EVERY, beside };
  const experimentId = await lab.makeExperiment({ batch: STATIC, lanes: 4, evaluation });
  const { id } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 });
  const job = { payload: { runId: id }, tries: 0, signal: new AbortController().signal };
  const closing = new AbortController().signal;
  await executeRun(job, { worker: 'worker-a', pool: lab.database.pg, listener, closing });
  expect(await getRun(lab.actor, { runId: id })).toMatchObject({ status: 'finished' });
  const facts = await readLedger(lab.database.pg, id);
  return { id, facts };
}

describe('held-out beside the next map, in a run on Postgres', () => {
  it('measures the same curve as between iterations, leaves no call unanswered, and replays each to its own hash', async () => {
    const beside = await finished(true);
    const between = await finished(false);
    const curve = ({ facts }: typeof beside) =>
      facts.flatMap(({ type, data }) => (type === 'heldOut.measured' ? [data] : []));
    expect(curve(beside)).toEqual(curve(between));
    for (const { id } of [beside, between]) {
      expect(await db().journalCall.count({ where: { runId: id, answeredAt: null } })).toBe(0);
      expect(await replayRun(lab.actor, { runId: id, limits: null })).toMatchObject({ verdict: 'same' });
    }
    const answers = ({ facts }: typeof beside) =>
      facts.flatMap(({ type, data }) => {
        if (type !== 'rollout.finished') return [];
        const { split, iteration } = data as { split: string; iteration: number };
        return [{ isMeasured: split === 'heldOut', iteration }];
      });
    // Beside: an answer of a measurement comes after one of the batch that follows it.
    const isOverlapped = (run: typeof beside) =>
      answers(run).some(
        (one, at, all) =>
          one.isMeasured &&
          all.slice(0, at).some(({ isMeasured, iteration }) => !isMeasured && iteration > one.iteration),
      );
    expect([isOverlapped(beside), isOverlapped(between)]).toEqual([true, false]);
  });
});
