import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateBody } from '@/lib/contracts/evaluations';
import type { RunManifest } from '@/lib/domain/manifest';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { getSplit } from '@/server/services/datasets/register-split';
import { evaluateCandidate } from '@/server/services/evaluations/evaluate-candidate';
import { readEvaluationSummary } from '@/server/services/evaluations/evaluation-summary';
import { openConfirmation } from '@/server/services/evaluations/open-confirmation';
import { getConfirmation } from '@/server/services/evaluations/read-confirmation';
import { rerun } from '@/server/services/launches/rerun';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

const HELD_OUT = 40;
const STATIC = { kind: 'static', size: 12, reason: 'A test compares runs at one size.' };

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 24, heldOut: HELD_OUT, confirmation: 30, timeScale: null });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

async function carry(runId: string): Promise<void> {
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const parts = { worker: 'worker', pool: lab.database.pg, listener, closing: new AbortController().signal };
  expect(await executeRun(job, parts)).toBe('done');
}

async function trained(experimentId: string, seed = 7): Promise<string> {
  const { id } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed });
  await carry(id);
  return id;
}

const factsOf = async (runId: string, type: string) =>
  (await readLedger(lab.database.pg, runId)).filter((entry) => entry.type === type);

describe('R-114 scores of a prompt', () => {
  const ask = (experimentId: string, more: object = {}) =>
    evaluateCandidate(
      lab.actor,
      evaluateBody.parse({
        experimentId,
        candidateText: '## OTHERS\n[oth-00001] helpful=0 harmful=0 :: Add with care.',
        ...more,
      }),
    );

  it('come from the cache after their first run, and are measured again only for a reason', async () => {
    const experimentId = await lab.makeExperiment({ batch: STATIC });
    const first = await ask(experimentId);
    expect(first).toMatchObject({ cached: false, pairs: [], score: null, invalidated: 0 });
    expect(first.missing).toHaveLength(HELD_OUT);
    expect((await ask(experimentId)).runId, 'one run serves every request').toBe(first.runId);
    await carry(first.runId ?? '');
    expect(await getRun(lab.actor, { runId: first.runId ?? '' })).toMatchObject({
      kind: 'evaluation',
      status: 'finished',
    });

    const second = await ask(experimentId);
    expect(second).toMatchObject({ cached: true, missing: [], runId: null, score: { n: HELD_OUT } });
    expect(second.pairs.every((pair) => pair.cached)).toBe(true);
    const [measured] = await factsOf(first.runId ?? '', 'heldOut.measured');
    expect(measured?.data).toMatchObject({ score: second.score });

    const refused = ask(experimentId, { force: true });
    await expect(refused).rejects.toMatchObject({ code: 'ALREADY_EVALUATED' });
    await expect(refused).rejects.toThrow('This pair has a score. Give a reason to evaluate it again.');

    const reason = 'The provider has replaced the model behind this name.';
    const exampleIds = second.pairs.slice(0, 3).map(({ exampleId }) => exampleId);
    const forced = await ask(experimentId, { force: true, reason, exampleIds });
    expect(forced).toMatchObject({ cached: false, invalidated: 3, missing: exampleIds });
    await carry(forced.runId ?? '');
    expect(await ask(experimentId)).toMatchObject({ cached: true });
    const rows = await db().evaluation.findMany({ where: { invalidatedAt: { not: null } } });
    expect(rows.map(({ invalidatedBy, invalidationReason }) => [invalidatedBy, invalidationReason])).toEqual(
      Array(3).fill(['experimenter@test', reason]),
    );
    expect(await db().evaluation.count({ where: { generation: 1 } })).toBe(3);
    expect(await db().auditEntry.count({ where: { action: 'evaluation.invalidated' } })).toBe(1);
    const summary = await readEvaluationSummary(lab.actor, { experimentId });
    expect(summary).toMatchObject({
      kept: HELD_OUT,
      invalidations: [{ answers: 3, by: 'experimenter@test', reason }],
      judging: { scoredBy: 'code', costs: [] },
    });
  });

  it('are of examples of the split, and never of the sealed ones', async () => {
    const experimentId = await lab.makeExperiment({ batch: STATIC });
    const sealed = await db().splitAssignment.findFirstOrThrow({ where: { split: 'confirmation' } });
    for (const exampleIds of [['nowhere'], [sealed.exampleId]]) {
      await expect(ask(experimentId, { exampleIds })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
    await expect(ask(experimentId, { split: 'selection' })).rejects.toThrow(/no selection examples/);
  });
});

describe('R-113 runs that share answers', () => {
  it('pay for a prompt on held-out once, reach the same hash, and replay from their own journals', async () => {
    const experimentId = await lab.makeExperiment({
      batch: STATIC,
      evaluationCache: { namespace: 'shared' },
    });
    const first = await trained(experimentId);
    const second = await trained(experimentId);
    const [one, two] = await Promise.all([first, second].map((runId) => getRun(lab.actor, { runId })));
    expect(two?.runHash).toBe(one?.runHash);
    expect(two?.summary.spend.costUsd).toBe(one?.summary.spend.costUsd);
    expect(two?.summary.spend.spendUsd).toBeLessThan(one?.summary.spend.spendUsd ?? 0);
    const paid = { runId: second, purpose: 'evaluate', cached: false };
    expect(await db().journalCall.count({ where: paid })).toBe(0);
    expect(await replayRun(lab.actor, { runId: second, limits: null })).toMatchObject({ verdict: 'same' });
    const summary = await readEvaluationSummary(lab.actor, { experimentId });
    expect(summary).toMatchObject({ hitRate: 0.5, cache: { read: true, namespace: 'shared' } });
    expect(summary.savedUsd).toBeGreaterThan(0);
    expect(summary.runs.find(({ runId }) => runId === second)).toMatchObject({ hits: summary.hits });
  });
});

describe('rulings E3: the confirmation examples', () => {
  it('open once, for the best prompt of one run, scored with the original', async () => {
    const experimentId = await lab.makeExperiment({ batch: STATIC });
    const runId = await trained(experimentId);
    const other = await trained(experimentId, 8);
    expect(await getConfirmation(lab.actor, { runId })).toMatchObject({
      state: 'sealed',
      examples: 30,
      opening: null,
      result: null,
    });
    expect((await getSplit(lab.actor, { splitId: lab.splitId })).confirmationOpening).toBeNull();
    expect(
      await db().ledgerEntry.count({ where: { data: { path: ['split'], equals: 'confirmation' } } }),
    ).toBe(0);

    // The first request opens them; the other is told so, even at the same moment.
    const opened = await Promise.allSettled(
      [runId, runId].map((id) => openConfirmation(lab.actor, { runId: id })),
    );
    expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { opening } = await getConfirmation(lab.actor, { runId });
    expect(opening).toMatchObject({ runId, openedBy: 'experimenter@test' });
    expect((await getSplit(lab.actor, { splitId: lab.splitId })).confirmationOpening).toMatchObject({
      runId,
      openedBy: 'experimenter@test',
    });
    const evaluationRunId = opening?.evaluationRunId ?? '';
    await carry(evaluationRunId);

    const done = await getConfirmation(lab.actor, { runId });
    expect(done.state).toBe('scored');
    expect(done.result?.original.n).toBe(30);
    expect(done.result?.difference.n).toBe(30);
    const means = done.result && done.result.chosen.mean - done.result.original.mean;
    expect(done.result?.difference.mean).toBeCloseTo(means ?? Number.NaN, 12);
    expect(await getRun(lab.actor, { runId: evaluationRunId })).toMatchObject({
      status: 'finished',
      kind: 'evaluation',
      statusReason: '2 candidates were measured on 30 examples of confirmation.',
    });
    expect(await replayRun(lab.actor, { runId: evaluationRunId, limits: null })).toMatchObject({
      verdict: 'same',
    });
    expect(await db().evaluation.count({ where: { runId: evaluationRunId } }), 'no cache holds them').toBe(0);

    for (const again of [runId, other]) {
      const refused = openConfirmation(lab.actor, { runId: again });
      await expect(refused).rejects.toMatchObject({ code: 'CONFIRMATION_SPENT' });
      await expect(refused).rejects.toThrow(new RegExp(`experimenter@test opened .* of run ${runId}`));
    }
    expect((await getConfirmation(lab.actor, { runId: other })).state).toBe('spent');
    await expect(rerun(lab.actor, { runId: evaluationRunId })).rejects.toMatchObject({
      code: 'CONFIRMATION_SPENT',
    });
  });
});

describe('R-206 a run whose answers are judged, over real HTTP', () => {
  async function judgedExperiment(settings: object = {}): Promise<string> {
    const taskId = `tsk_${ulid()}`;
    const { id: _, ...task } = await db().task.findUniqueOrThrow({ where: { id: lab.taskId } });
    const scoring = { kind: 'judge', rubric: 'Is the number right?' };
    await db().task.create({ data: { ...task, id: taskId, name: `Judged ${taskId}`, scoring } });
    return lab.makeExperiment({ taskId, batch: STATIC, ...settings });
  }

  it('is calibrated on 30 pairs, pays each score once, and reports the cost of each judge', async () => {
    const experimentId = await judgedExperiment();
    const runId = await trained(experimentId);
    const [calibrated] = await factsOf(runId, 'evaluator.calibrated');
    expect(calibrated?.data).toMatchObject({
      verdict: 'passed',
      judge: 'practice-judge',
      against: 'practice-proposer',
      againstSeat: 'proposer',
      pairs: 30,
      judgeNoise: 0,
    });
    const asProposer = { runId, purpose: 'judge', model: 'practice-proposer' };
    expect(await db().journalCall.count({ where: asProposer })).toBe(30);
    expect(await replayRun(lab.actor, { runId: runId, limits: null })).toMatchObject({ verdict: 'same' });
    const { judging } = await readEvaluationSummary(lab.actor, { experimentId });
    expect(judging).toMatchObject({ scoredBy: 'judge', basis: 'measured', examples: HELD_OUT });
    expect(judging.costs.map(({ seat, biased }) => [seat, biased])).toEqual([
      ['evaluator', false],
      ['proposer', true],
    ]);
    expect(judging.costs[0]?.usdPerMeasurement).toBeCloseTo(
      (judging.costs[0]?.usdPerRollout ?? 0) * HELD_OUT,
      9,
    );
  });

  it('R-112 lets a proxy judge above the ceiling, through its own model', async () => {
    const proxy = { providerId: lab.providerId, model: 'practice-task' };
    const runId = await trained(await judgedExperiment({ judging: { costCeilingUsd: 0.000001, proxy } }));
    const [calibrated] = await factsOf(runId, 'evaluator.calibrated');
    expect(calibrated?.data).toMatchObject({
      verdict: 'passed',
      seat: 'proxy',
      judge: 'practice-task',
    });
    const { manifest } = await getRun(lab.actor, { runId });
    expect((manifest as unknown as RunManifest).judging?.proxy?.model).toBe('practice-task');
    expect(
      await db().journalCall.count({ where: { runId, purpose: 'judge', model: 'practice-judge' } }),
    ).toBe(30);
  });

  it('R-180 does not start with the proposer as evaluator', async () => {
    const model = (name: string) => ({ providerId: lab.providerId, model: `practice-${name}` });
    const models = { serving: model('task'), proposer: model('proposer'), evaluator: model('proposer') };
    const experimentId = await judgedExperiment({ models });
    await expect(
      startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 1 }),
    ).rejects.toMatchObject({ code: 'EVALUATOR_CONFOUNDED' });
  });
});
