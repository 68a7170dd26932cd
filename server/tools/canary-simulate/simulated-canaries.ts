import type { Truth } from '@/lib/canary/power';
import type { IngestedOutcomes, TakenExposures } from '@/lib/contracts/canary-ingest';
import type { CanaryDetail, CanaryDraftInput } from '@/lib/contracts/canary-shapes';
import type { Rng } from '@/lib/random/seeded-rng';
import { median } from '@/lib/stats/summary';
import type { ManualClock } from '@/lib/testing/manual-clock';
import { drawPair } from '@/lib/testing/simulate-canary';
import { tickCanary } from '@/server/services/promotion/count/tick-canaries';

/**
 * Canaries whose truth is known, through the API that a team's own client uses: draft, register, start, ask
 * which requests the shadow samples, report the outcome of both answers. Several run side by side, each in
 * its own slot; all share one clock that does not advance while a batch is being sent. Uses no network and no
 * database.
 */
export interface SimulatedSlot {
  readonly slotId: string;
  readonly challengerId: string;
}

export interface Doors {
  /** Returns the parsed answer; throws on a refusal. */
  call(operationId: string, asked: { params?: Record<string, string>; body?: object }): Promise<unknown>;
  readonly clock: ManualClock;
  /** One canary at a time per slot. */
  readonly slots: readonly SimulatedSlot[];
}

export interface SimulationPlan {
  /** Numbers of the canaries: each has its own random stream, independent of process and slot. */
  readonly canaries: readonly number[];
  readonly truth: Truth;
  readonly draft: CanaryDraftInput;
  readonly pairs: number;
  readonly rng: Rng;
  readonly batch: number;
  /** Called after each group of canaries with their ends. */
  readonly afterGroup?: (ended: readonly CanaryEnd[]) => Promise<void>;
}

export interface CanaryEnd {
  /** A canary that passed waits for its approval. */
  readonly state: string;
  readonly pairs: number;
}

export interface Simulated {
  readonly canaries: number;
  /** Counts by final state. */
  readonly ended: Readonly<Record<string, number>>;
  readonly pairs: number;
  readonly pairsMedian: number;
}

interface Going {
  readonly slot: SimulatedSlot;
  readonly canaryId: string;
  readonly rng: Rng;
  sent: number;
  isOver: boolean;
}

/** The planned pairs arrive in a little more than a day, because a canary lasts a whole day. */
const SPREAD_MS = 25 * 3_600_000;

export async function simulateThroughDoors(
  doors: Doors,
  plan: SimulationPlan,
): Promise<readonly CanaryEnd[]> {
  const ends: CanaryEnd[] = [];
  for (let first = 0; first < plan.canaries.length; first += doors.slots.length) {
    const numbers = plan.canaries.slice(first, first + doors.slots.length);
    const group = await Promise.all(
      doors.slots
        .slice(0, numbers.length)
        .map((slot, index) => begin(doors, plan, { slot, number: numbers[index] ?? 0 })),
    );
    await carry(doors, plan, group);
    const ended = await Promise.all(group.map((going) => end(doors, going)));
    ends.push(...ended);
    await plan.afterGroup?.(ended);
  }
  return ends;
}

async function begin(
  { call }: Doors,
  { draft, truth, rng }: SimulationPlan,
  { slot, number }: { readonly slot: SimulatedSlot; readonly number: number },
): Promise<Going> {
  const body = {
    ...{ slotId: slot.slotId, promptId: slot.challengerId, draft },
    expected: { discordance: truth.discordance },
  };
  const { id: canaryId } = (await call('draftCanary', { body })) as CanaryDetail;
  const params = { canaryId };
  await call('registerCanary', { params });
  await call('startCanary', { params });
  return { slot, canaryId, rng: rng.fork(`canary ${number}`), sent: 0, isOver: false };
}

/** Sends one batch for each canary, then advances the clock for all. */
async function carry(doors: Doors, plan: SimulationPlan, group: readonly Going[]): Promise<void> {
  const rounds = Math.ceil(plan.pairs / plan.batch);
  for (let round = 0; round < rounds; round += 1) {
    const open = group.filter(({ isOver }) => !isOver);
    if (open.length === 0) return;
    await Promise.all(open.map((going) => sendBatch(doors, plan, going)));
    doors.clock.advance(SPREAD_MS / rounds);
  }
  for (const { canaryId } of group.filter(({ isOver }) => !isOver)) await tickCanary(canaryId, doors.clock);
}

async function sendBatch({ call }: Doors, plan: SimulationPlan, going: Going): Promise<void> {
  const size = Math.min(plan.batch, plan.pairs - going.sent);
  const params = { slotId: going.slot.slotId };
  const requests = Array.from({ length: size }, (_, index) => ({
    requestKey: `${going.canaryId}-${going.sent + index}`,
  }));
  const asked = (await call('postExposures', { params, body: { requests } })) as {
    canaries: TakenExposures[];
  };
  const taken = asked.canaries.find(({ canaryId }) => canaryId === going.canaryId);
  // The canary has ended, so no pair is sampled any more.
  if (taken === undefined) {
    going.isOver = true;
    return;
  }
  const outcomes = taken.exposures.map(({ exposureId }) => outcomeOf(exposureId, plan.truth, going.rng));
  const { refused } = (await call('postOutcomes', { params, body: { outcomes } })) as IngestedOutcomes;
  if (refused.length > 0) throw new Error(`An outcome was refused: ${refused[0]?.sentence}`);
  going.sent += size;
}

function outcomeOf(exposureId: string, truth: Truth, rng: Rng) {
  const { incumbent, challenger } = drawPair(rng, truth);
  const answer = (score: number | null) => ({ score, latencyMs: 500 + Math.floor(rng.nextFloat() * 1000) });
  return { exposureId, incumbent: answer(incumbent), challenger: answer(challenger) };
}

/** Reads the final state; a canary that passed frees its slot. */
async function end({ call }: Doors, { canaryId }: Going): Promise<CanaryEnd> {
  const params = { canaryId };
  const { state, pairs } = (await call('readCanary', { params })) as CanaryDetail;
  if (state === 'approval' || state === 'shadow')
    await call('withdrawCanary', { params, body: { reason: 'The simulation is over.' } });
  return { state, pairs };
}

export function summed(ends: readonly CanaryEnd[]): Simulated {
  const ended: Record<string, number> = {};
  for (const { state } of ends) ended[state] = (ended[state] ?? 0) + 1;
  const pairs = ends.map((one) => one.pairs);
  return {
    canaries: ends.length,
    ended,
    pairs: pairs.reduce((sum, count) => sum + count, 0),
    pairsMedian: median(pairs) ?? 0,
  };
}
