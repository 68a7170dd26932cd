import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRunsQuery } from '@/lib/contracts/run-list';
import { run, runDetail } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { EXECUTE_RUN } from '@/server/jobs/definitions';
import { startQueue } from '@/server/jobs/queue';
import { addDiagnosis } from '@/server/repositories/diagnoses';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { getRun, listRuns } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { controlRun } from './control-run';
import { rerun } from './rerun';
import { startRun } from './start-run';

const REASON = 'A test compares runs at one size.';
const STATIC = { kind: 'static', size: 4, reason: REASON } as const;

let lab: PracticeLab;
let experimentId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
  experimentId = await lab.makeExperiment({ batch: STATIC });
});
afterAll(() => lab.close());

const startPoint = () => startRun(lab.actor, { experimentId, kind: 'comparisonPoint' });
const control = (runId: string, action: 'pause' | 'resume' | 'stop') =>
  controlRun(lab.actor, { runId, action });
const jobsOf = async (runId: string) => (await startQueue()).findJobs(EXECUTE_RUN, { key: runId });

describe('starting a run', () => {
  it('pins a manifest, writes it down and queues one job', async () => {
    const started = await startPoint();
    expect(run.parse(started)).toMatchObject({ status: 'queued', practice: true, kind: 'comparisonPoint' });
    expect(await jobsOf(started.id)).toHaveLength(1);
    const audit = await db().auditEntry.findFirst({ where: { subject: started.id } });
    expect(audit).toMatchObject({ action: 'run.started', actor: 'experimenter@test' });
    const detail = runDetail.parse(await getRun(lab.actor, { runId: started.id }));
    expect(detail.manifest).toMatchObject({ runSeed: started.seed, batch: STATIC });
  });

  it('needs a serial diagnosis that says go, for a parallel run only', async () => {
    const parallel = () => startRun(lab.actor, { experimentId, kind: 'combee', seed: 1 });
    await expect(parallel()).rejects.toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS' });
    await expect(startRun(lab.actor, { experimentId, kind: 'serialBaseline' })).resolves.toBeDefined();
    const point = await getRun(lab.actor, { runId: (await startPoint()).id });
    const scopeHash = diagnosisScopeHash(point.manifest as unknown as RunManifest);
    const diagnosis = { workspaceId: lab.actor.workspaceId, scopeHash, reason: 'Still rising.', detail: {} };
    await addDiagnosis({ ...diagnosis, id: 'dia_1', runId: 'run_a', verdict: 'noGo' });
    await expect(parallel()).rejects.toThrow(/Still rising/);
    await addDiagnosis({ ...diagnosis, id: 'dia_2', runId: 'run_b', verdict: 'go', reason: 'Flat.' });
    expect((await getRun(lab.actor, { runId: (await parallel()).id })).diagnosis?.verdict).toBe('go');
    await addDiagnosis({
      ...diagnosis,
      id: 'dia_3',
      runId: 'run_c',
      verdict: 'undecided',
      reason: 'Noisy.',
    });
    await expect(parallel(), 'the newest diagnosis binds').rejects.toThrow(/Noisy/);
  });

  it('R-022 refuses a parallel run without a pinned scheduler before it asks for anything else', async () => {
    const unpinned = await lab.makeExperiment({ batch: STATIC, dispatch: null });
    await expect(startRun(lab.actor, { experimentId: unpinned, kind: 'combee' })).rejects.toMatchObject({
      code: 'UNPINNED_SCHEDULER',
    });
    await expect(
      startRun(lab.actor, { experimentId: unpinned, kind: 'comparisonPoint' }),
    ).resolves.toBeDefined();
  });

  it('is within its workspace', async () => {
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(startRun(stranger, { experimentId, kind: 'serialBaseline' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const mine = await startPoint();
    await expect(getRun(stranger, { runId: mine.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(controlRun(stranger, { runId: mine.id, action: 'stop' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('repeats a run with the same settings and another seed', async () => {
    const first = await startPoint();
    const second = await rerun(lab.actor, { runId: first.id, seed: 99 });
    const manifestOf = async (runId: string) => (await getRun(lab.actor, { runId })).manifest;
    expect(await manifestOf(second.id)).toEqual({ ...(await manifestOf(first.id)), runSeed: 99 });
  });

  it('lists runs newest first, each on one page only', async () => {
    const all = await db().run.count({ where: { experimentId } });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listRuns(lab.actor, listRunsQuery.parse({ limit: 3, cursor, experimentId }));
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(all);
    expect(new Set(seen).size).toBe(all);
    await expect(listRuns(lab.actor, listRunsQuery.parse({ cursor: 'nonsense' }))).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });
});

describe('steering a run', () => {
  it('pauses one that waits, and gives it a job again when it resumes', async () => {
    const { id } = await startPoint();
    expect(await control(id, 'pause')).toMatchObject({ status: 'paused' });
    await expect(control(id, 'pause')).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    expect(await control(id, 'resume')).toMatchObject({ status: 'queued', control: 'run' });
    await expect(control(id, 'resume')).rejects.toThrow('The run is not paused.');
    expect(await jobsOf(id)).toHaveLength(1);
  });

  it('asks a running one to pause, and lets that be withdrawn', async () => {
    const { id } = await startPoint();
    await db().run.update({ where: { id }, data: { status: 'running' } });
    expect(await control(id, 'pause')).toMatchObject({ status: 'running', control: 'pause' });
    expect(await control(id, 'resume')).toMatchObject({ status: 'running', control: 'run' });
    expect(await control(id, 'stop')).toMatchObject({ status: 'running', control: 'stop' });
    await expect(control(id, 'pause')).rejects.toThrow(/being stopped/);
  });

  it('stops one that has not begun at once, and takes nothing more from one that has ended', async () => {
    const { id } = await startPoint();
    expect(await control(id, 'stop')).toMatchObject({ status: 'stopped' });
    for (const action of ['pause', 'resume', 'stop'] as const) {
      await expect(control(id, action)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    }
  });
});
