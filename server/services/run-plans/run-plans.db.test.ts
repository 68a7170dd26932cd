import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPlan } from '@/lib/contracts/run-plans';
import type { RunManifest } from '@/lib/domain/manifest';
import { db } from '@/server/db/client';
import { controlRun } from '@/server/services/launches/control-run';
import { launchRun } from '@/server/services/launches/launch-run';
import { prepareRun, startRun } from '@/server/services/launches/start-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { startWorkerProcess } from '@/server/worker/testing/worker-processes';
import { advancePlan } from './advance-plan';
import { controlPlan } from './control-plan';
import { forecastPlan } from './forecast-plan';
import { readNewestPlan, readPlan } from './read-plan';
import { startPlan } from './start-plan';

const PATIENT = { interval: 100 };

let lab: PracticeLab;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 12, heldOut: 6, timeScale: 300 });
});
afterAll(() => lab.close());

/** An experiment of its own scope, so that no other test's diagnosis holds for it. */
async function newExperiment(): Promise<string> {
  const id = `tsk_${ulid()}`;
  const task = await db().task.findUniqueOrThrow({ where: { id: lab.taskId } });
  await db().task.create({ data: { ...task, id, name: `Task ${id}`, scoring: task.scoring ?? {} } });
  return lab.makeExperiment({ taskId: id, evaluation: { everyExamples: 12 } });
}

type Verdict = 'go' | 'noGo' | 'undecided';
const FINDINGS = { go: 'plateauAbove', noGo: 'stillRising', undecided: 'cannotBeTold' } as const;

/** The run ends as its worker would end it, with this diagnosis. */
async function ends(runId: string, verdict: Verdict): Promise<void> {
  const run = await db().run.update({
    where: { id: runId },
    data: { status: 'finished', endedAt: new Date() },
  });
  const scopeHash = diagnosisScopeHash(run.manifest as unknown as RunManifest);
  const detail = {
    finding: FINDINGS[verdict],
    alternatives: verdict === 'go' ? [] : ['Add serial rollouts.'],
  };
  const { workspaceId } = run;
  const id = `dia_${ulid()}`;
  await db().diagnosis.create({
    data: { id, workspaceId, scopeHash, runId, verdict, reason: 'It was measured.', detail },
  });
}

async function started({ explores = false } = {}): Promise<{
  planId: string;
  experimentId: string;
  serialId: string;
}> {
  const experimentId = await newExperiment();
  const plan = await startPlan(lab.actor, { experimentId, explores });
  return { planId: plan.id, experimentId, serialId: plan.runs[0]?.id ?? '' };
}

const read = (planId: string) => readPlan(lab.actor, { planId });
const control = (
  planId: string,
  action: 'pause' | 'resume' | 'cancel' | 'moreSerial' | 'explore' | 'again',
) => controlPlan(lab.actor, { planId, action });
const seeds = async (experimentId: string) =>
  (await db().run.findMany({ where: { experimentId }, orderBy: { id: 'asc' } })).map(({ seed }) => seed);
const kinds = ({ runs }: { runs: readonly { kind: string }[] }) => runs.map(({ kind }) => kind);

describe('a run plan', () => {
  it('starts a serial baseline, and after its go one Combee run, however many workers look', async () => {
    const { planId, experimentId, serialId } = await started();
    expect(runPlan.parse(await read(planId))).toMatchObject({ status: 'running', step: 'serial' });
    await Promise.all([advancePlan(planId), advancePlan(planId)]);
    expect(kinds(await read(planId))).toEqual(['serialBaseline']);
    await ends(serialId, 'go');
    await Promise.all([advancePlan(planId), advancePlan(planId), advancePlan(planId)]);
    const now = await read(planId);
    expect(now).toMatchObject({ status: 'running', step: 'parallel', diagnosis: { verdict: 'go' } });
    expect(kinds(now)).toEqual(['serialBaseline', 'combee']);
    expect(await seeds(experimentId)).toEqual([1, 1]);
    await db().run.update({ where: { id: now.runs[1]?.id ?? '' }, data: { status: 'finished' } });
    await advancePlan(planId);
    expect(await read(planId)).toMatchObject({ status: 'finished', progress: { runs: 2, ended: 2 } });
    const { plan } = await readNewestPlan(lab.actor, { experimentId });
    expect(plan?.id).toBe(planId);
  });

  it('needs no serial baseline where a go of the same scope is there', async () => {
    const { experimentId, serialId, planId } = await started();
    await control(planId, 'cancel');
    await ends(serialId, 'go');
    expect((await forecastPlan(lab.actor, { experimentId })).steps.map(({ isDone }) => isDone)).toEqual([
      true,
      true,
      false,
    ]);
    expect(kinds(await startPlan(lab.actor, { experimentId, explores: false }))).toEqual(['combee']);
  });

  it('stops at an undecided diagnosis, and explores only when a person chooses it', async () => {
    const { planId, serialId } = await started();
    await ends(serialId, 'undecided');
    await advancePlan(planId);
    const stopped = runPlan.parse(await read(planId));
    expect(stopped).toMatchObject({
      status: 'stopped',
      step: 'diagnosis',
      stop: { code: 'undecided', ruleId: 'R-011', ways: ['moreSerial', 'explore'] },
    });
    const explored = await control(planId, 'explore');
    expect(explored).toMatchObject({ status: 'running', step: 'parallel', stop: null });
    expect(kinds(explored)).toEqual(['serialBaseline', 'exploratory']);
    const run = await db().run.findUniqueOrThrow({ where: { id: explored.runs[1]?.id ?? '' } });
    expect((run.manifest as unknown as RunManifest).kind).toBe('exploratory');
  });

  it.each([
    ['undecided', 'exploratory', 'running'],
    ['go', 'combee', 'running'],
    ['noGo', 'serialBaseline', 'stopped'],
  ] as const)('that explores goes on after %s with %s', async (verdict, last, status) => {
    const { planId, serialId } = await started({ explores: true });
    await ends(serialId, verdict);
    await advancePlan(planId);
    const plan = await read(planId);
    expect(plan.status).toBe(status);
    expect(kinds(plan).at(-1)).toBe(last);
  });

  it('adds serial examples with twice the epochs, and waits for their own diagnosis', async () => {
    const { planId, serialId, experimentId } = await started();
    await ends(serialId, 'undecided');
    const longer = await control(planId, 'moreSerial');
    expect(kinds(longer)).toEqual(['serialBaseline', 'serialBaseline']);
    const id = longer.runs[1]?.id ?? '';
    expect(await seeds(experimentId), 'another baseline is another draw').toEqual([1, 2]);
    const manifests = await db().run.findMany({
      where: { id: { in: [serialId, id] } },
      orderBy: { createdAt: 'asc' },
    });
    expect(manifests.map(({ manifest }) => (manifest as unknown as RunManifest).epochs)).toEqual([1, 2]);
    await db().run.update({ where: { id }, data: { status: 'finished' } });
    await advancePlan(planId);
    expect((await read(planId)).status, 'the older verdict is no answer to it').toBe('running');
    await ends(id, 'go');
    await advancePlan(planId);
    expect(kinds(await read(planId)).at(-1)).toBe('combee');
  });

  it('never explores after a no-go', async () => {
    const { planId, serialId } = await started();
    await ends(serialId, 'noGo');
    await advancePlan(planId);
    expect(await read(planId)).toMatchObject({
      stop: { code: 'noGo', ruleId: 'R-061', ways: ['moreSerial'] },
    });
    await expect(control(planId, 'explore')).rejects.toMatchObject({ ruleId: 'EXP-1' });
  });

  it('stops with the rule where the next run is refused, and tries that step again', async () => {
    const { planId, experimentId, serialId } = await started();
    await ends(serialId, 'go');
    await db().experiment.update({ where: { id: experimentId }, data: { archivedAt: new Date() } });
    await advancePlan(planId);
    expect(await read(planId)).toMatchObject({
      status: 'stopped',
      stop: { code: 'refused', ways: ['again'] },
    });
    await db().experiment.update({ where: { id: experimentId }, data: { archivedAt: null } });
    expect(kinds(await control(planId, 'again'))).toEqual(['serialBaseline', 'combee']);
  });

  it('stops where its run was stopped, and starts that step again', async () => {
    const { planId, serialId } = await started();
    await controlRun(lab.actor, { runId: serialId, action: 'stop' });
    await advancePlan(planId);
    expect(await read(planId)).toMatchObject({
      stop: { code: 'runStopped', step: 'serial', ways: ['again'] },
    });
    expect(kinds(await control(planId, 'again'))).toEqual(['serialBaseline', 'serialBaseline']);
  });

  it('pauses, resumes and cancels together with its run', async () => {
    const { planId, experimentId } = await started();
    const paused = await control(planId, 'pause');
    expect(paused).toMatchObject({ status: 'paused', runs: [{ status: 'paused' }] });
    await expect(startPlan(lab.actor, { experimentId, explores: false })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    expect(await control(planId, 'resume')).toMatchObject({
      status: 'running',
      runs: [{ status: 'queued' }],
    });
    expect(await control(planId, 'cancel')).toMatchObject({
      status: 'cancelled',
      runs: [{ status: 'stopped' }],
    });
    await expect(control(planId, 'resume')).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  it('starts nothing in the name of a person who lost the role', async () => {
    const { planId, serialId } = await started();
    await ends(serialId, 'go');
    const startsAs = { name: 'Gone', via: 'session', userId: 'usr_gone', keyId: null };
    await db().runPlan.update({ where: { id: planId }, data: { startsAs } });
    await advancePlan(planId);
    expect(await read(planId)).toMatchObject({ status: 'stopped', stop: { code: 'refused' } });
  });

  it('says cost and time of each run beforehand, and what would stop it', async () => {
    const experimentId = await newExperiment();
    const forecast = await forecastPlan(lab.actor, { experimentId });
    expect(forecast.steps.map(({ step, kind }) => [step, kind])).toEqual([
      ['serial', 'serialBaseline'],
      ['diagnosis', null],
      ['parallel', 'combee'],
    ]);
    const [serial, , parallel] = forecast.steps;
    expect(serial?.totalMs).toBeGreaterThan(parallel?.totalMs ?? 0);
    expect(Math.min(serial?.rollouts ?? 0, parallel?.rollouts ?? 0)).toBeGreaterThan(0);
    expect(forecast.stops).toContainEqual(expect.objectContaining({ ruleId: 'R-011', isCertain: false }));
  });

  it('comes over a killed worker to an undecided diagnosis, and from there to the end of an exploratory run', {
    timeout: 300_000,
  }, async () => {
    const { planId, serialId } = await started();
    const first = startWorkerProcess();
    const rollouts = async () => (await db().run.findUniqueOrThrow({ where: { id: serialId } })).lastSeq;
    await expect.poll(rollouts, PATIENT).toBeGreaterThan(5);
    first.child.kill('SIGKILL');
    await first.ended;
    const last = startWorkerProcess();
    await expect.poll(async () => (await read(planId)).status, PATIENT).toBe('stopped');
    expect(await read(planId)).toMatchObject({ stop: { code: 'undecided' }, runs: [{ id: serialId }] });
    await control(planId, 'explore');
    await expect.poll(async () => (await read(planId)).status, PATIENT).toBe('finished');
    last.child.kill('SIGTERM');
    await last.ended;
    expect(kinds(await read(planId))).toEqual(['serialBaseline', 'exploratory']);
  });
});

describe('an exploratory run', () => {
  it('is the same configuration as the Combee run of its experiment, under its own kind', async () => {
    const { experimentId, serialId } = await started();
    await expect(startRun(lab.actor, { experimentId, kind: 'exploratory' })).rejects.toMatchObject({
      ruleId: 'EXP-1',
    });
    await ends(serialId, 'undecided');
    const asked = { experimentId, seed: 7 };
    const combee = await prepareRun(lab.actor, { ...asked, kind: 'combee' });
    const exploratory = await prepareRun(lab.actor, { ...asked, kind: 'exploratory' });
    expect({ ...exploratory.manifest, kind: 'combee' }).toEqual(combee.manifest);
    const run = await launchRun(lab.actor, exploratory);
    expect(run).toMatchObject({ kind: 'exploratory', label: 'Exploratory Combee, seed 7' });
  });
});
