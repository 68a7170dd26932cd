import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateExperimentBody } from '@/lib/contracts/experiments';
import { createIntakeBody, intake, listIntakesQuery, saveIntakeBody } from '@/lib/contracts/intakes';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { IntakeAnswers } from '@/lib/domain/intake';
import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { buildIntakeAnswers } from '@/lib/testing/builders/intake-builder';
import { db } from '@/server/db/client';
import { waitsForLock } from '@/server/db/testing/waits-for-lock';
import { getSplit } from '@/server/services/datasets/register-split';
import { updateExperiment } from '@/server/services/experiments/change-experiments';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { estimateIntake } from './estimate-intake';
import { finishIntake } from './finish-intake';
import { archiveIntake, createIntake, getIntake, listIntakes, saveIntake } from './manage-intakes';
import { readStatedInputs } from './stated-inputs';

let lab: PracticeLab;
let known: Partial<IntakeAnswers>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 20, heldOut: 30, timeScale: null });
  const split = await db().splitRegistration.findUniqueOrThrow({ where: { id: lab.splitId } });
  const task = await db().task.findUniqueOrThrow({ where: { id: lab.taskId } });
  const model = (name: string) => ({ providerId: lab.providerId, model: `practice-${name}` });
  known = {
    taskId: lab.taskId,
    datasetId: split.datasetId,
    splitId: lab.splitId,
    scoringDigest: canonicalHash(task.scoring),
    models: { serving: model('task'), proposer: model('proposer'), evaluator: model('judge') },
    // The lab's split has no selection examples, which GEPA searches on.
    serialMethod: 'ace',
  };
});
afterAll(() => lab.close());

const TUNED_ON = { usedToTune: true, usedToTuneNote: 'We picked the old prompt on it.' };
const WHY_ACE = 'The team has run ACE for a year and knows it.';
const begin = (name: string) => createIntake(lab.actor, createIntakeBody.parse({ name }));

let made = 0;
async function complete(changes: Partial<IntakeAnswers> = {}, reasons: Record<string, string> = {}) {
  made += 1;
  const { id, revision, name } = await begin(`Guided ${made}`);
  const answers = { ...buildIntakeAnswers(known), ...changes };
  const body = saveIntakeBody.parse({ revision, name, answers, reasons: { 'R-200': WHY_ACE, ...reasons } });
  return saveIntake(lab.actor, { intakeId: id, ...body });
}

describe('a draft', () => {
  it('begins with every question open and nothing filled in', async () => {
    const made = intake.parse(await begin('Empty'));
    expect(made).toMatchObject({ answers: {}, answered: 0, revision: 0, experimentId: null, faults: [] });
    expect(made.questions).toHaveLength(made.total);
    expect(await getIntake(lab.actor, { intakeId: made.id })).toEqual(made);
  });

  it('is never overwritten unseen', async () => {
    const { id, name, revision } = await begin('Shared');
    const save = (answers: IntakeAnswers) =>
      saveIntake(lab.actor, {
        intakeId: id,
        ...saveIntakeBody.parse({ revision, name, answers, reasons: {} }),
      });
    expect(await save({ owner: 'Ada' })).toMatchObject({ revision: 1, answers: { owner: 'Ada' } });
    await expect(save({ owner: 'Bob' })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    expect(await getIntake(lab.actor, { intakeId: id })).toMatchObject({ answers: { owner: 'Ada' } });
  });

  it('offers what the task says, with its source, and takes none of it by itself', async () => {
    const { id, name } = await begin('Offered');
    const body = saveIntakeBody.parse({ revision: 0, name, answers: { taskId: lab.taskId }, reasons: {} });
    const saved = await saveIntake(lab.actor, { intakeId: id, ...body });
    expect(saved.suggestions).toContainEqual(
      expect.objectContaining({ field: 'scoringDigest', value: known.scoringDigest, source: 'the task' }),
    );
    expect(saved.answers).toEqual({ taskId: lab.taskId });
  });

  it('is put away, and then not changed any more', async () => {
    const { id, name } = await begin('Put away');
    await archiveIntake(lab.actor, { intakeId: id });
    const body = saveIntakeBody.parse({ revision: 0, name, answers: {}, reasons: {} });
    await expect(saveIntake(lab.actor, { intakeId: id, ...body })).rejects.toThrow(/archived/);
    const archived = await listIntakes(lab.actor, listIntakesQuery.parse({ archived: 'true' }));
    expect(archived.items.map((one) => one.id)).toEqual([id]);
  });
});

describe('the estimate', () => {
  it('is a range with its basis, and says what it waits for', async () => {
    const { id } = await begin('Too early');
    expect(await estimateIntake(lab.actor, { intakeId: id })).toMatchObject({ amounts: null });
    const ready = await complete();
    const { amounts, basis, openBecause, floor, diagnosis } = await estimateIntake(lab.actor, {
      intakeId: ready.id,
    });
    expect(diagnosis?.cases.length).toBeGreaterThan(0);
    expect(diagnosis?.repetitionsMax).toBe(REPETITIONS_DEFAULT);
    expect(openBecause).toBeNull();
    expect(basis).toMatch(/half to double/);
    expect(amounts?.gpuSeconds).toBeNull();
    expect(amounts?.tokens.high).toBeGreaterThan(amounts?.tokens.low ?? Number.POSITIVE_INFINITY);
    expect(amounts?.rollouts.high).toBeLessThanOrEqual(400);
    expect(floor.map(({ name, isReached }) => [name, isReached])).toEqual([
      ['rollouts', true],
      ['tokens', true],
      ['minutes', true],
    ]);
  });
});

describe('the experiment that it becomes', () => {
  it('R-055: is not made while anything is missing', async () => {
    const { id } = await begin('Nothing stated');
    await expect(finishIntake(lab.actor, { intakeId: id })).rejects.toMatchObject({
      code: 'MISSING_INPUTS',
      ruleId: 'R-055',
    });
  });

  it('has a budget that reaches the first measured iteration', async () => {
    const { id } = await complete({ rollouts: 2 });
    await expect(finishIntake(lab.actor, { intakeId: id })).rejects.toMatchObject({
      code: 'BUDGET_BELOW_FLOOR',
      fields: [{ path: 'answers.rollouts' }],
    });
  });

  it('is an ordinary one, made once, and keeps what was stated', async () => {
    const { id } = await complete(
      { settings: { lanes: 6 } },
      { 'R-202': 'The provider allows six at once.' },
    );
    const made = await finishIntake(lab.actor, { intakeId: id });
    expect(made.config).toMatchObject({
      lanes: 6,
      method: { name: 'ace' },
      epochs: 20,
      budget: { rollouts: 400, tokens: 100_000_000, wallMs: 36_000_000, gpuSeconds: null },
      stopping: { patience: 3, targetScore: 0.81 },
    });
    expect(await getSplit(lab.actor, { splitId: lab.splitId })).toMatchObject({
      owner: 'The evaluation team',
      usedToTune: false,
    });
    const stated = await readStatedInputs(lab.actor, { experimentId: made.id });
    expect(stated.changedDefaults.map(({ ruleId, reason }) => [ruleId, reason])).toEqual([
      ['R-200', WHY_ACE],
      ['R-202', 'The provider allows six at once.'],
    ]);
    expect(stated.canary).toMatchObject({ failureLevel: 'medium', approvers: 1 });
    await expect(finishIntake(lab.actor, { intakeId: id })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  it('R-211: does not start once a default was changed afterwards without a reason', async () => {
    const { id } = await complete();
    const { id: experimentId } = await finishIntake(lab.actor, { intakeId: id });
    const change = (lanes: number) =>
      updateExperiment(lab.actor, { experimentId, ...updateExperimentBody.parse({ lanes }) });
    await change(5);
    const start = () => startRun(lab.actor, { experimentId, kind: 'serialBaseline' });
    await expect(start()).rejects.toMatchObject({ code: 'DEFAULT_CHANGED_NO_REASON', ruleId: 'R-211' });
    await change(8);
    await expect(start()).resolves.toMatchObject({ status: 'queued' });
  });

  it('R-053: does not deny a statement that another request saves at this moment', async () => {
    const { id } = await complete();
    const { finishing } = await db().$transaction(async (tx) => {
      await tx.splitRegistration.update({ where: { id: lab.splitId }, data: TUNED_ON });
      const begun = finishIntake(lab.actor, { intakeId: id });
      await waitsForLock(begun);
      return { finishing: begun };
    });
    await expect(finishing).rejects.toMatchObject({ ruleId: 'R-053' });
  });

  it('R-053: says of split, experiment and run that held-out is contaminated, permanently', async () => {
    const { id } = await complete(TUNED_ON);
    const made = await finishIntake(lab.actor, { intakeId: id });
    expect(made.contamination).toContain('We picked the old prompt on it.');
    const run = await startRun(lab.actor, { experimentId: made.id, kind: 'serialBaseline' });
    const { scoreDoubt } = await getRun(lab.actor, { runId: run.id });
    expect(scoreDoubt).toMatchObject({ code: 'contaminated' });
    expect(scoreDoubt?.sentence).toContain('used to tune');
    const again = await complete();
    await expect(finishIntake(lab.actor, { intakeId: again.id })).rejects.toMatchObject({ ruleId: 'R-053' });
    await db().splitRegistration.update({ where: { id: lab.splitId }, data: { pinnedAt: new Date() } });
    await expect(
      db().splitRegistration.update({ where: { id: lab.splitId }, data: { usedToTune: false } }),
    ).rejects.toThrow();
    await db().splitRegistration.update({ where: { id: lab.splitId }, data: { owner: 'Another team' } });
  });
});
