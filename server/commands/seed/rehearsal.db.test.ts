import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRACTICE_MAKER, PRACTICE_PLAN, PRACTICE_REQUESTS } from '@/lib/canary/practice-traffic';
import type { PracticePrompt, RehearsalView } from '@/lib/contracts/rehearsal';
import type { Actor } from '@/lib/domain/actor';
import { testActor } from '@/lib/testing/test-actor';
import { operatorOf } from '@/server/commands/support/operator';
import { db } from '@/server/db/client';
import { systemClock } from '@/server/observability/system-clock';
import { findPracticeShadows, letPracticeHoursPass } from '@/server/repositories/practice-slots';
import { startRun } from '@/server/services/launches/start-run';
import { approveCanary } from '@/server/services/promotion/decide/approve-canary';
import {
  draftCanary,
  goLiveWithCanary,
  registerCanary,
  withdrawCanary,
} from '@/server/services/promotion/decide/canary-drafts';
import { revertSlot } from '@/server/services/promotion/decide/revert-slot';
import { makePracticeSlot } from '@/server/services/promotion/practice/practice-slot';
import { readRehearsal } from '@/server/services/promotion/practice/read-rehearsal';
import { sendPracticeRequests } from '@/server/services/promotion/practice/send-practice-requests';
import { startPracticeTraffic } from '@/server/services/promotion/practice/start-practice-traffic';
import { readApproval } from '@/server/services/promotion/read/read-approval';
import { createSlot } from '@/server/services/promotion/slot/manage-slots';
import { addSlotPrompt } from '@/server/services/promotion/slot/slot-prompts';
import { answerPractice } from '@/server/worker/practice-traffic';
import { type OfficeLab, startOfficeLab } from './testing/office-lab';

/** The rehearsal of a newcomer, who owns the workspace alone: a good prompt, a bad one, and the way back. */
let lab: OfficeLab;
let runId: string;
let newcomer: Actor<'administer'>;

beforeAll(async () => {
  const seededBy = (workspaceId: string) => operatorOf(workspaceId, PRACTICE_MAKER);
  lab = await startOfficeLab({ sizes: { train: 60, heldOut: 60 }, seededBy });
  const { workspaceId } = lab.actor;
  const owner = await db().user.findFirstOrThrow({ where: { memberships: { some: { workspaceId } } } });
  newcomer = testActor('owner', {
    ...{ workspaceId, userId: owner.id, name: owner.email, via: 'session' as const },
    signedInAtMs: Date.now(),
  });
  const experimentId = lab.seeded.baselineId;
  const maker = seededBy(workspaceId);
  runId = (await startRun(maker, { experimentId, kind: 'serialBaseline', seed: 1 })).id;
  await makePracticeSlot(workspaceId, runId);
}, 120_000);
afterAll(() => lab.close());

async function rehearsal(): Promise<RehearsalView> {
  const { rehearsal } = await readRehearsal(newcomer);
  if (rehearsal === null) throw new Error('There is no practice slot.');
  return rehearsal;
}

const madeIn = async (slotId: string) => ({
  versions: await db().servedPrompt.count({ where: { slotId } }),
  canaries: await db().canary.count({ where: { slotId } }),
});

/** Traffic as a worker sends it, without its pauses. Returns the number of batches. */
async function trafficOf(canaryId: string): Promise<number> {
  const sending = { canaryId, answer: answerPractice, clock: systemClock };
  for (let batches = 0; ; batches += 1) if (!(await sendPracticeRequests(sending))) return batches;
}

async function tried(prompt: PracticePrompt) {
  const { canaryId } = await startPracticeTraffic(newcomer, { prompt }, systemClock);
  expect(await findPracticeShadows(PRACTICE_MAKER)).toEqual([canaryId]);
  await trafficOf(canaryId);
  expect(await findPracticeShadows(PRACTICE_MAKER)).toEqual([]);
  const [newest] = (await rehearsal()).trials;
  if (newest?.canaryId !== canaryId) throw new Error('The newest trial is another one.');
  return newest;
}

describe('the rehearsal', { timeout: 300_000 }, () => {
  it('waits for the seeded run, and refuses the shortened prompt before a better one is live', async () => {
    expect(await rehearsal()).toMatchObject({ isReady: false, live: 'first', trials: [] });
    await expect(startPracticeTraffic(newcomer, { prompt: 'learned' }, systemClock)).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    expect(await lab.carry(runId)).toBe('done');
    expect(await rehearsal()).toMatchObject({ isReady: true });
    await expect(startPracticeTraffic(newcomer, { prompt: 'shortened' }, systemClock)).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });

  it('promotes the learned prompt after the newcomer has approved it', async () => {
    const trial = await tried('learned');
    expect(trial).toMatchObject({ state: 'approval', requests: PRACTICE_REQUESTS, secondsLeft: 0 });
    expect(trial.verdict?.lower ?? -1).toBeGreaterThan(0);
    const { canaryId } = trial;
    const { hash, whyNot } = await readApproval(newcomer, { canaryId }, systemClock);
    expect(whyNot.approve).toBeNull();
    await approveCanary(newcomer, { canaryId, hash: hash ?? '', note: 'Rehearsed.' }, systemClock);
    await goLiveWithCanary(newcomer, { canaryId }, systemClock);
    expect(await rehearsal()).toMatchObject({ live: 'learned', trials: [{ state: 'watch' }] });
  });

  it('catches the shortened prompt in shadow, before all requests have come', async () => {
    const trial = await tried('shortened');
    expect(trial).toMatchObject({ state: 'failed', verdict: { kind: 'fail' } });
    expect(trial.requests).toBeLessThan(PRACTICE_REQUESTS);
    expect((await rehearsal()).live).toBe('learned');
  });

  it('goes back with one revert, after which it can be rehearsed again', async () => {
    const { slotId } = await rehearsal();
    await revertSlot(newcomer, { slotId, reason: 'Rehearsed.' });
    expect(await rehearsal()).toMatchObject({ live: 'first' });
    expect((await tried('learned')).state).toBe('approval');
  });

  it('makes nothing where a start is refused because a prompt waits for approval', async () => {
    const { slotId, trials } = await rehearsal();
    expect(trials[0]?.state).toBe('approval');
    const before = await madeIn(slotId);
    await expect(startPracticeTraffic(newcomer, { prompt: 'learned' }, systemClock)).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    expect(await madeIn(slotId)).toEqual(before);
    await withdrawCanary(newcomer, { canaryId: trials[0]?.canaryId ?? '', reason: '' }, systemClock);
  });

  it('sends the traffic to the canary that a person has open, and makes no other', async () => {
    const { slotId } = await rehearsal();
    const written = {
      source: 'written',
      text: 'Close the ticket.',
      basedOn: null,
      model: null,
      params: {},
    } as const;
    const { promptId } = await addSlotPrompt(newcomer, { slotId, ...written });
    const draft = { ...PRACTICE_PLAN, share: 0.5, outcomeWindowHours: 1 };
    const wanted = { slotId, promptId, draft, expected: {}, personalDataReason: '' };
    const { id: canaryId } = await draftCanary(newcomer, wanted, systemClock);
    expect((await rehearsal()).open).toMatchObject({ canaryId, state: 'drafted' });
    await registerCanary(newcomer, { canaryId }, systemClock);
    const before = await madeIn(slotId);
    expect(await startPracticeTraffic(newcomer, { prompt: 'learned' }, systemClock)).toMatchObject({
      canaryId,
    });
    expect(await madeIn(slotId)).toEqual(before);
    expect(await findPracticeShadows(PRACTICE_MAKER)).toEqual([canaryId]);
    expect(await trafficOf(canaryId)).toBeGreaterThan(0);
    const { open, trials } = await rehearsal();
    expect(open).toBeNull();
    expect(trials[0]).toMatchObject({ canaryId, prompt: 'own' });
    expect(trials[0]?.state).not.toBe('shadow');
  });

  it('lets no hour pass for a canary of another slot', async () => {
    const { workspaceId } = newcomer;
    const made = { slug: 'practice-of-mine', name: 'Practice slot', description: '' };
    const slot = await createSlot(newcomer, { kind: 'rehearsal', ...made });
    const written = { source: 'written', text: 'Mine.', basedOn: null, model: null, params: {} } as const;
    const { promptId } = await addSlotPrompt(newcomer, { slotId: slot.id, ...written });
    const stageStartedAt = new Date();
    const id = 'cny_of_mine';
    const about = { id, workspaceId, slotId: slot.id, challengerId: promptId, draft: {} };
    await db().canary.create({
      data: {
        ...about,
        state: 'shadow',
        createdBy: PRACTICE_MAKER,
        startedAt: stageStartedAt,
        stageStartedAt,
      },
    });
    expect(await findPracticeShadows(PRACTICE_MAKER)).not.toContain(id);
    await letPracticeHoursPass(id, { hours: 30, now: new Date() });
    const after = await db().canary.findUniqueOrThrow({ where: { id } });
    expect(after.stageStartedAt).toEqual(stageStartedAt);
  });
});
