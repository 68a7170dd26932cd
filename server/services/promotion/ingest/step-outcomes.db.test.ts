import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CanaryPlan, Guardrail } from '@/lib/domain/canary';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { manualClock } from '@/lib/testing/manual-clock';
import { type SeededSlot, seedCanary, seedSlot } from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { setServingClock } from '@/server/observability/serving-clock';
import { tickCanary } from '@/server/services/promotion/count/tick-canaries';
import { moveFlag } from '@/server/services/promotion/slot/move-flag';
import { exposureIds } from '@/server/serving/exposure-id';
import { makeStepCallers } from '@/server/serving/step-callers';

/** Effects of outcomes of a live step beyond their scores: guardrails that roll back, late and missing outcomes. */
const HOUR = 3_600_000;
const COUNT = 500;
const clock = manualClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  setServingClock(clock);
});
afterAll(async () => {
  setServingClock(undefined);
  await api.close();
});

let made = 0;
async function inStep(changed: Partial<CanaryPlan>) {
  made += 1;
  const slot = await seedSlot(api, `outcomes_${made}`);
  const plan = canaryPlan({
    liveSteps: [0.25, 0.5, 1],
    outcomeWindowHours: 4,
    pairsPlanned: 1000,
    ...changed,
  });
  const at = new Date(clock.nowMs());
  const row = { plan: plan as object, step: 0, stageStartedAt: at, lastTrafficAt: at };
  const canaryId = await seedCanary(api, slot, { state: 'liveStep', row });
  const move = { kind: 'split', promptId: slot.challengerId, share: 0.25, step: 0 } as const;
  const actor = { workspaceId: api.workspaceId, name: 'test' };
  await api.database.db.$transaction((tx) =>
    moveFlag(tx, { slotId: slot.slotId, move, actor, reason: 'test', canaryId, clock }),
  );
  return { slot, canaryId };
}

type Variant = 'challenger' | 'control';

interface Told {
  readonly count?: number;
  readonly latencyMs?: (variant: Variant, index: number) => number;
  readonly tone?: (variant: Variant) => number;
}

/** Outcomes of so many callers of either arm that were served now, to be posted whenever. */
function served({ slotId, challengerId }: SeededSlot, canaryId: string, told: Told = {}) {
  const { count = COUNT, latencyMs = (_, index) => 100 + (index % 50), tone } = told;
  const atMs = clock.nowMs();
  return (['challenger', 'control'] as const).map((variant) =>
    Array.from({ length: count }, (_, index) => {
      const of = { slotId, canaryId, stage: 'liveStep', step: 0, variant, version: 2, atMs } as const;
      const targetingKey = `${variant} ${index} ${atMs}`;
      const exposureId = exposureIds().issue({ ...of, promptId: challengerId, targetingKey });
      const side = variant === 'challenger' ? 'challenger' : 'incumbent';
      const answer = { score: Number(index % 10 > 0), latencyMs: latencyMs(variant, index) };
      return { exposureId, [side]: answer, ...(tone ? { custom: { tone: tone(variant) } } : {}) };
    }),
  );
}

const postAll = async ({ slotId }: SeededSlot, arms: ReturnType<typeof served>) => {
  const answers = [];
  for (const outcomes of arms)
    answers.push((await api.call('postOutcomes', { params: { slotId }, body: { outcomes } })).json);
  return answers;
};
const read = async (canaryId: string) => (await api.call('readCanary', { params: { canaryId } })).json;

const latency: Guardrail = { metric: 'latencyP95', name: 'p95', margin: 0.1, whenBroken: 'rollBack' };
const tone: Guardrail = { metric: 'custom', name: 'tone', margin: 0.05, whenBroken: 'rollBack' };

describe('a guardrail of a live step', () => {
  it('goes back where the slow end of the challenger is proven slower than the margin', async () => {
    const { slot, canaryId } = await inStep({ guardrails: [latency] });
    clock.advance(HOUR);
    const slow = (variant: Variant, index: number) =>
      (variant === 'challenger' ? 3 : 1) * (100 + (index % 50));
    await postAll(slot, served(slot, canaryId, { latencyMs: slow }));
    await tickCanary(canaryId, clock);
    const canary = await read(canaryId);
    expect(canary.state).toBe('reverted');
    expect(canary.looks.at(-1).reasons[0].sentence).toContain('p95: 200 % worse');
  });

  it('goes on where it is kept, and shows both of them as they were judged', async () => {
    const { slot, canaryId } = await inStep({ guardrails: [latency, tone] });
    clock.advance(HOUR);
    await postAll(slot, served(slot, canaryId, { tone: () => 0.8 }));
    await tickCanary(canaryId, clock);
    const { state, guardrails } = await read(canaryId);
    expect(state).toBe('liveStep');
    const worse = guardrails.map(({ name, worse }: { name: string; worse: number }) => [name, worse]);
    expect(worse).toEqual([
      ['p95', 0],
      ['tone', 0],
    ]);
  });

  it('goes back where a custom score of the arms is proven worse, and takes one number an answer', async () => {
    const { slot, canaryId } = await inStep({ guardrails: [tone] });
    clock.advance(HOUR);
    const worse = (variant: Variant) => (variant === 'challenger' ? 0.5 : 0.8);
    const [told] = await postAll(slot, served(slot, canaryId, { tone: worse }));
    expect(told).toMatchObject({ accepted: COUNT, refused: [] });
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('reverted');
  });
});

describe('an outcome that comes after its step went on', () => {
  it('is kept within its window, once, shown beside the step, and counted nowhere', async () => {
    const { slot, canaryId } = await inStep({});
    clock.advance(23 * HOUR);
    await postAll(slot, served(slot, canaryId));
    const late = served(slot, canaryId, { count: 20, latencyMs: () => 1 });
    clock.advance(HOUR);
    const asked = { slotId: slot.slotId, promptId: slot.challengerId, variant: 'control', process: 'test' };
    await api.database.db.exposureCount.create({
      data: { ...asked, at: new Date(clock.nowMs()), count: 1 },
    });
    await tickCanary(canaryId, clock);
    const before = await read(canaryId);
    expect(before).toMatchObject({ state: 'liveStep', step: 1, lateOutcomes: [] });
    expect(await postAll(slot, late)).toMatchObject([{ accepted: 20 }, { accepted: 20 }]);
    expect(await postAll(slot, late)).toMatchObject([{ repeated: 20 }, { repeated: 20 }]);
    const after = await read(canaryId);
    expect(after.looks).toEqual(before.looks);
    expect(after.arms).toEqual({ control: 0, challenger: 0 });
    const kept = { step: 0, outcomes: 20, score: 0.9 };
    expect(after.lateOutcomes).toEqual([
      { ...kept, variant: 'challenger' },
      { ...kept, variant: 'control' },
    ]);
    const overdue = served(slot, canaryId, { count: 1 });
    clock.advance(5 * HOUR);
    const [refused] = await postAll(slot, overdue);
    expect(refused.refused[0].reason).toBe('tooLate');
  });
});

/** The callers of these answers, as the process that served them notes them. */
async function noteCallers(arms: ReturnType<typeof served>): Promise<void> {
  const callers = makeStepCallers({ pool: api.database.pg });
  for (const { exposureId } of arms.flat()) {
    const exposure = exposureIds().read(exposureId);
    if (exposure !== null) callers.note(exposure);
  }
  await callers.close();
}

/** All but the last so many of each arm. */
const without = (
  [challenger = [], control = []]: ReturnType<typeof served>,
  lost: readonly [number, number],
) => [challenger.slice(0, challenger.length - lost[0]), control.slice(0, control.length - lost[1])];

async function hasTraffic({ slotId, challengerId: promptId }: SeededSlot): Promise<void> {
  const asked = { slotId, promptId, variant: 'control', process: 'test' };
  await api.database.db.exposureCount.create({ data: { ...asked, at: new Date(clock.nowMs()), count: 1 } });
}

describe('an outcome that never comes', () => {
  it('is missing after its hours, counted for each arm, and no score of 0', async () => {
    const { slot, canaryId } = await inStep({});
    clock.advance(HOUR);
    const arms = served(slot, canaryId);
    await noteCallers(arms);
    await postAll(slot, without(arms, [20, 10]));
    await tickCanary(canaryId, clock);
    const waiting = (await read(canaryId)).callers;
    expect(waiting.challenger).toEqual({ served: COUNT, due: 0, missing: 0, open: 20 });
    clock.advance(5 * HOUR);
    await hasTraffic(slot);
    await tickCanary(canaryId, clock);
    const { state, callers, scores, health } = await read(canaryId);
    expect(state).toBe('liveStep');
    expect(callers).toEqual({
      challenger: { served: COUNT, due: COUNT, missing: 20, open: 0 },
      control: { served: COUNT, due: COUNT, missing: 10, open: 0 },
    });
    expect(scores.challenger).toBeCloseTo(432 / 480, 10);
    const [found] = health.filter(({ check }: { check: string }) => check === 'missingOutcomes');
    expect(found).toMatchObject({ state: 'sound', sentence: expect.stringContaining('20 of 500') });
  });

  it('holds the step until its hours are over, and then lets it go on', async () => {
    const { slot, canaryId } = await inStep({});
    clock.advance(HOUR);
    const early = served(slot, canaryId);
    await noteCallers(early);
    await postAll(slot, early);
    clock.advance(22 * HOUR);
    await noteCallers(served(slot, canaryId, { count: 10 }));
    clock.advance(HOUR);
    await hasTraffic(slot);
    await tickCanary(canaryId, clock);
    expect(await read(canaryId)).toMatchObject({
      ...{ state: 'liveStep', step: 0 },
      callers: { challenger: { open: 10 }, control: { open: 10 } },
    });
    clock.advance(4 * HOUR);
    await hasTraffic(slot);
    await tickCanary(canaryId, clock);
    expect(await read(canaryId)).toMatchObject({ state: 'liveStep', step: 1 });
  });

  it('ends the step with both shares where one arm loses more than chance explains', async () => {
    const { slot, canaryId } = await inStep({});
    clock.advance(HOUR);
    const arms = served(slot, canaryId);
    await noteCallers(arms);
    await postAll(slot, without(arms, [60, 5]));
    clock.advance(5 * HOUR);
    await hasTraffic(slot);
    await tickCanary(canaryId, clock);
    const { state, looks } = await read(canaryId);
    expect(state).toBe('reverted');
    const [why] = looks.at(-1).reasons;
    expect(why.code).toBe('unhealthy');
    expect(why.sentence).toContain('60 of 500');
    expect(why.sentence).toContain('5 of 500');
  });
});
