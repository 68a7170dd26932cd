import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRunsQuery } from '@/lib/contracts/run-list';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { evaluateCandidate } from '@/server/services/evaluations/evaluate-candidate';
import { startRun } from '@/server/services/launches/start-run';
import { getCandidate } from '@/server/services/runs/read-ledger';
import { getRun, listRuns } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

/** Scores that are no headline say so on the run and in every list, with the reason. */
const STATIC = { kind: 'static', size: 12, reason: 'A test compares runs at one size.' };
let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let experimentId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 24, heldOut: 20, timeScale: null });
  listener = makeListener(lab.database.url);
  experimentId = await lab.makeExperiment({ batch: STATIC, evaluationCache: { namespace: 'doubts' } });
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

async function trained(seed: number): Promise<string> {
  const { id } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed });
  await carry(id);
  return id;
}

async function carry(runId: string): Promise<void> {
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const closing = new AbortController().signal;
  expect(await executeRun(job, { worker: 'w', pool: lab.database.pg, listener, closing })).toBe('done');
}

const doubtOf = async (runId: string) => (await getRun(lab.actor, { runId })).scoreDoubt;
async function listedDoubts(): Promise<Record<string, string | null>> {
  const { items } = await listRuns(lab.actor, listRunsQuery.parse({ experimentId }));
  return Object.fromEntries(items.map(({ id, scoreDoubt }) => [id, scoreDoubt?.code ?? null]));
}

describe('the scores of a run', () => {
  it('are superseded once answers behind its best prompt were put aside, and those of a later run are not', async () => {
    const [first, twin] = [await trained(7), await trained(7)];
    expect(await listedDoubts()).toEqual({ [first]: null, [twin]: null });
    const hash = (await getRun(lab.actor, { runId: first })).summary.bestCandidateHash ?? '';
    const { text } = await getCandidate(lab.actor, { runId: first, hash });
    const reason = 'The reference answers were wrong.';
    const forced = await evaluateCandidate(lab.actor, {
      ...{ experimentId, candidateText: text, split: 'heldOut', force: true, reason },
    });
    expect(forced.invalidated).toBeGreaterThan(0);
    // The second run reused the answers of the first, so that both rest on what was put aside.
    for (const runId of [first, twin]) {
      expect(await doubtOf(runId)).toMatchObject({ code: 'superseded', word: 'Superseded' });
      expect((await doubtOf(runId))?.sentence).toContain(reason);
    }
    await carry(forced.runId ?? '');
    const later = await trained(7);
    const superseded = { [first]: 'superseded', [twin]: 'superseded' };
    expect(await listedDoubts()).toMatchObject({ ...superseded, [later]: null });
    expect(await doubtOf(later)).toBeNull();
  });

  it('are no headline where their judge failed its calibration, unless another judge took its place', async () => {
    const runId = await trained(8);
    const { lastSeq } = await db().run.findUniqueOrThrow({ where: { id: runId } });
    const entry = (type: string, offset: number, data: object) => ({
      ...{ runId, seq: lastSeq + offset, type, key: `${type}/test`, measured: {}, at: new Date() },
      data,
    });
    const failed = { verdict: 'failed', spearman: 0.21, pairs: 40, minPairs: 30, spearmanMin: 0.8 };
    await db().ledgerEntry.create({ data: entry('evaluator.calibrated', 1, failed) });
    expect(await doubtOf(runId)).toMatchObject({
      ...{ code: 'judgeFailed', sentence: expect.stringContaining('Spearman 0.21') },
    });
    await db().ledgerEntry.create({ data: entry('evaluator.reverted', 2, { from: 'a', to: 'b' }) });
    expect(await doubtOf(runId)).toBeNull();
  });

  it('are no headline of any run where the split was used to tune', async () => {
    await db().splitRegistration.update({ where: { id: lab.splitId }, data: { usedToTune: true } });
    const codes = Object.values(await listedDoubts());
    expect(codes.length).toBeGreaterThan(3);
    expect(new Set(codes)).toEqual(new Set(['contaminated']));
  });
});
