import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FactData, FactType } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { addDiagnosis } from '@/server/repositories/diagnoses';
import { startRun } from '@/server/services/launches/start-run';
import { changeLanes, getLanes } from './change-lanes';
import { diagnosisScopeHash } from './diagnosis-scope';
import { getRun } from './read-runs';
import { openPracticeLab, type PracticeLab } from './testing/practice-lab';

let lab: PracticeLab;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
});
afterAll(() => lab.close());

const REASON = 'A test compares runs at one size.';
const serial = async (settings: object = {}) =>
  startRun(lab.actor, { experimentId: await lab.makeExperiment(settings), kind: 'serialBaseline' });

/** A parallel run under a go, as its worker would have left it: these facts, and still queued. */
async function parallelRun(settings: object = {}): Promise<string> {
  const { manifest } = await getRun(lab.actor, { runId: (await serial()).id });
  await addDiagnosis({
    id: `dia_${crypto.randomUUID()}`,
    workspaceId: lab.actor.workspaceId,
    scopeHash: diagnosisScopeHash(manifest as unknown as RunManifest),
    runId: 'run_a',
    verdict: 'go',
    reason: 'Flat.',
    detail: {},
  });
  const experimentId = await lab.makeExperiment(settings);
  return (await startRun(lab.actor, { experimentId, kind: 'combee' })).id;
}

let seq = 0;
async function state<T extends FactType>(runId: string, type: T, data: Partial<FactData[T]>): Promise<void> {
  seq += 1;
  await db().ledgerEntry.create({
    data: {
      runId,
      seq,
      type,
      key: `${type}/${seq}`,
      data: data as Prisma.InputJsonObject,
      measured: {},
      at: new Date(),
    },
  });
}

async function wellGoing(runId: string): Promise<void> {
  await state(runId, 'batch.planned', { size: 8 });
  await state(runId, 'diversity.measured', { collapsed: false });
  await state(runId, 'heldOut.measured', { best: true });
  await state(runId, 'heldOut.measured', { best: true });
}

const raise = (runId: string, lanes: number) => changeLanes(lab.actor, { runId, lanes });

describe('the lanes of a going run', () => {
  it('R-202: are raised while all conditions hold, and the word waits for the next iteration', async () => {
    const runId = await parallelRun();
    await expect(raise(runId, 16)).rejects.toMatchObject({ code: 'WORKER_RAISE_CONDITIONS' });
    await wellGoing(runId);
    expect(await getLanes(lab.actor, { runId })).toMatchObject({ lanes: 8, waiting: null, collapsed: false });
    expect(await raise(runId, 16)).toMatchObject({ lanes: 8, waiting: 16 });
    await state(runId, 'lanes.changed', { from: 8, to: 16 });
    expect(await getLanes(lab.actor, { runId })).toMatchObject({ lanes: 16, waiting: null });
    // The batches of 8 do not fill 16 lanes; fewer are taken at any time.
    await expect(raise(runId, 32)).rejects.toMatchObject({ code: 'WORKER_RAISE_CONDITIONS' });
    expect(await raise(runId, 4)).toMatchObject({ waiting: 4 });
    expect(await db().auditEntry.count({ where: { subject: runId, action: 'run.lanes' } })).toBe(2);
  });

  it('R-021: are not raised while the run has collapsed', async () => {
    const runId = await parallelRun();
    await wellGoing(runId);
    await state(runId, 'diversity.measured', { collapsed: true });
    await expect(raise(runId, 16)).rejects.toMatchObject({
      code: 'COLLAPSED_ADD_DIVERSITY_FIRST',
      howToProceed: [expect.any(String), expect.any(String), expect.any(String)],
    });
    expect(await getLanes(lab.actor, { runId })).toMatchObject({ collapsed: true });
  });

  it('R-190: a parallel run without diversity starts with 8 lanes at most; yardsticks pin none', async () => {
    await expect(parallelRun({ diversity: null, lanes: 9 })).rejects.toMatchObject({
      code: 'LANES_WITHOUT_DIVERSITY',
    });
    const runId = await parallelRun({ diversity: null, lanes: 8 });
    expect((await getRun(lab.actor, { runId })).manifest).not.toHaveProperty('diversity');
    const yardstick = await getRun(lab.actor, { runId: (await serial({ lanes: 64 })).id });
    expect(yardstick.manifest).not.toHaveProperty('diversity');
    const batch = { kind: 'static', size: 4, reason: REASON };
    const experimentId = await lab.makeExperiment({ lanes: 64, batch });
    const point = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint' });
    expect((await getRun(lab.actor, { runId: point.id })).manifest).not.toHaveProperty('diversity');
  });

  it('R-019: a run that goes through its examples one by one is warned', async () => {
    const runId = await parallelRun();
    for (const size of [1, 1, 2]) await state(runId, 'batch.planned', { size });
    const { warnings } = await getLanes(lab.actor, { runId });
    expect(warnings).toMatchObject([{ code: 'DEPTH_NOT_DIVERSITY' }]);
  });

  it('belong to their workspace, and end with the run', async () => {
    const runId = await parallelRun();
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(getLanes(stranger, { runId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await db().run.update({ where: { id: runId }, data: { status: 'finished' } });
    await expect(raise(runId, 1)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });
});

describe('the diversity of a parallel run', () => {
  it('R-204: is the default of a new experiment, pinned unchanged', async () => {
    const { manifest } = await getRun(lab.actor, { runId: await parallelRun() });
    expect(manifest).toMatchObject({
      diversity: {
        operators: [
          { kind: 'rephrase', weight: 0.25 },
          { kind: 'reorder', weight: 0.25 },
          { kind: 'fewShotSwap', weight: 0.25 },
          { kind: 'instructionChannelEdit', weight: 0.25 },
        ],
        adaptAfterIteration: 5,
        similarityMax: 0.92,
      },
    });
  });

  it('R-101: is refused where it is given in part, and so nothing starts', async () => {
    const operators = [{ kind: 'insert', weight: 1 }];
    await expect(parallelRun({ diversity: { operators } })).rejects.toMatchObject({
      code: 'OPERATORS_LT_3',
      fields: expect.arrayContaining([expect.objectContaining({ path: 'diversity.temperature' })]),
    });
  });
});
