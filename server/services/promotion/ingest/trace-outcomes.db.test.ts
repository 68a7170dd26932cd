import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { manualClock } from '@/lib/testing/manual-clock';
import { spanOf } from '@/lib/traces/testing/span-builders';
import { type SeededSlot, seedCanary, seedSlot } from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { setServingClock } from '@/server/observability/serving-clock';
import { saveTraceParts } from '@/server/repositories/trace-parts';
import { exposureIds } from '@/server/serving/exposure-id';
import { assembleDue } from '@/server/worker/traces/assemble-traces';
import { removeOldTraces } from '@/server/worker/traces/keep-retention';

/** Outcomes that callers post, and traces of the answers: each finds the other by the exposure, whichever comes first. */
const DAY_MS = 86_400_000;
let api: TestApi;
let slot: SeededSlot;
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  setServingClock(manualClock());
  slot = await seedSlot(api, 'judged');
});
afterAll(async () => {
  setServingClock(undefined);
  await api.close();
});

type Place = Pick<Parameters<ReturnType<typeof exposureIds>['issue']>[0], 'canaryId' | 'stage' | 'variant'>;
const OUTSIDE: Place = { canaryId: null, stage: null, variant: 'incumbent' };

const expose = (place: Place = OUTSIDE, { slotId, incumbentId }: SeededSlot = slot) =>
  exposureIds().issue({
    ...{ slotId, step: place.stage === 'liveStep' ? 0 : null, promptId: incumbentId, version: 1 },
    ...{ atMs: manualClock().nowMs(), targetingKey: 'user', ...place },
  });

const post = (outcomes: readonly object[], { slotId }: SeededSlot = slot) =>
  api.call('postOutcomes', { params: { slotId }, body: { outcomes } });

/** A trace whose second span names the exposure, as an agent of the customer's sends it. */
async function sent(exposureId: string, workspaceId = api.workspaceId): Promise<string> {
  made += 1;
  const traceId = String(made).padStart(32, '0');
  const spans = [
    spanOf({ traceId, spanId: 'root', attributes: { 'gen_ai.operation.name': 'invoke_agent' } }),
    spanOf({
      ...{ traceId, spanId: 'chat', parentId: 'root' },
      attributes: { 'gen_ai.operation.name': 'chat', 'waggle.exposure_id': exposureId },
    }),
  ];
  const body = gzipSync(JSON.stringify(spans));
  await saveTraceParts(api.database.pg, {
    ...{ workspaceId, source: 'otlp' },
    parts: [{ traceId, body, records: 2, isEnded: true }],
  });
  return traceId;
}

async function assemble(): Promise<void> {
  await api.database.pg.query(`UPDATE "TracePending" SET "dueAt" = now() - interval '1 second'`);
  while ((await assembleDue(api.database.pg)) > 0);
}
const scoreOf = async (id: string, workspaceId = api.workspaceId) => {
  const row = await api.database.db.trace.findFirstOrThrow({ where: { workspaceId, id } });
  return { score: row.score, scoredBy: row.scoredBy, feedback: row.feedback };
};

describe('an outcome of an answer outside of a canary', () => {
  it('becomes the score of its trace, posted before the trace or after it', async () => {
    const [before, after] = [expose(), expose()];
    expect((await post([{ exposureId: before, incumbent: { score: 0.25 } }])).json).toMatchObject({
      ...{ accepted: 1, repeated: 0, refused: [] },
    });
    const ids = [await sent(before), await sent(after)] as const;
    await assemble();
    expect(await scoreOf(ids[0])).toEqual({ score: 0.25, scoredBy: 'event', feedback: null });
    expect(await scoreOf(ids[1])).toMatchObject({ score: null });
    await post([{ exposureId: after, incumbent: { failure: 'refused' } }]);
    expect(await scoreOf(ids[1])).toEqual({ score: 0, scoredBy: 'event', feedback: 'refused' });
    const scores = await api.database.db.traceScore.findMany({ where: { traceId: { in: [...ids] } } });
    expect(new Set(scores.map(({ name }) => name))).toEqual(new Set(['outcome']));
  });

  it('is counted once, and replaced by a later one', async () => {
    const exposureId = expose();
    const id = await sent(exposureId);
    await assemble();
    const outcome = { exposureId, incumbent: { score: 1 } };
    expect((await post([outcome])).json).toMatchObject({ accepted: 1, repeated: 0 });
    expect((await post([outcome])).json).toMatchObject({ accepted: 0, repeated: 1 });
    await post([{ exposureId, incumbent: { score: 0.5 } }]);
    expect(await scoreOf(id)).toMatchObject({ score: 0.5 });
  });

  it('is refused where it says nothing of the answer, or names no exposure of this slot', async () => {
    const foreign = expose(OUTSIDE, { ...slot, slotId: 'slt_other' });
    const { json } = await post([
      { exposureId: expose(), custom: { tone: 0.5 } },
      { exposureId: foreign, incumbent: { score: 0 } },
    ]);
    expect(json.accepted).toBe(0);
    const reasons = json.refused.map(({ reason }: { reason: string }) => reason).sort();
    expect(reasons).toEqual(['noCanary', 'unknown']);
    expect(await api.database.db.exposureOutcome.count({ where: { exposureId: foreign } })).toBe(0);
  });

  it('finds its trace where both come at the same moment', async () => {
    const exposures = Array.from({ length: 60 }, () => expose());
    const ids = await Promise.all(exposures.map((one) => sent(one)));
    await Promise.all([
      assemble(),
      ...exposures.map((exposureId) => post([{ exposureId, incumbent: { score: 0 } }])),
    ]);
    const rows = await api.database.db.trace.findMany({ where: { id: { in: ids } } });
    expect(rows).toHaveLength(60);
    expect(rows.filter(({ score }) => score !== 0)).toEqual([]);
  });

  it('is weaker than the word of a person', async () => {
    const exposureId = expose();
    const traceId = await sent(exposureId);
    await assemble();
    const person = { value: 1, explanation: '' };
    expect((await api.call('judgeTrace', { params: { traceId }, body: person })).status).toBe(200);
    await post([{ exposureId, incumbent: { score: 0 } }]);
    expect(await scoreOf(traceId)).toMatchObject({ score: 1, scoredBy: 'person' });
  });

  it('scores no trace of another workspace that names the same exposure', async () => {
    await api.database.db.workspace.create({ data: { id: 'wsp_theirs', name: 'Theirs' } });
    const exposureId = expose();
    await post([{ exposureId, incumbent: { score: 0 } }]);
    const id = await sent(exposureId, 'wsp_theirs');
    await assemble();
    expect(await scoreOf(id, 'wsp_theirs')).toMatchObject({ score: null });
  });

  it('is removed once traces of its age are', async () => {
    const exposureId = expose();
    await post([{ exposureId, incumbent: { score: 1 } }]);
    const clock = manualClock(Date.now());
    await removeOldTraces(api.database.pg, clock);
    expect(await api.database.db.exposureOutcome.count({ where: { exposureId } })).toBe(1);
    clock.advance(91 * DAY_MS);
    await removeOldTraces(api.database.pg, clock);
    expect(await api.database.db.exposureOutcome.count()).toBe(0);
  });
});

describe('an outcome in a canary', () => {
  it('scores its trace too, unless the canary already has another one', async () => {
    const own = await seedSlot(api, 'stepped');
    const now = new Date(manualClock().nowMs());
    const row = { plan: canaryPlan({ share: 1 }) as object, step: 0, startedAt: now, stageStartedAt: now };
    const canaryId = await seedCanary(api, own, { state: 'liveStep', row });
    const exposureId = expose({ canaryId, stage: 'liveStep', variant: 'challenger' }, own);
    const traceId = await sent(exposureId);
    await assemble();
    expect((await post([{ exposureId, challenger: { score: 0.75 } }], own)).json.accepted).toBe(1);
    expect(await scoreOf(traceId)).toMatchObject({ score: 0.75 });
    const { json } = await post([{ exposureId, challenger: { score: 0 } }], own);
    expect(json.refused).toMatchObject([{ reason: 'differs' }]);
    expect(await scoreOf(traceId)).toMatchObject({ score: 0.75 });
  });
});
