import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Role } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { manualClock } from '@/lib/testing/manual-clock';
import { type SeededSlot, seedMeasured, seedSlot } from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { freshIds, seedCatalogue } from '@/server/http/testing/test-catalogue';
import {
  amendCanary,
  draftCanary,
  goLiveWithCanary,
  registerCanary,
  revertCanary,
  startCanary,
  withdrawCanary,
} from './canary-drafts';
import { takeMove } from './move-canary';
import { postExposures } from './post-exposures';
import { postOutcomes } from './post-outcomes';
import { tickCanary } from './tick-canaries';

/**
 * Whoever asks for whatever in whatever order, over the real services and tables: a challenger is live only where its
 * shadow has passed, its held-out is at its target, and somebody else has approved exactly that evidence.
 */
const CANDIDATE = 'c'.repeat(64);
const DRAFT = {
  failureLevel: 'low',
  ...{ margin: 0.5, share: 1, windowHours: 48, pairsMin: 200, pairsPlanned: 200, lookEvery: 100 },
  outcomeWindowHours: 1,
  acceptsLowPower: true,
} as const;
const HOUR = 3_600_000;

const clock = manualClock(Date.now());
let api: TestApi;
let runId: string;
beforeAll(async () => {
  api = await startTestApi();
  runId = (await freshIds(api, await seedCatalogue(api))).runId ?? '';
  await seedMeasured(api, runId, { candidateHash: CANDIDATE, first: 0.8, candidate: 0.9 });
  // Whoever approves has to have been there before the registration.
  clock.advance(HOUR);
});
afterAll(() => api.close());

interface World {
  readonly slot: SeededSlot;
  canaryId: string;
  made: number;
}

type Via = Actor['via'];

function actorOf(role: Role, via: Via): Actor {
  const isPerson = via === 'session';
  return {
    ...{ workspaceId: 'wsp_test', role, via },
    name: isPerson ? `${role}@example.com` : `key ${role}`,
    userId: isPerson ? `usr_${role}` : null,
    keyId: via === 'key' ? `key_${role}` : null,
    ...(isPerson ? { signedInAtMs: clock.nowMs() } : {}),
  };
}

/** What anybody may try; each is one request to the product. */
const STEPS = {
  draft: async (world, actor) => {
    const { slotId, challengerId: promptId } = world.slot;
    world.canaryId = (await draftCanary(actor, { slotId, promptId, draft: DRAFT, expected: {} }, clock)).id;
  },
  amend: ({ canaryId, slot }, actor) =>
    amendCanary(actor, { canaryId, promptId: slot.challengerId, draft: DRAFT, expected: {} }, clock),
  register: ({ canaryId }, actor) => registerCanary(actor, { canaryId }, clock),
  start: ({ canaryId }, actor) => startCanary(actor, { canaryId }, clock),
  goodOutcomes: (world, actor) => postBatch(world, actor, 1),
  badOutcomes: (world, actor) => postBatch(world, actor, 0),
  timePasses: async ({ canaryId }) => {
    // With the hours before the outcomes a whole day, and no day without a request.
    clock.advance(23 * HOUR);
    await tickCanary(canaryId, clock);
  },
  approve: async ({ canaryId }, actor) => {
    const { evidenceHash } = await api.database.db.canary.findUniqueOrThrow({ where: { id: canaryId } });
    await takeMove(canaryId, { kind: 'approve', hash: evidenceHash ?? 'none' }, { who: actor, clock });
  },
  approveAnotherHash: ({ canaryId }, actor) =>
    takeMove(canaryId, { kind: 'approve', hash: 'b'.repeat(64) }, { who: actor, clock }),
  requestChanges: ({ canaryId }, actor) =>
    takeMove(canaryId, { kind: 'requestChanges' }, { who: actor, clock }),
  goLive: ({ canaryId }, actor) => goLiveWithCanary(actor, { canaryId }, clock),
  advance: ({ canaryId }, actor) => takeMove(canaryId, { kind: 'advance' }, { who: actor, clock }),
  judgeOneself: ({ canaryId }, actor) =>
    takeMove(canaryId, { kind: 'judge', verdict: 'pass' }, { who: actor, clock }),
  revert: ({ canaryId }, actor) => revertCanary(actor, { canaryId, reason: '' }, clock),
  withdraw: ({ canaryId }, actor) => withdrawCanary(actor, { canaryId, reason: '' }, clock),
} satisfies Record<string, (world: World, actor: Actor) => Promise<unknown>>;
type Step = keyof typeof STEPS;

async function postBatch(world: World, actor: Actor, challenger: 0 | 1): Promise<void> {
  const { slotId } = world.slot;
  clock.advance(2 * HOUR);
  world.made += 1;
  const requests = Array.from({ length: 200 }, (_, index) => ({ requestKey: `${world.made}-${index}` }));
  const { canaries } = await postExposures(actor, { slotId, requests, knownPrompts: [] }, clock);
  const answer = (score: number) => ({ score, latencyMs: 100, costUsd: null, failure: null });
  const outcomes = (canaries[0]?.exposures ?? []).map(({ exposureId }, index) => {
    const incumbent = answer(index % 5 === 0 ? 1 - challenger : 1);
    return { exposureId, incumbent, challenger: answer(challenger) };
  });
  if (outcomes.length > 0) await postOutcomes(actor, { slotId, outcomes }, clock);
}

/** Refusals are what is expected of most; anything else is a fault. */
async function attempt(world: World, step: Step, actor: Actor): Promise<boolean> {
  try {
    await STEPS[step](world, actor);
    return true;
  } catch (error) {
    if (!AppError.is(error) || error.kind === 'broken') throw error;
    return false;
  }
}

async function assertNothingWentAround({ slot }: World): Promise<void> {
  const { db } = api.database;
  const row = await db.slot.findUniqueOrThrow({ where: { id: slot.slotId } });
  const isShown = row.livePromptId === slot.challengerId || row.split !== null;
  const live = await db.canary.findMany({
    where: { slotId: slot.slotId, state: { in: ['liveStep', 'watch', 'promoted'] } },
    include: { approvals: true, looks: true },
  });
  expect(live.length).toBe(isShown ? 1 : 0);
  for (const canary of live) {
    expect(canary.looks.some(({ stage, verdict }) => stage === 'shadow' && verdict === 'pass')).toBe(true);
    const approvers = canary.approvals.filter(
      ({ decision, hash, userId, name }) =>
        decision === 'approved' &&
        hash === canary.evidenceHash &&
        ['usr_owner', 'usr_reviewer'].includes(userId) &&
        ![canary.createdBy, canary.registeredBy].includes(name),
    );
    expect(approvers.length).toBeGreaterThan(0);
  }
}

async function newWorld(wanted: Parameters<typeof seedSlot>[2] = {}): Promise<World> {
  const slots = await api.database.db.slot.count();
  const slot = await seedSlot(api, `way_${slots}`, { from: { runId, candidateHash: CANDIDATE }, ...wanted });
  const world: World = { slot, canaryId: 'cny_none', made: 0 };
  await STEPS.draft(world, actorOf('experimenter', 'session'));
  return world;
}

const WAY: readonly (readonly [Step, Role])[] = [
  ['register', 'experimenter'],
  ['start', 'experimenter'],
  ['goodOutcomes', 'experimenter'],
  ['timePasses', 'owner'],
  ['approve', 'reviewer'],
  ['goLive', 'owner'],
];

describe('the way to production', { timeout: 240_000 }, () => {
  it('leads through shadow, approval and the gate, and back by anybody but a viewer', async () => {
    const world = await newWorld();
    for (const [step, role] of WAY)
      expect(await attempt(world, step, actorOf(role, 'session')), step).toBe(true);
    await assertNothingWentAround(world);
    expect(await attempt(world, 'revert', actorOf('viewer', 'session'))).toBe(false);
    expect(await attempt(world, 'revert', actorOf('experimenter', 'key'))).toBe(true);
    await assertNothingWentAround(world);
    expect(await attempt(world, 'goLive', actorOf('owner', 'session'))).toBe(false);
  });

  it('is closed once something else is live than what the shadow compared with', async () => {
    const world = await newWorld();
    for (const [step, role] of WAY.slice(0, -1)) await attempt(world, step, actorOf(role, 'session'));
    const { slotId, challengerId } = world.slot;
    const id = `${slotId}_before`;
    const before = { id, slotId, version: 3, text: 'Before.', sha256: 'd'.repeat(64), createdBy: 'test' };
    await api.database.db.servedPrompt.create({ data: { ...before, isPractice: false } });
    await api.database.db.slot.update({
      where: { id: slotId },
      data: { livePromptId: id, isReverted: true },
    });
    expect(await attempt(world, 'goLive', actorOf('owner', 'session'))).toBe(false);
    const { livePromptId, previousPromptId } = await api.database.db.slot.findUniqueOrThrow({
      where: { id: slotId },
    });
    expect([livePromptId, previousPromptId]).toEqual([id, null]);
    expect(livePromptId).not.toBe(challengerId);
  });

  it('is closed where any one step of it is left out', async () => {
    for (const left of WAY.slice(0, -1)) {
      const world = await newWorld();
      for (const [step, role] of WAY)
        if (step !== left[0]) await attempt(world, step, actorOf(role, 'session'));
      const { livePromptId } = await api.database.db.slot.findUniqueOrThrow({
        where: { id: world.slot.slotId },
      });
      expect(livePromptId, left[0]).toBe(world.slot.incumbentId);
    }
  });

  it('is not found by any role in any order of requests', async () => {
    const names = Object.keys(STEPS) as Step[];
    const random = fc.record({
      step: fc.constantFrom(...names),
      role: fc.constantFrom<Role>('owner', 'experimenter', 'reviewer', 'viewer'),
      via: fc.constantFrom<Via>('session', 'session', 'key', 'command'),
    });
    // Mostly the right step, else pure chance would never get far enough to go wrong.
    const walk = fc.array(
      fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: random }),
      {
        minLength: 6,
        maxLength: 16,
      },
    );
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(walk, async (attempts) => {
        const world = await newWorld();
        let at = 0;
        for (const one of attempts) {
          const [step, role] = WAY[at % WAY.length] ?? ['goLive', 'owner'];
          if (one === null) at += Number(await attempt(world, step, actorOf(role, 'session')));
          else await attempt(world, one.step, actorOf(one.role, one.via));
          await assertNothingWentAround(world);
        }
        const { livePromptId } = await api.database.db.slot.findUniqueOrThrow({
          where: { id: world.slot.slotId },
        });
        reached += Number(livePromptId === world.slot.challengerId);
      }),
      { numRuns: 25, seed: 7 },
    );
    expect(reached).toBeGreaterThan(0);
  });
});
