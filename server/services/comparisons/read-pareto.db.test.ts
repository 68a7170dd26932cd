import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMPTY_SUMMARY } from '@/lib/projection/run-summary';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { startRun } from '@/server/services/launches/start-run';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { readPareto } from './read-pareto';

let lab: PracticeLab;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
});
afterAll(() => lab.close());

const ASK = { grouping: 'arm', delay: 'learning' } as const;
const score = (mean: number) => ({ mean, lower: mean - 0.05, upper: mean + 0.05, n: 100 });

/** An ended serial run as its row tells of it. */
async function ended(label: string, best: number, learningMs: number): Promise<string> {
  const experimentId = await lab.makeExperiment({});
  const { id } = await startRun(lab.actor, { experimentId, kind: 'serialBaseline', label });
  await finishRun(id, { n: 100, points: [40, best * 100].map((right) => ({ right })) });
  const summary = {
    ...EMPTY_SUMMARY,
    ...{ seedScore: score(0.4), bestScore: score(best), learningMs, evaluationMs: 500 },
    spend: { ...EMPTY_SUMMARY.spend, costUsd: 0.25 },
  };
  await db().run.update({
    where: { id },
    data: { summary: summary as unknown as Prisma.InputJsonObject, startedAt: new Date(0), tags: ['kept'] },
  });
  return id;
}

describe('the front of a workspace', () => {
  it('reads ended runs of one setting, by run, arm and time, and narrows by experiment and tag', async () => {
    const [slow, fast] = [await ended('Slow', 0.8, 9000), await ended('Fast', 0.7, 3000)];
    const byRun = await readPareto(lab.actor, { ...ASK, grouping: 'run' });
    expect(byRun.points.map(({ key }) => key)).toEqual([slow, fast]);
    expect(byRun.points[0]).toMatchObject({
      ...{ label: 'Slow', method: 'ace', arm: 'Sequential, batch size 1', isSerial: true },
      ...{
        delayMs: { mean: 9000, n: 1, lower: null },
        costUsd: { mean: 0.25 },
        quality: { mean: 0.8, n: 100 },
      },
      byDelay: { onFront: true },
    });
    expect(byRun.counts).toEqual({ drawn: 2, elsewhere: 0, older: false });
    expect([byRun.settings.length, byRun.settings[0]?.practice]).toEqual([1, true]);
    const [arm, ...others] = (await readPareto(lab.actor, { ...ASK, delay: 'total' })).points;
    expect([arm?.runIds.length, arm?.delayMs?.mean, others.length]).toEqual([2, 6500, 0]);
    expect(byRun.choices).toMatchObject({ methods: ['ace'], tags: ['kept'] });
    const experimentId = byRun.choices.experiments[0]?.id;
    const narrowed = await readPareto(lab.actor, { ...ASK, ...(experimentId ? { experimentId } : {}) });
    expect(narrowed.counts.drawn).toBe(1);
    const of = async (more: object) => (await readPareto(lab.actor, { ...ASK, ...more })).counts.drawn;
    expect([await of({ tag: 'kept' }), await of({ tag: 'other' }), await of({ method: 'gepa' })]).toEqual([
      2, 0, 0,
    ]);
    expect(await of({ taskId: byRun.choices.tasks[0]?.id })).toBe(2);
  });

  it('takes the time to 95 % of the gain from the first measurement that reached it', async () => {
    const { points } = await readPareto(lab.actor, { ...ASK, grouping: 'run', delay: 'gain' });
    expect(points).toHaveLength(2);
    for (const { runIds, delayMs } of points) {
      const where = { runId: runIds[0] ?? '', type: 'heldOut.measured' };
      const [, best] = await db().ledgerEntry.findMany({ where, orderBy: { seq: 'asc' } });
      expect(delayMs?.mean).toBe(best?.at.getTime());
    }
  });

  it('draws nothing of other workspaces, of archived runs and of runs that go on', async () => {
    const id = await ended('Gone', 0.9, 100);
    await db().run.update({ where: { id }, data: { archivedAt: new Date() } });
    expect((await readPareto(lab.actor, ASK)).counts.drawn).toBe(2);
    await db().run.update({ where: { id }, data: { archivedAt: null, status: 'running' } });
    expect((await readPareto(lab.actor, ASK)).counts.drawn).toBe(2);
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    expect((await readPareto(stranger, ASK)).points).toEqual([]);
  });
});
