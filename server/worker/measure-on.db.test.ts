import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { FactData } from '@/lib/domain/ledger-entry';
import { decideConvergence } from '@/lib/evaluation/convergence';
import { diagnosisCost } from '@/lib/evaluation/diagnosis-cost';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { getDiagnosis, listDiagnoses } from '@/server/services/diagnoses/read-diagnoses';
import { startRun } from '@/server/services/launches/start-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

/** Few enough that one epoch learns all of them: the other two epochs are a plateau. */
const TRAIN = 16;
const HELD_OUT = 300;

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: TRAIN, heldOut: HELD_OUT, timeScale: null });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

/** Takes a serial run to its end: its curve, repeated measurements, calls, and the diagnosis that followed. */
async function diagnosed({ answerNoise, repetitionsMax }: { answerNoise: number; repetitionsMax: number }) {
  const headers = { 'X-Practice-Answer-Noise': String(answerNoise) };
  await db().provider.update({ where: { id: lab.providerId }, data: { headers } });
  const experimentId = await lab.makeExperiment({
    ...{ epochs: 3, lanes: 64 },
    evaluation: { everyExamples: 6, repetitionsMax },
  });
  const { id: runId } = await startRun(lab.actor, { experimentId, kind: 'serialBaseline', seed: 5 });
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const closing = new AbortController().signal;
  expect(await executeRun(job, { worker: 'w', pool: lab.database.pg, listener, closing })).toBe('done');
  const entries = await readLedger(lab.database.pg, runId);
  const factsOf = <T extends keyof FactData>(type: T) =>
    entries.filter((entry) => entry.type === type).map(({ data }) => data as unknown as FactData[T]);
  const curve = factsOf('heldOut.measured').map(({ trainExamplesSeen, candidateHash, scores }) => ({
    ...{ trainExamplesSeen, scores },
    candidate: candidateHash,
  }));
  const again = factsOf('diagnosis.measured');
  const { items } = await listDiagnoses(lab.actor, { limit: 10, runId } as never);
  expect(items, 'one diagnosis, which no person asked for').toHaveLength(1);
  const { content } = await getDiagnosis(lab.actor, { diagnosisId: items[0]?.id ?? '' });
  // Evaluations in the journal beyond the curve: an unchanged prompt is not measured again.
  const prompts = new Set(curve.map(({ candidate }) => candidate)).size;
  const answers = await db().journalCall.count({ where: { runId, purpose: 'evaluate' } });
  const extra = answers - prompts * HELD_OUT;
  const { rolloutsMax } = diagnosisCost({
    ...{ heldOut: HELD_OUT, measurements: curve.length - 1, repetitionsMax, differing: answerNoise },
  });
  const first = decideConvergence({ measurements: curve, repeats: [], repetitionsMax });
  return { experimentId, first, again, extra, rolloutsMax, content };
}

describe('the diagnosis of a serial run with noisy answers', () => {
  it('adds measurements until it is decided, within the stated cost', async () => {
    const run = await diagnosed({ answerNoise: 0.01, repetitionsMax: 12 });
    expect(run.first).toMatchObject({ verdict: 'undecided', repetitions: 1 });
    expect(run.again.length).toBeGreaterThan(0);
    expect(run.extra).toBe(run.again.length * HELD_OUT);
    expect(run.extra).toBeLessThanOrEqual(run.rolloutsMax);
    const { verdict, alternatives, decision } = run.content;
    expect({ verdict, alternatives }).toEqual({ verdict: 'go', alternatives: [] });
    const repetitions = Math.max(...run.again.map(({ repetition }) => repetition));
    expect(decision).toMatchObject({ look: 1, repetitions, repetitionsMax: 12 });
    expect(repetitions).toBeLessThan(12);
    expect(decision?.noise).toBeGreaterThan(0);
    const parallel = await startRun(lab.actor, { experimentId: run.experimentId, kind: 'combee' });
    expect(parallel.id).toBeTruthy();
  });

  // Faster test of the cap, on a toy run: lib/engine/measure/measure-diagnosis.test.ts.
  it.runIf(inject('isFull'))('says that the cap left it undecided, and unlocks no parallel run', async () => {
    const run = await diagnosed({ answerNoise: 0.1, repetitionsMax: 2 });
    expect(run.first.verdict).toBe('undecided');
    expect(new Set(run.again.map(({ repetition }) => repetition))).toEqual(new Set([2]));
    expect(run.extra).toBe(run.again.length * HELD_OUT);
    expect(run.extra).toBeLessThanOrEqual(run.rolloutsMax);
    const { verdict, alternatives, decision } = run.content;
    expect(verdict).toBe('undecided');
    expect(decision).toMatchObject({ repetitions: 2, repetitionsMax: 2 });
    // Below the cap, more repetitions would not have decided it.
    expect(alternatives.filter((one) => !run.first.alternatives.includes(one))).toHaveLength(1);
    const parallel = startRun(lab.actor, { experimentId: run.experimentId, kind: 'combee' });
    await expect(parallel).rejects.toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS' });
  });
});
