import { readArmGuardrails } from '@/lib/canary/arm-guardrails';
import { pairsStillNeeded } from '@/lib/canary/power';
import { NO_STEP } from '@/lib/canary/step-progress';
import { NOTHING_TALLIED, readGuardrails } from '@/lib/canary/tally';
import type { ListCanariesInput } from '@/lib/contracts/canaries';
import type { CanaryDetail, CanaryView } from '@/lib/contracts/canary-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { CanaryPlan, GuardrailReading } from '@/lib/domain/canary';
import type { CanaryTally, StepProgress } from '@/lib/domain/canary-progress';
import type { Clock } from '@/lib/ports/clock';
import { signTestP } from '@/lib/stats/binomial';
import { meanOf } from '@/lib/stats/running-sums';
import { findLateOutcomes } from '@/server/repositories/arm-outcomes';
import {
  type CanaryRow,
  findLookRows,
  getCanaryRow,
  type LookRow,
  listCanaryRows,
} from '@/server/repositories/canaries';
import { readLatencyQuantiles } from '@/server/repositories/canary-pairs';
import { findEvaluator, type KeptEvaluator, sumProbeCalls } from '@/server/repositories/evaluator-probes';
import { cutPage } from '@/server/repositories/keyset';
import {
  draftOf,
  pairProgressOf,
  planOf,
  stepProgressOf,
  tallyOf,
} from '@/server/repositories/stored-canary';
import { canaryView, lookView, planView } from './canary-view';
import { HOUR_MS, healthOf, stageHours } from './stage-moment';

/** Canaries to look at: the list, and one with everything that its panel draws. */
const LOOKS_MAX = 2_000;

export async function listCanaries(
  actor: Actor<'read'>,
  { slotId, state, cursor, limit }: ListCanariesInput,
): Promise<{ items: CanaryView[]; nextCursor: string | null }> {
  const rows = await listCanaryRows(actor.workspaceId, { slotId, state, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit);
  return { items: items.map(canaryView), nextCursor };
}

export async function readCanary(
  actor: Actor<'read'>,
  { canaryId }: { readonly canaryId: string },
  clock: Clock,
): Promise<CanaryDetail> {
  return canaryDetail(actor, canaryId, clock);
}

/** Detail for a caller that has just changed the canary and so may see the result. */
export async function canaryDetail(
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  canaryId: string,
  clock: Clock,
): Promise<CanaryDetail> {
  const row = await getCanaryRow(workspaceId, canaryId);
  const plan = planOf(row);
  const [looks, evaluator, lateOutcomes, probes] = await Promise.all([
    findLookRows(row.id, LOOKS_MAX),
    findEvaluator(row.id),
    findLateOutcomes(row.id),
    sumProbeCalls(row.id),
  ]);
  const latency = await latencyOf(row, looks);
  const latest = latestLook(row, looks);
  const tally = tallyOf(row) ?? NOTHING_TALLIED;
  const { plan: draft, expected } = draftOf(row);
  const { pairs, missingIncumbent, missingChallenger } = tally.settled;
  const { onlyIncumbent, onlyChallenger } = tally.counts;
  return {
    ...canaryView(row),
    ...{ draft, expected, evidenceHash: row.evidenceHash, isHeld: row.isHeld },
    plan: planView(plan),
    looks: looks.map(lookView),
    table: { ...tally.counts, graded: tally.graded, mcnemarP: signTestP(onlyChallenger, onlyIncumbent) },
    scores: armScores(row) ?? {
      incumbent: pairs === 0 ? null : meanOf(tally.incumbent),
      challenger: pairs === 0 ? null : meanOf(tally.challenger),
    },
    latency,
    guardrails: plan === null ? [] : guardrailsNow(row, plan, { tally, latest }),
    probes,
    health: healthNow({ ...row, evaluator }, latest, clock),
    readAt: isReadNow(row) || latest === undefined ? null : readAtOf(latest),
    missing: { incumbent: missingIncumbent, challenger: missingChallenger },
    arms: armsOf(row),
    callers: callersOf(row),
    lateOutcomes,
    ...(plan === null ? NOTHING_LEFT : leftOf(row, plan, clock.nowMs())),
  };
}

const NOTHING_LEFT = { pairsLeft: null, pairsStillNeeded: null, stageEndsAt: null, hoursLeft: null } as const;
const STAGES: readonly string[] = ['shadow', 'liveStep', 'watch'];

function leftOf(row: CanaryRow, plan: CanaryPlan, nowMs: number) {
  if (!STAGES.includes(row.state) || row.stageStartedAt === null) return NOTHING_LEFT;
  const state = row.state as 'shadow' | 'liveStep' | 'watch';
  const endsMs = row.stageStartedAt.getTime() + stageHours({ state }, plan) * HOUR_MS;
  const time = {
    stageEndsAt: new Date(endsMs).toISOString(),
    hoursLeft: Math.max(0, endsMs - nowMs) / HOUR_MS,
  };
  if (state !== 'shadow') return { ...time, pairsLeft: null, pairsStillNeeded: null };
  const progress = pairProgressOf(row);
  const n = progress?.count.differences.n ?? 0;
  const { latest = null } = progress ?? {};
  const lower = latest?.lower ?? null;
  const needed =
    latest === null || lower === null
      ? null
      : pairsStillNeeded(plan, { n: latest.pairs, difference: latest.difference, lower });
  return { ...time, pairsLeft: Math.max(0, plan.pairsPlanned - n), pairsStillNeeded: needed };
}

/** Read as they are now; of a live step, whose arms the tick counts, and of an ended canary, as last seen. */
const isReadNow = ({ state }: Pick<CanaryRow, 'state'>) => state === 'shadow' || state === 'watch';

/** The look that says how things are: of a live step its own only, since an earlier one says nothing of it. */
function latestLook({ state, step }: CanaryRow, looks: readonly LookRow[]): LookRow | undefined {
  const latest = looks.at(-1);
  if (state !== 'liveStep') return latest;
  const seen = latest?.detail as { readonly step?: number | null } | undefined;
  return latest?.stage === state && seen?.step === step ? latest : undefined;
}

const readAtOf = ({ stage, at }: LookRow): CanaryDetail['readAt'] => ({
  stage: stage as 'shadow' | 'liveStep' | 'watch',
  at: at.toISOString(),
});

/** Both prompts answered the same requests in shadow and in the watch; the callers of a live step saw one of them. */
async function latencyOf(row: CanaryRow, looks: readonly LookRow[]): Promise<CanaryDetail['latency']> {
  const isWatched = row.state === 'watch' || looks.some(({ stage }) => stage === 'watch');
  const stage = isWatched || row.state === 'promoted' ? 'watch' : 'shadow';
  const { pairs, incumbent, challenger } = await readLatencyQuantiles({ canaryId: row.id, stage });
  return { stage, pairs, incumbent: quantiles(incumbent), challenger: quantiles(challenger) };
}

/**
 * Of a live step by its two arms, with the latency as the last look had it, else in pairs. There latency is judged at the
 * end only: until then it is open, and afterwards as it was judged.
 */
function guardrailsNow(
  row: CanaryRow,
  plan: CanaryPlan,
  { tally, latest }: { readonly tally: CanaryTally; readonly latest: LookRow | undefined },
): CanaryDetail['guardrails'] {
  const detail = latest?.detail as { readonly guardrails?: readonly GuardrailReading[] } | undefined;
  if (row.state === 'liveStep') {
    const readings = readArmGuardrails(plan, stepProgressOf(row) ?? NO_STEP, null);
    return readings.map((reading) => ({
      ...((reading.state === 'unmeasured' && detail?.guardrails?.find(({ name }) => name === reading.name)) ||
        reading),
    }));
  }
  const read = [...readGuardrails(plan, tally, null), ...(detail?.guardrails ?? [])];
  const isTimed = tally.answers.counted > tally.answers.untimed;
  return plan.guardrails.map(({ name, whenBroken, margin }) => {
    const found = read.find((reading) => reading.name === name);
    const unread = { worse: null, lower: null, upper: null, sentence: `${name}: judged at the end only.` };
    return found
      ? { ...found }
      : { name, whenBroken, margin, state: isTimed ? 'open' : 'unmeasured', ...unread };
  });
}

/** Mean scores of the arms of a live step; null elsewhere. */
function armScores(row: CanaryRow): CanaryDetail['scores'] | null {
  if (row.state !== 'liveStep') return null;
  const { control, challenger } = stepProgressOf(row) ?? NO_STEP;
  const mean = (sums: StepProgress['control']) => (sums.n === 0 ? null : meanOf(sums));
  return { incumbent: mean(control), challenger: mean(challenger) };
}

function armsOf(row: CanaryRow): CanaryDetail['arms'] {
  if (row.state !== 'liveStep') return null;
  const kept = stepProgressOf(row);
  return { control: kept?.control.n ?? 0, challenger: kept?.challenger.n ?? 0 };
}

function callersOf(row: CanaryRow): CanaryDetail['callers'] {
  if (row.state !== 'liveStep') return null;
  const { callers } = stepProgressOf(row) ?? NO_STEP;
  return callers === undefined
    ? null
    : { control: { ...callers.control }, challenger: { ...callers.challenger } };
}

function quantiles(found: readonly number[] | null): CanaryDetail['latency']['incumbent'] {
  const [p50, p95] = found ?? [];
  return p50 === undefined || p95 === undefined ? null : { p50, p95 };
}

function healthNow(
  row: CanaryRow & { readonly evaluator: KeptEvaluator | null },
  latest: LookRow | undefined,
  clock: Clock,
): CanaryDetail['health'] {
  const plan = planOf(row);
  if (plan === null || !isReadNow(row)) {
    const { health = [] } = (latest?.detail ?? {}) as { health?: CanaryDetail['health'] };
    return health;
  }
  const counting = {
    ...row,
    state: row.state as 'shadow' | 'watch',
    plan,
    presentId: row.slot.livePromptId,
  };
  const tally = tallyOf(row);
  return healthOf(counting, plan, { nowMs: clock.nowMs(), tally }).map((finding) => ({ ...finding }));
}
