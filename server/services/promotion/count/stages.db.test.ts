import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CanaryPlan } from '@/lib/domain/canary';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { manualClock } from '@/lib/testing/manual-clock';
import {
  CANARY_DRAFT,
  type SeededSlot,
  seedCanary,
  seedEvidence,
  seedLight,
  seedSlot,
} from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { freshIds, seedCatalogue } from '@/server/http/testing/test-catalogue';
import { setServingClock } from '@/server/observability/serving-clock';
import { moveFlag } from '@/server/services/promotion/slot/move-flag';
import { exposureIds } from '@/server/serving/exposure-id';
import { tickCanaries, tickCanary } from './tick-canaries';

/** Live stages over time: steps widen or roll back, a watch ends or rolls back, a canary follows a revert. */
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

let made = 0;
/** A canary whose challenger is live in this stage, with the flag to show it. */
async function live(state: 'liveStep' | 'watch', changed: Partial<CanaryPlan> = {}, wanted: object = {}) {
  made += 1;
  const slot = await seedSlot(api, `stage_${made}`, wanted);
  const plan = canaryPlan({ liveSteps: [0.25, 1], outcomeWindowHours: 1, ...changed });
  const stageStartedAt = new Date(clock.nowMs());
  const step = state === 'liveStep' ? 0 : null;
  const row = { plan: plan as object, step, stageStartedAt, lastTrafficAt: stageStartedAt };
  const canaryId = await seedCanary(api, slot, { state, row });
  const promptId = slot.challengerId;
  const move =
    step === null
      ? ({ kind: 'promote', promptId } as const)
      : ({ kind: 'split', promptId, share: 0.25, step } as const);
  const actor = { workspaceId: api.workspaceId, name: 'test' };
  await api.database.db.$transaction((tx) =>
    moveFlag(tx, { slotId: slot.slotId, move, actor, reason: 'test', canaryId, clock }),
  );
  return { slot, canaryId };
}

const VARIANTS = ['challenger', 'control'] as const;
let told = 0;

interface Telling {
  readonly variants?: readonly (typeof VARIANTS)[number][];
  /** Number of distinct callers; by default each outcome has its own. */
  readonly callers?: number;
}

/** Records the same number of exposures and outcomes for either arm. */
async function tellArms(
  { slotId, challengerId }: SeededSlot,
  canaryId: string,
  right: Record<string, number>,
  { variants = VARIANTS, callers = 300 }: Telling = {},
) {
  told += 1;
  const count = 300;
  const at = new Date(clock.nowMs());
  const counted = { slotId, promptId: challengerId, at, process: 'test' };
  const arms = { challenger: count, control: count, incumbent: 2 * count };
  await api.database.db.exposureCount.createMany({
    data: Object.entries(arms).map(([variant, n]) => ({ ...counted, variant, count: n })),
    skipDuplicates: true,
  });
  for (const variant of variants) {
    const exposure = {
      slotId,
      canaryId,
      stage: 'liveStep',
      step: 0,
      variant,
      version: 2,
      atMs: clock.nowMs(),
    } as const;
    const outcomes = Array.from({ length: count }, (_, index) => {
      const exposureId = exposureIds().issue({
        ...exposure,
        promptId: challengerId,
        targetingKey: `${told}-${index % callers}`,
      });
      const side = variant === 'challenger' ? 'challenger' : 'incumbent';
      return { exposureId, [side]: { score: Number(index < (right[variant] ?? 0) * count), latencyMs: 90 } };
    });
    const post = () => api.call('postOutcomes', { params: { slotId }, body: { outcomes } });
    expect((await post()).json).toMatchObject({ accepted: count, refused: [] });
    expect((await post()).json).toMatchObject({ accepted: 0, repeated: count });
  }
}

const read = async (canaryId: string) => (await api.call('readCanary', { params: { canaryId } })).json;
const slotRow = ({ slotId }: SeededSlot) => api.database.db.slot.findUniqueOrThrow({ where: { id: slotId } });

describe('a live step', () => {
  it('holds until its time is over, then continues to the next if no harm is proven', async () => {
    const { slot, canaryId } = await live('liveStep');
    clock.advance(HOUR);
    await tellArms(slot, canaryId, { challenger: 0.9, control: 0.9 });
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).arms).toEqual({ control: 300, challenger: 300 });
    expect((await slotRow(slot)).livePromptId).toBe(slot.incumbentId);
    clock.advance(23 * HOUR);
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('watch');
    expect(await slotRow(slot)).toMatchObject({ livePromptId: slot.challengerId, split: null });
  });

  it('holds with one audit entry while its run lacks an approved condition, and continues once it is met', async () => {
    const runId = (await freshIds(api, await seedCatalogue(api))).runId ?? '';
    const from = { runId, candidateHash: 'c'.repeat(64) };
    const { slot, canaryId } = await live('liveStep', {}, { from });
    await seedEvidence(api, canaryId);
    const light = (state: string) => seedLight(api, canaryId, { name: 'seed', state, code: null });
    await light('green');
    clock.advance(24 * HOUR);
    await tellArms(slot, canaryId, { challenger: 0.9, control: 0.9 });
    for (let tick = 0; tick < 3; tick += 1) await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('liveStep');
    const looks = await api.database.db.canaryLook.findMany({ where: { canaryId } });
    const reasons = looks.map(({ detail }) => (detail as { reason: string }).reason);
    expect(reasons.filter((reason) => reason.includes('no longer: seed'))).toHaveLength(1);
    await light('notMeasured');
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('watch');
  });

  it('is not ended by a few users who send far more requests than others', async () => {
    const { slot, canaryId } = await live('liveStep');
    clock.advance(HOUR);
    await tellArms(slot, canaryId, { challenger: 0.9, control: 0.9 });
    const busy = { slotId: slot.slotId, promptId: slot.challengerId, process: 'busy', variant: 'challenger' };
    await api.database.db.exposureCount.create({
      data: { ...busy, at: new Date(clock.nowMs()), count: 5_000 },
    });
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('liveStep');
  });

  it('rolls back when outcomes of one arm are missing: the arms are no longer comparable', async () => {
    const { slot, canaryId } = await live('liveStep');
    clock.advance(HOUR);
    await tellArms(slot, canaryId, { challenger: 0.9, control: 0.9 });
    await tellArms(slot, canaryId, { challenger: 0.9, control: 0.9 }, { variants: ['control'] });
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('reverted');
  });

  it('rolls back at once when harm is proven', async () => {
    const { slot, canaryId } = await live('liveStep');
    clock.advance(HOUR);
    await tellArms(slot, canaryId, { challenger: 0.5, control: 0.95 });
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('reverted');
    expect(await slotRow(slot)).toMatchObject({
      livePromptId: slot.incumbentId,
      split: null,
      isReverted: true,
    });
  });
});

/** The reverse shadow takes one request in a hundred. */
async function tellWatch({ slotId }: SeededSlot, challenger: 'wrong' | 'silent') {
  for (let batch = 0; batch < 50; batch += 1) {
    const requests = Array.from({ length: 500 }, (_, index) => ({ requestKey: `w-${batch}-${index}` }));
    const { json } = await api.call('postExposures', { params: { slotId }, body: { requests } });
    const answer = (score: number) => ({ score, latencyMs: 90 });
    const exposures: { exposureId: string }[] = json.canaries[0]?.exposures ?? [];
    const outcomes = exposures.map(({ exposureId }, index) => {
      const other = challenger === 'wrong' ? { challenger: answer(0) } : {};
      const told = index % 2 === 0 ? { challenger: answer(1) } : other;
      return { exposureId, incumbent: answer(1), ...told };
    });
    if (outcomes.length > 0) await api.call('postOutcomes', { params: { slotId }, body: { outcomes } });
  }
}

describe('a watch', () => {
  it('rolls back by itself when the reverse shadow proves harm', async () => {
    const { slot, canaryId } = await live('watch');
    await tellWatch(slot, 'wrong');
    expect((await read(canaryId)).state).toBe('reverted');
    expect(await slotRow(slot)).toMatchObject({ livePromptId: slot.incumbentId, isReverted: true });
  });

  it('rolls back when half of its answers never arrive', async () => {
    const { slot, canaryId } = await live('watch');
    await tellWatch(slot, 'silent');
    expect((await read(canaryId)).state).toBe('watch');
    clock.advance(2 * HOUR);
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('reverted');
    expect(await slotRow(slot)).toMatchObject({ livePromptId: slot.incumbentId, isReverted: true });
  });

  it('ends in a promotion once its time is over, even without requests', async () => {
    const { slot, canaryId } = await live('watch', { watchHours: 48 });
    clock.advance(47 * HOUR);
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('watch');
    clock.advance(HOUR);
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('promoted');
    expect((await slotRow(slot)).livePromptId).toBe(slot.challengerId);
  });
});

describe('a revert of the slot itself', () => {
  it('is followed by the canary, and the pointer goes back once', async () => {
    const { slot, canaryId } = await live('watch');
    const actor = { workspaceId: api.workspaceId, name: 'A person' };
    const move = { kind: 'revert' } as const;
    await api.database.db.$transaction((tx) =>
      moveFlag(tx, { slotId: slot.slotId, move, actor, reason: 'now', clock }),
    );
    await tickCanaries(clock);
    expect((await read(canaryId)).state).toBe('reverted');
    expect((await slotRow(slot)).livePromptId).toBe(slot.incumbentId);
    expect(await api.database.db.flagChange.count({ where: { slotId: slot.slotId } })).toBe(2);
  });
});

describe('a busy caller in a live step', () => {
  it('counts once: 300 answers to three people prove no harm', async () => {
    const { slot, canaryId } = await live('liveStep');
    clock.advance(HOUR);
    await tellArms(slot, canaryId, { challenger: 0, control: 0.9 }, { callers: 3 });
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('liveStep');
    const { progress } = await api.database.db.canary.findUniqueOrThrow({ where: { id: canaryId } });
    expect(progress).toMatchObject({ challenger: { n: 3, sum: 0 }, control: { n: 3 } });
  });
});

describe('steps in a slot where nothing is live', () => {
  it('are refused at registration: no arm could be compared with the challenger', async () => {
    const slot = await seedSlot(api, 'nothing_live');
    await api.database.db.slot.update({ where: { id: slot.slotId }, data: { livePromptId: null } });
    const register = async (draft: object) => {
      const canaryId = await seedCanary(api, slot, { draft: { ...CANARY_DRAFT, ...draft } });
      return api.call('registerCanary', { params: { canaryId } });
    };
    const refused = await register({ liveSteps: [0.25, 1] });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Nothing is live in this slot to compare a step with');
    expect((await register({ liveSteps: [] })).status).toBe(200);
  });
});
