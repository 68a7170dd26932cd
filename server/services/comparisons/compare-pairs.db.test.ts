import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { startRun } from '@/server/services/launches/start-run';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { compareInsights } from './compare-insights';
import { comparePairs, listComparedExamples } from './compare-pairs';

let lab: PracticeLab;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
});
afterAll(() => lab.close());

/** A finished run that got so many of 100 right at the beginning and at its best. */
async function ended(label: string, right: readonly number[]): Promise<string> {
  const experimentId = await lab.makeExperiment({});
  const { id } = await startRun(lab.actor, { experimentId, kind: 'serialBaseline', label });
  await finishRun(id, { n: 100, points: right.map((each) => ({ right: each })) });
  return id;
}

const page = { limit: 50 };

describe('runs against one of them, example by example', () => {
  it('compares the best prompts in the order that was asked for, and says by its margin what holds', async () => {
    const [weak, strong, same] = [
      await ended('Weak', [40, 60, 50]),
      await ended('Strong', [40, 80]),
      await ended('Same', [60]),
    ];
    const { baseline, others, apart } = await comparePairs(lab.actor, { runs: [weak, strong, same] });
    expect(apart).toBeNull();
    expect(baseline).toMatchObject({ runId: weak, label: 'Weak', score: { mean: 0.6, n: 100 } });
    expect(others.map(({ runId }) => runId)).toEqual([strong, same]);
    expect(others[0]).toMatchObject({
      n: 100,
      wins: 20,
      losses: 0,
      ties: 80,
      quality: 'holds',
      margin: 0.01,
      unpaired: 0,
    });
    expect(others[0]?.p).toBeCloseTo(2 / 2 ** 20, 12);
    expect(others[1]).toMatchObject({ wins: 0, losses: 0, ties: 100, p: 1, quality: 'undecided' });
    // The same stream each time: the interval that was quoted is the one that the next reader sees.
    expect((await comparePairs(lab.actor, { runs: [weak, strong] })).others[0]).toEqual(others[0]);
  });

  it('lists the examples behind it by the page, regressions first', async () => {
    const [before, after] = [await ended('Before', [70]), await ended('After', [30])];
    const ask = { baseline: before, other: after };
    const lost = await listComparedExamples(lab.actor, { ...ask, outcome: 'losses', limit: 25 });
    expect([lost.total, lost.items.length, lost.nextCursor]).toEqual([40, 25, '25']);
    expect(lost.items.every((item) => item.before === 1 && item.after === 0)).toBe(true);
    const rest = await listComparedExamples(lab.actor, {
      ...ask,
      outcome: 'losses',
      limit: 25,
      cursor: '25',
    });
    expect([rest.items.length, rest.nextCursor]).toEqual([15, null]);
    expect((await listComparedExamples(lab.actor, { ...ask, ...page, outcome: 'wins' })).total).toBe(0);
    expect((await listComparedExamples(lab.actor, { ...ask, ...page, outcome: 'differ' })).total).toBe(40);
    expect((await listComparedExamples(lab.actor, { ...ask, ...page, outcome: 'all' })).total).toBe(100);
    await expect(
      listComparedExamples(lab.actor, { ...ask, ...page, outcome: 'all', cursor: 'x' }),
    ).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('says nothing where splits differ, waits for runs that go on, and knows no other workspace', async () => {
    const [one, other] = [await ended('One', [50]), await ended('Other', [50])];
    const row = await db().run.findUniqueOrThrow({ where: { id: other } });
    const manifest = row.manifest as { split: object };
    const moved = { ...manifest, split: { ...manifest.split, hash: 'f'.repeat(64) } };
    await db().$executeRaw`ALTER TABLE "Run" DISABLE TRIGGER USER`;
    await db().run.update({ where: { id: other }, data: { manifest: moved } });
    await db().$executeRaw`ALTER TABLE "Run" ENABLE TRIGGER USER`;
    const found = await comparePairs(lab.actor, { runs: [one, other] });
    expect(found.others).toEqual([]);
    expect(found.apart).toContain('different splits');
    await expect(compareInsights(lab.actor, { baseline: one, other })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    await db().run.update({ where: { id: other }, data: { status: 'running' } });
    await expect(comparePairs(lab.actor, { runs: [one, other] })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(comparePairs(stranger, { runs: [one, other] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
