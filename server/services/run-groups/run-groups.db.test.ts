import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGroup, shapeAdvice } from '@/lib/contracts/run-groups';
import type { RunManifest } from '@/lib/domain/manifest';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { addDiagnosis } from '@/server/repositories/diagnoses';
import { startRun } from '@/server/services/launches/start-run';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { advise } from './advise-shape';
import { controlGroup } from './control-group';
import { launchGroup } from './launch-group';
import { listGroups, readGroup } from './read-group';

const REASON = 'Both tasks leave most of their lanes idle.';
const OTHERS = [
  { shape: 'candidate' as const, reason: 'There are two tasks to be learned at once.' },
  { shape: 'task' as const, reason: 'Serial runs would keep two lanes busy only.' },
];

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let first: string;
let second: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 16, heldOut: 6, timeScale: null });
  listener = makeListener(lab.database.url);
  first = await lab.makeExperiment();
  second = await lab.makeExperiment();
  await db().experiment.update({ where: { id: second }, data: { splitId: await secondSplit() } });
  for (const experimentId of [first, second]) await diagnose(experimentId);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

/** The same examples dealt out anew: another split with held-out examples of its own. */
async function secondSplit(): Promise<string> {
  const split = await db().splitRegistration.findUniqueOrThrow({
    where: { id: lab.splitId },
    include: { assignments: true },
  });
  const { assignments, rule: _rule, counts, ...rest } = split;
  const id = `spl_${ulid()}`;
  await db().splitRegistration.create({
    data: { ...rest, id, name: 'Second', hash: id.padEnd(64, '0'), rule: {}, counts: counts as object },
  });
  await db().splitAssignment.createMany({
    data: assignments.map((assignment) => ({ ...assignment, registrationId: id })),
  });
  return id;
}

async function diagnose(experimentId: string): Promise<void> {
  const serial = await startRun(lab.actor, { experimentId, kind: 'serialBaseline', seed: 1 });
  const { manifest } = await getRun(lab.actor, { runId: serial.id });
  await addDiagnosis({
    id: `dia_${ulid()}`,
    workspaceId: lab.actor.workspaceId,
    scopeHash: diagnosisScopeHash(manifest as unknown as RunManifest),
    runId: serial.id,
    verdict: 'go',
    reason: 'Flat.',
    detail: {},
  });
}

function carry(runId: string): Promise<unknown> {
  const { signal } = new AbortController();
  const job = { payload: { runId }, tries: 0, signal };
  return executeRun(job, { worker: 'worker-test', pool: lab.database.pg, listener, closing: signal });
}

const both = () => ({ experimentIds: [first, second], reason: REASON });

describe('a group of runs', () => {
  it('R-071: hybrid is a Combee run for each task, each with a held-out curve of its own', async () => {
    const launched = runGroup.parse(
      await launchGroup(lab.actor, { ...both(), shape: 'hybrid', rejectedShapes: OTHERS, seed: 5 }),
    );
    expect(launched).toMatchObject({
      shape: 'hybrid',
      reason: REASON,
      rejectedShapes: OTHERS,
      status: 'waiting',
    });
    expect(launched.tasks.map(({ experimentId, curve }) => [experimentId, curve])).toEqual([
      [first, []],
      [second, []],
    ]);
    expect(launched.hints.join(' ')).toMatch(/No worker is up.*WAGGLE_WORKER_RUNS/);
    for (const { run } of launched.tasks) await carry(run.runId);
    const ended = runGroup.parse(await readGroup(lab.actor, { groupId: launched.id }));
    expect(ended).toMatchObject({ status: 'ended', hints: [] });
    for (const { curve, utilisation, run } of ended.tasks) {
      expect(run.seed).toBe(5);
      expect(curve[0]).toMatchObject({ iteration: -1, rollouts: 0, score: { n: 6 } });
      expect(curve.at(-1)).toMatchObject({ trainExamplesSeen: 16, rollouts: 16 });
      expect(utilisation).toBeGreaterThan(0);
    }
  });

  it('R-071: refuses two tasks that share their held-out examples', async () => {
    const twin = await lab.makeExperiment();
    const input = { shape: 'hybrid' as const, reason: REASON, rejectedShapes: OTHERS };
    await expect(launchGroup(lab.actor, { ...input, experimentIds: [first, twin] })).rejects.toMatchObject({
      code: 'PER_TASK_HELDOUT_REQUIRED',
    });
  });

  it('R-070: candidate is one Combee run, and its reasons may come from what is known', async () => {
    const group = await launchGroup(lab.actor, {
      shape: 'candidate',
      experimentIds: [first],
      reason: REASON,
    });
    const kinds = await db().run.findMany({ where: { groupId: group.id }, select: { kind: true } });
    expect(kinds).toEqual([{ kind: 'combee' }]);
    expect(group.rejectedShapes.map(({ shape }) => shape)).toEqual(['task', 'hybrid']);
  });

  it('R-074, R-075: refuses a launch without reasons, and launches nothing', async () => {
    const before = await db().run.count();
    const launch = (changes: object) => launchGroup(lab.actor, { ...both(), shape: 'task', ...changes });
    await expect(launch({ reason: 'because' })).rejects.toMatchObject({ code: 'SHAPE_REASON_MISSING' });
    await expect(launch({ rejectedShapes: [] })).rejects.toMatchObject({ code: 'REJECTED_SHAPES_MISSING' });
    await expect(launch({ experimentIds: [first, first] })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await db().run.count()).toBe(before);
    expect(await db().runGroup.count({ where: { shape: 'task' } })).toBe(0);
  });

  it('task is a run of serial size for each task', async () => {
    const rejectedShapes = [OTHERS[0], { shape: 'hybrid' as const, reason: REASON }].flatMap(
      (each) => each ?? [],
    );
    const group = await launchGroup(lab.actor, { ...both(), shape: 'task', rejectedShapes });
    const runs = await db().run.findMany({ where: { groupId: group.id }, select: { kind: true } });
    expect(runs).toEqual([{ kind: 'serialBaseline' }, { kind: 'serialBaseline' }]);
  });

  it('R-073: refuses hybrid where the last run of one task kept half of its lanes busy, unless overridden', async () => {
    const busy = await startRun(lab.actor, { experimentId: first, kind: 'combee', seed: 9 });
    await finishRun(busy.id, { points: [{ right: 60 }, { right: 85, learningMs: 100 }] });
    const rollout = { type: 'rollout.finished', key: 'busy', data: { iteration: 0, split: 'train' } };
    await db().ledgerEntry.create({
      data: { ...rollout, runId: busy.id, seq: 99, measured: { delayMs: 400 }, at: new Date() },
    });
    const hybrid = { ...both(), shape: 'hybrid' as const, rejectedShapes: OTHERS };
    await expect(launchGroup(lab.actor, hybrid)).rejects.toMatchObject({ code: 'HYBRID_NOT_NEEDED' });
    const advice = shapeAdvice.parse(await advise(lab.actor, { experimentIds: [first, second] }));
    expect(advice).toMatchObject({ shape: 'candidate', tasks: [{ utilisation: 0.5, diagnosis: 'go' }, {}] });
    await expect(launchGroup(lab.actor, { ...hybrid, overrideReason: REASON })).resolves.toMatchObject({
      shape: 'hybrid',
    });
  });

  it('R-076: advice names the ceiling of each task and what would make it wrong', async () => {
    const { tasks } = shapeAdvice.parse(await advise(lab.actor, { experimentIds: [first] }));
    expect(tasks[0]?.ceiling.ceiling).toBeGreaterThan(1);
    expect(tasks[0]?.ceiling.sentence).toMatch(/^At most/);
    expect(tasks[0]?.ceiling.invalidatedBy.length).toBeGreaterThan(3);
    const fresh = await advise(lab.actor, { experimentIds: [await lab.makeExperiment()] });
    expect(fresh.tasks[0]).toMatchObject({ ceiling: { ceiling: null }, measuredRunId: null });
    const draft = await lab.makeExperiment({ models: {} });
    const advised = await advise(lab.actor, { experimentIds: [draft] });
    expect(advised.tasks[0]).toMatchObject({ diagnosis: null, utilisation: null });
    const input = { shape: 'candidate' as const, experimentIds: [draft], reason: REASON };
    await expect(launchGroup(lab.actor, input)).rejects.toMatchObject({ code: 'ROLE_MODEL_MISSING' });
  });

  it('is within its workspace', async () => {
    const { items } = await listGroups(lab.actor, { limit: 50 });
    expect(items.length).toBeGreaterThan(2);
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(readGroup(stranger, { groupId: items[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await listGroups(stranger, { limit: 50 })).items).toEqual([]);
  });
});

describe('the runs of a group', () => {
  it('are paused, resumed and stopped as one, and counted as one', async () => {
    const rejectedShapes = [OTHERS[0], { shape: 'hybrid' as const, reason: REASON }].flatMap(
      (each) => each ?? [],
    );
    const { id } = await launchGroup(lab.actor, { shape: 'task', ...both(), rejectedShapes });
    const control = (action: 'pause' | 'resume' | 'stop') => controlGroup(lab.actor, { groupId: id, action });
    expect(runGroup.parse(await control('pause')).progress).toMatchObject({ runs: 2, ended: 0, paused: 2 });
    await expect(control('pause')).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    expect((await control('resume')).progress).toMatchObject({ ended: 0, paused: 0 });
    expect(await control('stop')).toMatchObject({ status: 'ended', progress: { ended: 2, lost: 2 } });
    await expect(control('stop')).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });
});
