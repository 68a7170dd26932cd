import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TraceSampleItem } from '@/lib/domain/trace-sample';
import { trajectoryOfMessages } from '@/lib/traces/trajectory-of-messages';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { createTraceSample } from '@/server/repositories/trace-samples';
import { storeTrajectory } from '@/server/repositories/trajectories';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from '../handlers/execute-run';

const TRACES = 12;
const HELD_OUT = 6;
const SAMPLE = 'tsm_shop';
/** A result in each trace: only a trajectory holds it. */
const TOOL_ERROR = 'The adding machine is out of paper.';

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let experimentId: string;

beforeAll(async () => {
  lab = await openPracticeLab({ train: 16, heldOut: HELD_OUT, timeScale: null });
  listener = makeListener(lab.database.url);
  experimentId = await lab.makeExperiment({
    batch: { kind: 'static', size: 6, reason: 'A test compares runs at one size.' },
  });
  const { workspaceId } = lab.actor;
  const items = await Promise.all(Array.from({ length: TRACES }, (_, index) => itemOf(index)));
  const counts = { matched: TRACES, unjudged: 0, doubles: 0, drawn: TRACES, strata: [] };
  const sample = { id: SAMPLE, workspaceId, filter: {}, seed: 1, createdBy: 'test', items, counts };
  await db().$transaction((tx) => createTraceSample(tx, sample));
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

async function itemOf(index: number): Promise<TraceSampleItem> {
  const task = `What is ${index} and a quarter?`;
  const document = trajectoryOfMessages({
    ...{ agent: { name: 'sums', version: '1' }, tools: [], hasErrorFlag: true },
    messages: [
      { role: 'system', text: 'You add.' },
      { role: 'user', text: task },
      { role: 'assistant', text: '', toolCalls: [{ id: 'call_1', name: 'add', arguments: '{}' }] },
      { role: 'tool', text: '', result: { callId: 'call_1', content: TOOL_ERROR, isError: true } },
      { role: 'assistant', text: `${index}` },
    ],
  });
  const size = { steps: document.steps.length, toolErrors: 1 };
  const trajectoryHash = await storeTrajectory(lab.database.pg, lab.actor.workspaceId, { document, ...size });
  const judged = { score: index % 3 === 0 ? 1 : 0, feedback: 'A quarter is missing.' };
  return { id: `trace-${index}`, task, taskHash: `${index}`, trajectoryHash, output: `${index}`, ...judged };
}

const start = (kind: 'exploratory' | 'serialBaseline' = 'exploratory') =>
  startRun(lab.actor, { experimentId, kind, seed: 7, traceSampleId: SAMPLE });

const carry = (runId: string) => {
  const signal = new AbortController().signal;
  const job = { payload: { runId }, tries: 0, signal };
  return executeRun(job, { worker: 'worker', pool: lab.database.pg, listener, closing: signal });
};

describe('a run that learns from collected traces', () => {
  let runId: string;

  beforeAll(async () => {
    runId = (await start()).id;
    expect(await carry(runId)).toBe('done');
  });

  it('reads each trace once, asks no model for its answer, and measures with fresh rollouts', async () => {
    const { summary, status } = await getRun(lab.actor, { runId });
    expect(status).toBe('finished');
    expect(summary.spend).toMatchObject({ rollouts: 0, evaluationRollouts: 2 * HELD_OUT });
    const entries = await readLedger(lab.database.pg, runId);
    const read = entries.flatMap((entry) =>
      entry.type === 'rollout.finished' && entry.data.split === 'train' ? [entry.data] : [],
    );
    expect(read.map(({ exampleId }) => exampleId).sort()).toEqual(
      Array.from({ length: TRACES }, (_, index) => `trace-${index}`).sort(),
    );
    for (const { exampleId, answer, score, tokensIn, costUsd } of read) {
      const index = Number(exampleId.replace('trace-', ''));
      const judged = index % 3 === 0 ? 1 : 0;
      expect({ answer, score, tokensIn, costUsd }).toEqual({
        ...{ answer: `${index}`, score: judged, tokensIn: 0, costUsd: 0 },
      });
    }
  });

  it('shows the reflector the trajectory and the explanation of its judgement', async () => {
    const reflected = await db().journalCall.findMany({
      where: { runId, purpose: 'reflect' },
      select: { promptHash: true },
    });
    expect(reflected.length).toBeGreaterThanOrEqual(TRACES);
    for (const text of [TOOL_ERROR, 'A quarter is missing.'])
      expect(await db().text.count({ where: { body: { contains: text } } })).toBeGreaterThan(0);
  });

  it('is replayed to the same hash without a trajectory being read', async () => {
    await db().trajectory.deleteMany({});
    expect(await replayRun(lab.actor, { runId, limits: null })).toMatchObject({
      verdict: 'same',
    });
  });

  it('goes on with what retention left: a trajectory that is gone is missing, and no score of 0', async () => {
    const { id } = await start();
    expect(await carry(id)).toBe('done');
    const entries = await readLedger(lab.database.pg, id);
    const read = entries.flatMap((entry) =>
      entry.type === 'rollout.finished' && entry.data.split === 'train' ? [entry.data] : [],
    );
    expect(read).toHaveLength(TRACES);
    for (const { score, cause } of read)
      expect({ score, code: cause?.code }).toEqual({ score: null, code: 'unavailable' });
  });

  it('is no serial baseline', async () => {
    await expect(start('serialBaseline')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('knows the samples of its own workspace alone', async () => {
    await expect(
      startRun(lab.actorAs('experimenter'), {
        experimentId,
        kind: 'exploratory',
        traceSampleId: 'tsm_other',
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
