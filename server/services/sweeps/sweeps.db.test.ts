import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchSweepBody } from '@/lib/contracts/sweep-plan';
import { type SweepView, sweep as sweepShape } from '@/lib/contracts/sweeps';
import type { RunManifest } from '@/lib/domain/manifest';
import type { CellResult } from '@/lib/domain/sweep';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { controlRun } from '@/server/services/launches/control-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { startWorkerProcess, type WorkerProcess } from '@/server/worker/testing/worker-processes';
import { advanceSweep } from './advance-sweep';
import { controlSweep, retryCell } from './control-sweep';
import { exportSweep } from './export-sweep';
import { launchSweep } from './launch-sweep';
import { listSweeps } from './list-sweeps';
import { estimate } from './prepare-sweep';
import { readSweep } from './read-sweep';

const PATIENT = { interval: 100 };

let lab: PracticeLab;
let experimentId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 12, heldOut: 6, timeScale: 300 });
  experimentId = await lab.makeExperiment({ evaluation: { everyExamples: 12 } });
});
afterAll(() => lab.close());

const planOf = (plan: object) =>
  launchSweepBody.parse({ experimentId, arms: ['naive', 'combee'], sizes: [6], seeds: [1], ...plan });
const launch = (plan: object = {}) => launchSweep(lab.actor, planOf(plan));
const read = (sweepId: string) => readSweep(lab.actor, { sweepId });
const cellsBy = ({ cells }: SweepView, status: string) => cells.filter((cell) => cell.status === status);

/** Sums over all runs of a sweep, as their journals have them. */
async function usedBy({ cells }: SweepView) {
  const runIds = cells.flatMap(({ attempts }) => attempts.map(({ runId }) => runId));
  const calls = await db().journalCall.findMany({ where: { runId: { in: runIds }, cached: false } });
  return {
    runs: runIds.length,
    tokens: calls.reduce((sum, call) => sum + call.tokensIn + call.tokensOut, 0),
    rollouts: calls.filter(({ purpose }) => purpose === 'generate').length,
  };
}

async function killed(worker: WorkerProcess): Promise<void> {
  worker.child.kill('SIGKILL');
  await worker.ended;
}

describe('a sweep', () => {
  it('comes to its end over a killed worker: no cell twice, its budget never passed, and a figure', async () => {
    const rollouts = 12 * 6;
    const launched = await launch({
      arms: ['noLearning', 'sequential', 'naive', 'combee'],
      sizes: [6],
      seeds: [1, 2],
      budget: { rollouts },
      concurrent: 2,
    });
    expect(launched).toMatchObject({ status: 'running', practice: true, counts: { cells: 7, going: 2 } });
    const first = startWorkerProcess();
    await expect.poll(async () => (await read(launched.id)).counts.done, PATIENT).toBeGreaterThan(0);
    await killed(first);
    const last = startWorkerProcess();
    await expect.poll(async () => (await read(launched.id)).status, PATIENT).toBe('finished');
    last.child.kill('SIGTERM');
    await last.ended;
    const ended = sweepShape.parse(await read(launched.id));
    expect(ended.counts).toMatchObject({ cells: 7, done: 7, lost: 0, cut: 0, notStarted: 0 });
    const used = await usedBy(ended);
    expect(used).toMatchObject({ runs: 7, rollouts });
    expect(ended.spent.charged.rollouts).toBe(rollouts);
    expect(ended.figure.rows.map(({ arm, seeds }) => [arm, seeds.length])).toEqual([
      ['noLearning', 1],
      ['sequential', 2],
      ['naive', 2],
      ['combee', 2],
    ]);
    // Playbooks of this machine's own cells: counted, and all published ones beside them.
    for (const { arm, bullets, highValueBullets } of ended.figure.rows.slice(1)) {
      expect(bullets.mean, arm).toBeGreaterThan(0);
      expect(highValueBullets, arm).not.toBeNull();
    }
    expect(ended.figure.publishedPlaybooks.length).toBeGreaterThan(10);
    expect(ended.figure.differences.map(({ reference, arm }) => [reference, arm])).toContainEqual([
      'naive',
      'combee',
    ]);
    const csv = await exportSweep(lab.actor, { sweepId: launched.id, format: 'csv' });
    const lines: string[] = [];
    for await (const line of csv.lines) lines.push(line);
    const rows = parse(lines.join(''), { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(7);
    // A file says the verdict that the page says, and never one of its own.
    const verdicts = rows
      .filter(({ arm }) => arm === 'combee')
      .map(({ minusNaiveVerdict }) => minusNaiveVerdict);
    const shown = ended.figure.differences.find((one) => one.reference === 'naive' && one.arm === 'combee');
    expect(verdicts).toEqual([shown?.verdict, shown?.verdict]);
    expect(ended.figure.rows.at(-1)?.accuracy).toMatchObject({ n: 6, missing: 0, includesTraining: true });
  });

  it('starts runs that are comparison points with a reason, pinned from the launch, and starts each cell once', async () => {
    const launched = await launch({ concurrent: 2 });
    await Promise.all([advanceSweep(launched.id), advanceSweep(launched.id), advanceSweep(launched.id)]);
    const now = await read(launched.id);
    expect(now.cells.map(({ attempts }) => attempts.length)).toEqual([1, 1]);
    const runIds = now.cells.flatMap(({ attempts }) => attempts.map(({ runId }) => runId));
    const runs = await db().run.findMany({ where: { id: { in: runIds } } });
    for (const run of runs) {
      const manifest = run.manifest as unknown as RunManifest;
      expect(manifest).toMatchObject({ kind: 'comparisonPoint', runSeed: 1 });
      expect(manifest.batch).toMatchObject({ kind: 'static', size: 6 });
      expect(manifest.batch).toHaveProperty('reason', expect.stringMatching(/^sweep: /));
      expect(manifest.diversity).toBeUndefined();
    }
    expect(runs.map(({ manifest }) => (manifest as unknown as RunManifest).aggregation.kind).sort()).toEqual([
      'combee',
      'naive',
    ]);
    await controlSweep(lab.actor, { sweepId: launched.id, action: 'cancel' });
  });

  it('is refused where its estimate passes the budget, and shows that estimate without starting anything', async () => {
    const plan = planOf({ budget: { rollouts: 12 } });
    const before = await db().sweep.count();
    expect(await estimate(lab.actorAs('viewer'), plan)).toMatchObject({
      cells: 2,
      rollouts: 24,
      refusal: expect.stringContaining('24 training rollouts, more than its budget of 12'),
    });
    await expect(launchSweep(lab.actor, plan)).rejects.toMatchObject({ code: 'BUDGET_EXHAUSTED' });
    await expect(launch({ sizes: [6, 6] })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await db().sweep.count()).toBe(before);
  });

  it('says why cells wait, pauses and resumes with its runs, and leaves what a cancel found waiting', async () => {
    const launched = await launch({ seeds: [1, 2], concurrent: 1 });
    expect(cellsBy(launched, 'waiting').map(({ reason }) => reason)).toEqual(
      Array(3).fill(expect.stringContaining('waits for its turn')),
    );
    const sweepId = launched.id;
    const paused = await controlSweep(lab.actor, { sweepId, action: 'pause' });
    expect(paused.status).toBe('paused');
    expect(paused.cells[0]?.status).toBe('paused');
    await expect(controlSweep(lab.actor, { sweepId, action: 'pause' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    const resumed = await controlSweep(lab.actor, { sweepId, action: 'resume' });
    expect([resumed.status, resumed.cells[0]?.status]).toEqual(['running', 'queued']);
    const cancelled = await controlSweep(lab.actor, { sweepId, action: 'cancel' });
    expect(cancelled.status).toBe('cancelled');
    expect(cellsBy(cancelled, 'notStarted')).toHaveLength(3);
    expect(cellsBy(await read(sweepId), 'stopped')).toHaveLength(1);
    await expect(controlSweep(lab.actor, { sweepId, action: 'resume' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });

  it('goes on without a cell that was lost, and starts it again for a reason that is kept', async () => {
    const { id: sweepId, cells } = await launch({ concurrent: 1 });
    const runId = cells[0]?.attempts[0]?.runId ?? '';
    const cellId = cells[0]?.id ?? '';
    await expect(retryCell(lab.actor, { sweepId, cellId, reason: 'Too early.' })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    await controlRun(lab.actor, { runId, action: 'stop' });
    await advanceSweep(sweepId);
    expect((await read(sweepId)).cells.map(({ status }) => status)).toEqual(['stopped', 'queued']);
    await retryCell(lab.actor, { sweepId, cellId, reason: 'It was stopped by mistake.' });
    const second = (await read(sweepId)).cells[1]?.attempts[0]?.runId ?? '';
    await controlRun(lab.actor, { runId: second, action: 'stop' });
    await advanceSweep(sweepId);
    const again = (await read(sweepId)).cells[0];
    expect(again).toMatchObject({ status: 'queued', attempts: [{ runId, reason: null }, {}] });
    expect(again?.attempts[1]?.reason).toBe('It was stopped by mistake.');
    await controlSweep(lab.actor, { sweepId, action: 'cancel' });
    const { items } = await listSweeps(lab.actor, { limit: 50 });
    expect(items.find(({ id }) => id === sweepId)).toMatchObject({
      status: 'cancelled',
      counts: { cells: 2 },
    });
  });

  it('starts cells only while its launcher or last resumer may: else it stops with a sentence', async () => {
    const { workspaceId } = lab.actor;
    const person = { id: 'usr_leaver', email: 'leaver@lab.example', name: 'Leaver', passwordHash: 'x' };
    await db().user.create({ data: person });
    await db().membership.create({ data: { workspaceId, userId: person.id, role: 'experimenter' } });
    const leaver = testActor('experimenter', { workspaceId, name: person.email, userId: person.id });
    const { id: sweepId } = await launchSweep(leaver, planOf({ concurrent: 1 }));
    await db().membership.updateMany({ where: { userId: person.id }, data: { role: 'viewer' } });
    const runId = (await read(sweepId)).cells[0]?.attempts[0]?.runId ?? '';
    await controlRun(lab.actor, { runId, action: 'stop' });
    await advanceSweep(sweepId);
    const stopped = await read(sweepId);
    expect(stopped).toMatchObject({ status: 'paused', counts: { lost: 1, going: 0, waiting: 1 } });
    expect(stopped.statusReason).toContain('leaver@lab.example, in whose name');
    const resumed = await controlSweep(lab.actor, { sweepId, action: 'resume' });
    expect(resumed).toMatchObject({ status: 'running', counts: { going: 1, waiting: 0 } });
    expect(resumed.cells[1]?.attempts[0]?.startedBy).toBe(lab.actor.name);
    await controlSweep(lab.actor, { sweepId, action: 'cancel' });
  });

  it('tells a cell that a cap cut from one that is done, in its list as on its page', async () => {
    const { id: sweepId, cells } = await launch({ concurrent: 2 });
    const [cut = '', done = ''] = cells.map(({ attempts }) => attempts[0]?.runId);
    await controlSweep(lab.actor, { sweepId, action: 'cancel' });
    await db().run.updateMany({ where: { id: { in: [cut, done] } }, data: { status: 'finished' } });
    const settle = (runId: string, result: object) =>
      db().sweepAttempt.update({ where: { runId }, data: { charge: { usd: 0 }, result } });
    await settle(cut, { result: null, stopReason: 'budgetTokens' });
    await settle(done, { result: { ...MEASURED }, stopReason: 'trainingDone' });
    const counts = { done: 1, cut: 1, lost: 0 };
    expect((await read(sweepId)).counts).toMatchObject(counts);
    const { items } = await listSweeps(lab.actor, { limit: 50 });
    expect(items.find(({ id }) => id === sweepId)?.counts).toMatchObject(counts);
  });
});

const MEASURED = {
  ...{ exampleIds: ['a'], scores: [1], seedMean: null, learningMs: 1, totalMs: 1, taintedIterations: 0 },
  ...{ iterations: 1, costUsd: null, tokens: 1, calls: 1, rollouts: 1, evaluationRollouts: 1, failures: 0 },
  ...{ playbookTokens: 1, bullets: 3, worth: { highValueBullets: 1, helpfulMarks: 4, insights: null } },
} satisfies CellResult;
