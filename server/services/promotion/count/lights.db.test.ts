import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { manualClock } from '@/lib/testing/manual-clock';
import { seedCanary, seedSlot } from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { setServingClock } from '@/server/observability/serving-clock';
import { tickCanary } from './tick-canaries';

/** Each light of a canary calls something sound, or shows a number, only from requests of its own stage. */
const HOUR = 3_600_000;
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

const PLAN = canaryPlan({
  share: 1,
  liveSteps: [0.25, 0.5, 1],
  guardrails: [
    { metric: 'latencyP95', name: 'p95', margin: 0.1, whenBroken: 'rollBack' },
    { metric: 'failureRate', name: 'failures', margin: 0.005, whenBroken: 'rollBack' },
  ],
});

let made = 0;
async function begun(state: 'shadow' | 'liveStep', step: number | null = null) {
  made += 1;
  const slot = await seedSlot(api, `lights_${made}`);
  const at = new Date(clock.nowMs());
  const row = { plan: PLAN as object, step, startedAt: at, stageStartedAt: at, lastTrafficAt: at };
  return { slot, canaryId: await seedCanary(api, slot, { state, row }) };
}

const read = async (canaryId: string): Promise<CanaryDetail> =>
  (await api.call('readCanary', { params: { canaryId } })).json;
const lightsOf = ({ health }: CanaryDetail) =>
  Object.fromEntries(health.map(({ check, state }) => [check, state]));
const soundOnes = (canary: CanaryDetail) =>
  canary.health.filter(({ state }) => state === 'sound').map(({ check }) => check);

const shadowLook = (canaryId: string, at: Date) => ({
  ...{ canaryId, stage: 'shadow', look: 1, pairs: 400, discordant: 40, difference: 0, verdict: 'pass', at },
  detail: {
    reasons: [],
    health: [
      { check: 'noTraffic', state: 'sound', sentence: 'The latest request is less than an hour old.' },
    ],
    guardrails: [],
  },
});

async function addPairs(canaryId: string, stage: 'shadow' | 'watch', count: number): Promise<void> {
  const pair = { canaryId, stage, at: new Date(clock.nowMs()), countedAt: new Date(clock.nowMs()) };
  const answered = {
    incumbentScore: 1,
    challengerScore: 1,
    incumbentLatencyMs: 100,
    challengerLatencyMs: 120,
  };
  const rows = Array.from({ length: count }, (_, n) => ({
    ...pair,
    ...answered,
    exposureId: `${stage}-${n}`,
  }));
  await api.database.db.canaryPair.createMany({ data: rows });
}

describe('a canary in shadow', () => {
  it('without a request says that none has come, and calls nothing sound but its incumbent', async () => {
    const { canaryId } = await begun('shadow');
    const canary = await read(canaryId);
    expect(soundOnes(canary)).toEqual(['incumbentChanged']);
    expect(canary.health.find(({ check }) => check === 'noTraffic')).toMatchObject({
      ...{ state: 'waiting', sentence: 'No request has come yet.' },
    });
    expect(canary.guardrails.map(({ state }) => state)).toEqual(['unmeasured', 'unmeasured']);
    expect(canary.scores).toEqual({ incumbent: null, challenger: null });
    expect(canary.latency).toEqual({ stage: 'shadow', pairs: 0, incumbent: null, challenger: null });
  });

  it('says after a day that no request came in all of it, and calls that day no whole one', async () => {
    const { canaryId } = await begun('shadow');
    clock.advance(25 * HOUR);
    const canary = await read(canaryId);
    expect(lightsOf(canary)).toMatchObject({ noTraffic: 'quiet', wholeDays: 'waiting' });
    expect(canary.health.find(({ check }) => check === 'noTraffic')?.sentence).toMatch(/^No request in /);
  });

  it('counts its first request, though it comes seconds after the start, and calls nothing else sound', async () => {
    const { slot, canaryId } = await begun('shadow');
    clock.advance(2_000);
    const body = { requests: [{ requestKey: 'one' }] };
    expect((await api.call('postExposures', { params: { slotId: slot.slotId }, body })).status).toBe(200);
    const canary = await read(canaryId);
    expect(soundOnes(canary).sort()).toEqual(['incumbentChanged', 'noTraffic']);
    expect(canary.guardrails.map(({ state }) => state)).toEqual(['unmeasured', 'unmeasured']);
  });
});

describe('a canary in a live step', () => {
  it('shows no light of the shadow or of an earlier step as its own, and says whose latencies it has', async () => {
    const { canaryId } = await begun('liveStep', 1);
    const earlier = { ...shadowLook(canaryId, new Date(clock.nowMs())), stage: 'liveStep' };
    const detail = { ...earlier.detail, step: 0, reason: 'The step is over.' };
    await api.database.db.canaryLook.createMany({
      data: [shadowLook(canaryId, new Date(clock.nowMs() - HOUR)), { ...earlier, detail }],
    });
    await addPairs(canaryId, 'shadow', 400);
    const before = await read(canaryId);
    expect([before.health, before.readAt]).toEqual([[], null]);
    expect(before.latency).toMatchObject({ stage: 'shadow', pairs: 400 });
    expect(before.looks.map(({ stage, step }) => [stage, step])).toEqual([
      ['shadow', null],
      ['liveStep', 0],
    ]);
    clock.advance(HOUR / 2);
    await tickCanary(canaryId, clock);
    const after = await read(canaryId);
    expect(lightsOf(after)).toMatchObject({ noTraffic: 'waiting', sampleRatio: 'waiting' });
    expect(soundOnes(after)).toEqual(['incumbentChanged']);
    expect(after.readAt).toMatchObject({ stage: 'liveStep' });
    expect(after.looks.at(-1)).toMatchObject({ step: 1, stepReason: 'Held until its 24 hours are over.' });
  });

  it('that was reverted says from which look its lights are', async () => {
    const { canaryId } = await begun('liveStep', 0);
    const at = new Date(clock.nowMs());
    await api.database.db.canaryLook.create({ data: shadowLook(canaryId, at) });
    await addPairs(canaryId, 'shadow', 3);
    const ended = { state: 'reverted', endedAt: at };
    await api.database.db.canary.update({ where: { id: canaryId }, data: ended });
    const canary = await read(canaryId);
    expect(canary.readAt).toEqual({ stage: 'shadow', at: at.toISOString() });
    expect(canary.latency).toMatchObject({ stage: 'shadow', pairs: 3 });
  });

  it('that was reverted from its watch shows the latencies of the watch', async () => {
    const { canaryId } = await begun('liveStep', 0);
    const at = new Date(clock.nowMs());
    await api.database.db.canaryLook.create({ data: { ...shadowLook(canaryId, at), stage: 'watch' } });
    await addPairs(canaryId, 'shadow', 5);
    await addPairs(canaryId, 'watch', 2);
    const ended = { state: 'reverted', endedAt: at };
    await api.database.db.canary.update({ where: { id: canaryId }, data: ended });
    expect((await read(canaryId)).latency).toMatchObject({ stage: 'watch', pairs: 2 });
  });
});
