import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import { baselineAmong, whyNoTimes } from '@/lib/report/comparability';
import { proposedTask } from '@/lib/view/proposed-task';
import { db } from '@/server/db/client';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { compareArms } from '@/server/services/comparisons/compare-arms';
import { listTasks } from '@/server/services/datasets/manage-tasks';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { type OfficeLab, startOfficeLab } from './testing/office-lab';

/** The seeded agent from its first ticket to its playbook. */
let lab: OfficeLab;
beforeAll(async () => {
  lab = await startOfficeLab({ sizes: { train: 24, heldOut: 20 } });
});
afterAll(() => lab.close());

async function finished(runId: string) {
  expect(await lab.carry(runId)).toBe('done');
  const run = await getRun(lab.actor, { runId });
  expect(run.status).toBe('finished');
  const entries = await readLedger(lab.database.pg, runId);
  const scores = entries.flatMap((entry) =>
    entry.type === 'heldOut.measured' ? [entry.data.score.mean] : [],
  );
  return { run, entries, scores };
}

async function manifestOf(runId: string): Promise<RunManifest> {
  const row = await db().run.findUniqueOrThrow({ where: { id: runId }, select: { manifest: true } });
  return row.manifest as unknown as RunManifest;
}

describe('the seeded back office', { timeout: 600_000 }, () => {
  it('has a task that is proposed for its tickets, and for no other set', async () => {
    const { items } = await listTasks(lab.actor, { limit: 100 });
    const [task] = items;
    expect(task).toMatchObject({ name: 'Back office', datasetIds: [expect.any(String)] });
    const office = { id: task?.datasetIds[0] ?? '', preset: 'generic' };
    expect(proposedTask(items, office)?.id).toBe(task?.id);
    expect(proposedTask(items, { ...office, id: 'dst_own' })).toBeNull();
  });

  it('learns in parallel what it learns serially, is scored by the office, and is replayed', async () => {
    const serial = await startRun(lab.actor, {
      experimentId: lab.seeded.baselineId,
      kind: 'serialBaseline',
      seed: 1,
    });
    const baseline = await finished(serial.id);
    expect(baseline.scores.at(-1)).toBeGreaterThan((baseline.scores[0] ?? 1) + 0.05);
    expect(await db().diagnosis.count({ where: { runId: serial.id } })).toBe(1);

    // So few examples are no ground for a go, and a point of comparison needs none.
    const { id } = await startRun(lab.actor, {
      ...{ experimentId: lab.seeded.experimentId, kind: 'comparisonPoint', seed: 2 },
      batch: { kind: 'static', size: 8, reason: 'Three iterations are enough for a curve in a test.' },
    });
    const { run, entries, scores } = await finished(id);
    expect(scores.at(-1)).toBeGreaterThan((scores[0] ?? 1) + 0.05);
    expect(Math.abs((scores.at(-1) ?? 0) - (baseline.scores.at(-1) ?? 1))).toBeLessThan(0.1);

    const rolled = entries.flatMap((entry) => (entry.type === 'rollout.finished' ? [entry.data] : []));
    expect(rolled.filter(({ score, cause }) => score === null || cause !== null)).toEqual([]);
    expect(
      rolled.some(({ score }) => score !== null && score > 0 && score < 1),
      'partial credit',
    ).toBe(true);
    const rows = await db().rollout.findMany({ where: { runId: id }, select: { modelCalls: true } });
    expect(Math.min(...rows.map(({ modelCalls }) => modelCalls))).toBeGreaterThanOrEqual(3);
    expect(Math.max(...rows.map(({ modelCalls }) => modelCalls))).toBeLessThanOrEqual(9);

    const best = entries
      .flatMap((entry) => (entry.type === 'candidate.created' ? [entry.data.text] : []))
      .at(-1);
    const lines = (best ?? '').split('\n').filter((line) => line.includes(' :: '));
    expect(lines.length).toBeGreaterThan(4);
    const advice = lines.map((line) => line.split(' :: ')[1] ?? '');
    expect(new Set(advice).size, 'no advice twice').toBe(advice.length);
    for (const line of advice) expect(line).toMatch(/^[A-Z][^[\]]*\.$/);
    expect(run.summary.rollouts).toBe(24);
    expect(await replayRun(lab.actor, { runId: id, limits: null })).toMatchObject({ verdict: 'same' });

    const [own, reference] = [await manifestOf(id), await manifestOf(serial.id)];
    expect(baselineAmong(own, [{ manifest: reference }])).not.toBeNull();
    expect(whyNoTimes(own, reference), 'both on one time axis').toBeNull();
    expect(await compareArms(lab.actor, { runs: [serial.id, id] })).toMatchObject({ warning: null });
  });
});
