import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { startRun } from '@/server/services/launches/start-run';
import { readTimeline } from './read-timeline';
import { openPracticeLab, type PracticeLab } from './testing/practice-lab';

let lab: PracticeLab;
let runId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
  runId = (await startRun(lab.actor, { experimentId: await lab.makeExperiment({}), kind: 'serialBaseline' }))
    .id;
});
afterAll(() => lab.close());

const START = Date.UTC(2026, 10, 22);

async function call(
  key: string,
  iteration: number,
  [sent, answered]: readonly [number, number | null],
  rest = {},
) {
  await db().journalCall.create({
    data: {
      ...{ runId, key, iteration, purpose: 'generate', role: 'serving', model: 'm', subject: key },
      ...{ promptHash: 'p', paramsHash: 'p', messages: [], worker: 'w', attempts: answered === null ? 0 : 1 },
      sentAt: new Date(START + sent),
      answeredAt: answered === null ? null : new Date(START + answered),
      ...rest,
    },
  });
}

describe('the timeline of a run', () => {
  it('is empty while nothing was asked', async () => {
    expect(await readTimeline(lab.actor, { runId })).toEqual({
      ...{ runId, iteration: null, iterations: [], startedAt: null, calls: [], total: 0 },
    });
  });

  it('holds the calls of one iteration by its own clock, and none that was answered without being sent', async () => {
    await call('seed', -1, [-9000, -8000], { purpose: 'evaluate' });
    await call('first', 3, [500, 900]);
    await call('second', 3, [700, 2100], { outcome: { ok: false, cause: { code: 'x' } }, dispatches: 2 });
    await call('open', 3, [800, null]);
    await call('kept', 3, [100, 100], { cached: true });
    await call('refused', 3, [100, 100], { attempts: 0 });
    const view = await readTimeline(lab.actor, { runId });
    expect(view.iterations).toEqual([-1, 3]);
    expect(view.iteration).toBe(3);
    expect(view.startedAt).toBe(new Date(START + 500).toISOString());
    expect(
      view.calls.map(({ key, sentMs, answeredMs, failed, dispatches }) => [
        key,
        sentMs,
        answeredMs,
        failed,
        dispatches,
      ]),
    ).toEqual([
      ['first', 0, 400, false, 1],
      ['second', 200, 1600, true, 2],
      ['open', 300, null, false, 1],
    ]);
    expect(view.total).toBe(3);
    expect((await readTimeline(lab.actor, { runId, iteration: -1 })).calls).toHaveLength(1);
  });

  it('is not shown to another workspace', async () => {
    await expect(
      readTimeline(testActor('experimenter', { workspaceId: 'wsp_other' }), { runId }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
