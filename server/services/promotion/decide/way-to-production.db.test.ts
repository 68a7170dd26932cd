import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '@/lib/testing/manual-clock';
import type { FlagChange } from '@/server/db/generated/client';
import {
  ATTEMPTS,
  type Attempt,
  attempt,
  type Ground,
  newWorld,
  PLANS,
  WHO,
  type Who,
  type World,
} from '@/server/http/testing/production-walk';
import { seedMeasured } from '@/server/http/testing/seed-canary';
import { startTestApi } from '@/server/http/testing/test-api';
import { freshIds, seedCatalogue } from '@/server/http/testing/test-catalogue';
import { stopQueue } from '@/server/jobs/queue';
import { setServingClock } from '@/server/observability/serving-clock';

/**
 * Requests in any order by any actor, through the handlers of the API: a slot shows only what was earned.
 * Read off the rows alone: each change of the flag has behind it a canary that passed and people who approved exactly its
 * evidence and made nothing of it, or goes back to what was live before, or is the first prompt of an empty slot.
 */
const candidateHash = 'c'.repeat(64);
const HOUR = 3_600_000;
const clock = manualClock(Date.now());
let ground: Ground;

beforeAll(async () => {
  const api = await startTestApi();
  const runId = (await freshIds(api, await seedCatalogue(api))).runId ?? '';
  await seedMeasured(api, runId, { candidateHash, first: 0.8, candidate: 0.9 });
  const { db } = api.database;
  const second = { id: 'usr_second', email: 'second@example.com', name: 'second', passwordHash: 'none' };
  await db.user.create({ data: second });
  await db.membership.create({
    data: { workspaceId: api.workspaceId, userId: second.id, role: 'reviewer' },
  });
  // Each key belongs to its person: a draft made by the key is the person's draft.
  for (const role of ['owner', 'experimenter', 'reviewer', 'viewer'])
    await db.apiKey.update({ where: { id: `key_${role}` }, data: { createdBy: `${role}@example.com` } });
  // Approvers must have been members before the registration.
  clock.advance(HOUR);
  setServingClock(clock);
  ground = { api, clock, from: { runId, candidateHash } };
});
afterAll(async () => {
  setServingClock(undefined);
  await stopQueue();
  await ground.api.close();
});

/** State read from the rows so far. */
interface Seen {
  lastId: bigint;
  live: string | null;
  split: string | null;
  readonly wasLive: Set<string | null>;
  readonly takenBack: Set<string>;
  shown: string | null;
}

async function begun(world: World): Promise<Seen> {
  const { livePromptId: live } = await slotOf(world);
  return { lastId: 0n, live, split: null, wasLive: new Set([live]), takenBack: new Set(), shown: null };
}

const slotOf = ({ api, slot }: World) =>
  api.database.db.slot.findUniqueOrThrow({ where: { id: slot.slotId } });
const canaryOf = (split: unknown) => (split as { readonly canaryId: string } | null)?.canaryId ?? null;

/** Returns the kinds of the changes that came. */
async function assertAllEarned(world: World, seen: Seen): Promise<readonly string[]> {
  const where = { slotId: world.slot.slotId, id: { gt: seen.lastId } };
  const changes = await world.api.database.db.flagChange.findMany({ where, orderBy: { id: 'asc' } });
  for (const change of changes) await assertEarned(world, seen, change);
  const slot = await slotOf(world);
  // Nothing moves a pointer but by a change that is written down.
  expect([slot.livePromptId, canaryOf(slot.split)]).toEqual([seen.live, seen.split]);
  return changes.map(({ kind }) => kind);
}

async function assertEarned(world: World, seen: Seen, change: FlagChange): Promise<void> {
  const { livePromptId: live, kind } = change;
  const split = canaryOf(change.split);
  if (kind === 'first') await assertFirst(world, seen, live);
  else if (kind === 'stepped' || kind === 'promoted') await assertPassed(world, seen, change);
  else if (kind === 'restored') expect(live).toBe(seen.live);
  else if (kind === 'archived') expect([live, split]).toEqual([null, null]);
  else {
    expect(['reverted', 'ended']).toContain(kind);
    expect(split).toBeNull();
    expect(seen.wasLive.has(live)).toBe(true);
  }
  if (kind === 'reverted' && seen.shown !== null) seen.takenBack.add(seen.shown);
  if (kind === 'stepped' || kind === 'promoted') seen.shown = change.canaryId;
  seen.lastId = change.id;
  seen.split = split;
  if (kind === 'archived') return;
  seen.live = live;
  seen.wasLive.add(live);
}

async function assertFirst({ api }: World, seen: Seen, live: string | null): Promise<void> {
  expect([...seen.wasLive]).toEqual([null]);
  const { runId } = await api.database.db.servedPrompt.findUniqueOrThrow({ where: { id: live ?? '' } });
  expect(runId).toBeNull();
}

async function assertPassed({ api }: World, seen: Seen, change: FlagChange): Promise<void> {
  const id = change.canaryId ?? '';
  expect(seen.takenBack.has(id)).toBe(false);
  const include = { approvals: true, looks: true, challenger: true } as const;
  const canary = await api.database.db.canary.findUniqueOrThrow({ where: { id }, include });
  if (change.kind === 'promoted') expect(change.livePromptId).toBe(canary.challengerId);
  else expect([canaryOf(change.split), change.livePromptId]).toEqual([id, seen.live]);
  expect(canary.challenger.candidateHash).toBe(candidateHash);
  const shadow = canary.looks.filter(({ stage }) => stage === 'shadow').map(({ verdict }) => verdict);
  expect(shadow.filter((verdict) => verdict !== 'continue')).toEqual(['pass']);
  const words = canary.approvals.filter(({ hash }) => hash === canary.evidenceHash);
  expect(words.every(({ decision }) => decision === 'approved')).toBe(true);
  const { authors, createdBy } = canary.challenger;
  const makers = [...authors, createdBy, canary.createdBy, canary.registeredBy ?? ''].map(personOf);
  for (const { userId, name } of words) {
    expect(['usr_owner', 'usr_reviewer', 'usr_second']).toContain(userId);
    expect(makers).not.toContain(name);
  }
  const { approvers } = canary.plan as { readonly approvers: number };
  expect(new Set(words.map(({ userId }) => userId)).size).toBeGreaterThanOrEqual(approvers);
}

/** The person who made a key. */
const personOf = (name: string) => name.replace(/^key (\w+)$/, '$1@example.com');

type Way = readonly (readonly [Attempt, Who])[];
const TO_APPROVAL: Way = [
  ['draft', 'person experimenter'],
  ['register', 'person experimenter'],
  ['start', 'key experimenter'],
  ['goodOutcomes', 'slot key'],
  ['timePasses', 'anonymous'],
  ['approve', 'person reviewer'],
];
const WAYS: readonly Way[] = [
  [...TO_APPROVAL, ['goLive', 'person owner']],
  [
    ...TO_APPROVAL,
    ['approve', 'person second'],
    ['goLive', 'key owner'],
    ['timePasses', 'anonymous'],
    ['advance', 'person reviewer'],
  ],
];

async function go(way: Way, world: World): Promise<Seen> {
  const seen = await begun(world);
  for (const [name, who] of way) {
    await attempt(world, name, who);
    await assertAllEarned(world, seen);
  }
  return seen;
}

describe('the way to production', () => {
  it.each([0, 1] as const)(
    'leads through shadow, approval and the gate, and back (plan %i)',
    async (plan) => {
      const world = await newWorld(ground, PLANS[plan]);
      const seen = await begun(world);
      for (const [name, who] of WAYS[plan] ?? []) expect(await attempt(world, name, who), name).toBe(true);
      await assertAllEarned(world, seen);
      expect(seen.live).toBe(world.slot.challengerId);
      for (const who of [
        'person viewer',
        'key viewer',
        'browser key',
        'key of another slot',
        'anonymous',
      ] as const)
        expect(await attempt(world, 'revertSlot', who), who).toBe(false);
      expect(await attempt(world, 'revertCanary', 'key experimenter')).toBe(true);
      expect(await assertAllEarned(world, seen)).toEqual(['reverted']);
      expect(seen.live).toBe(world.slot.incumbentId);
      for (const name of ['goLive', 'advance'] as const)
        expect(await attempt(world, name, 'person owner')).toBe(false);
    },
  );

  it('is closed where any one step of it is left out', async () => {
    // Steps that both ways share are left out of the first way only.
    for (const [plan, way] of WAYS.entries())
      for (const left of plan === 0 ? way : way.slice(TO_APPROVAL.length)) {
        const world = await newWorld(ground, PLANS[plan] ?? PLANS[0]);
        const seen = await go(
          way.filter((step) => step !== left),
          world,
        );
        expect(seen.live, `without ${left.join(' by ')}`).toBe(world.slot.incumbentId);
      }
  });

  it('is closed to authors of any role and to keys', async () => {
    for (const who of ['person owner', 'person reviewer', 'key owner', 'command line'] as const) {
      const world = await newWorld(ground, PLANS[0]);
      const drafter = who === 'person reviewer' ? 'key owner' : 'person owner';
      const seen = await go([['draft', drafter], ...TO_APPROVAL.slice(1, -1)], world);
      const isLet = await attempt(world, 'approve', who);
      await attempt(world, 'goLive', 'person owner');
      await assertAllEarned(world, seen);
      expect([isLet, seen.live === world.slot.challengerId], who).toEqual(
        who === 'person reviewer' ? [true, true] : [false, false],
      );
    }
  });

  it('is not found by anybody in any order of requests', async () => {
    const random = fc.record({
      name: fc.constantFrom(...(Object.keys(ATTEMPTS) as Attempt[])),
      who: fc.constantFrom(...WHO),
    });
    // Mostly the right step, else pure chance would never get far enough to go wrong.
    const step = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: random });
    const walk = fc.record({
      plan: fc.constantFrom(0, 1),
      isEmpty: fc.boolean(),
      headStart: fc.constantFrom(0, 0, 4, 6, 7),
      steps: fc.array(step, { minLength: 6, maxLength: 16 }),
    });
    const changes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(walk, async ({ plan, isEmpty, headStart, steps }) => {
        const world = await newWorld(ground, PLANS[plan] ?? PLANS[0], { isEmpty });
        const way = WAYS[plan] ?? [];
        const seen = await begun(world);
        let at = 0;
        const tries = [...Array.from({ length: headStart }, () => null), ...steps];
        for (const one of tries) {
          const [name, who] = way[at % way.length] ?? ['goLive', 'person owner'];
          if (one === null) at += Number(await attempt(world, name, who));
          else await attempt(world, one.name, one.who);
          for (const kind of await assertAllEarned(world, seen))
            changes.set(kind, (changes.get(kind) ?? 0) + 1);
        }
      }),
      { numRuns: 20, seed: 7 },
    );
    // The walks came everywhere, so that what they did not find is not for want of looking.
    for (const kind of ['first', 'stepped', 'promoted', 'reverted'])
      expect(changes.get(kind) ?? 0, kind).toBeGreaterThan(0);
  });
});
