import { readArmGuardrails } from '@/lib/canary/arm-guardrails';
import type { CanaryProgress } from '@/lib/canary/looks';
import { pairsStillNeeded } from '@/lib/canary/power';
import { NO_STEP, type StepProgress } from '@/lib/canary/step-progress';
import { type CanaryTally, NOTHING_TALLIED, readGuardrails } from '@/lib/canary/tally';
import type { ListCanariesInput } from '@/lib/contracts/canaries';
import type { CanaryDetail, CanaryView } from '@/lib/contracts/canary-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { CanaryPlan, GuardrailReading } from '@/lib/domain/canary';
import { assertMay } from '@/lib/policy/roles';
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
import { findEvaluator, type KeptEvaluator } from '@/server/repositories/evaluator-probes';
import { cutPage } from '@/server/repositories/keyset';
import { planOf } from './canary-facts';
import { canaryView, lookView, planView } from './canary-view';
import { draftOf } from './kept-draft';
import { HOUR_MS, healthOf, stageHours } from './stage-moment';

/** Canaries to look at: the list, and one with everything that its panel draws. */
const LOOKS_MAX = 2_000;

export async function listCanaries(
  actor: Actor,
  { slotId, state, cursor, limit }: ListCanariesInput,
): Promise<{ items: CanaryView[]; nextCursor: string | null }> {
  assertMay(actor, 'read');
  const rows = await listCanaryRows(actor.workspaceId, { slotId, state, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit);
  return { items: items.map(canaryView), nextCursor };
}

export async function readCanary(
  actor: Actor,
  { canaryId }: { readonly canaryId: string },
  clock: Clock,
): Promise<CanaryDetail> {
  assertMay(actor, 'read');
  return canaryDetail(actor, canaryId, clock);
}

/** For whoever has just changed it, and may for that reason see what came of it. */
export async function canaryDetail(
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  canaryId: string,
  clock: Clock,
): Promise<CanaryDetail> {
  const row = await getCanaryRow(workspaceId, canaryId);
  const plan = planOf(row);
  const stage = row.state === 'watch' || row.state === 'promoted' ? 'watch' : 'shadow';
  const [looks, latency, evaluator, lateOutcomes] = await Promise.all([
    findLookRows(row.id, LOOKS_MAX),
    readLatencyQuantiles({ canaryId: row.id, stage }),
    findEvaluator(row.id),
    findLateOutcomes(row.id),
  ]);
  const tally = (row.tally ?? NOTHING_TALLIED) as unknown as CanaryTally;
  const { plan: draft, expected } = draftOf(row);
  const { pairs, missingIncumbent, missingChallenger } = tally.settled;
  const { onlyIncumbent, onlyChallenger } = tally.counts;
  return {
    ...canaryView(row),
    ...{ draft, expected, evidenceHash: row.evidenceHash, isHeld: row.isHeld },
    plan: planView(plan),
    looks: looks.map(lookView),
    table: { ...tally.counts, graded: tally.graded, mcnemarP: signTestP(onlyChallenger, onlyIncumbent) },
    scores: {
      incumbent: pairs === 0 ? null : meanOf(tally.incumbent),
      challenger: pairs === 0 ? null : meanOf(tally.challenger),
    },
    latency: {
      pairs: latency.pairs,
      incumbent: quantiles(latency.incumbent),
      challenger: quantiles(latency.challenger),
    },
    guardrails: plan === null ? [] : guardrailsNow(row, plan, { tally, looks }),
    health: healthNow({ ...row, evaluator }, looks, clock),
    missing: { incumbent: missingIncumbent, challenger: missingChallenger },
    arms: armsOf(row),
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
  const progress = row.progress as unknown as CanaryProgress | null;
  if (state !== 'shadow') return { ...time, pairsLeft: null, pairsStillNeeded: null };
  const n = progress?.count.differences.n ?? 0;
  const { latest = null } = progress ?? {};
  const lower = latest?.lower ?? null;
  const needed =
    latest === null || lower === null
      ? null
      : pairsStillNeeded(plan, { n: latest.pairs, difference: latest.difference, lower });
  return { ...time, pairsLeft: Math.max(0, plan.pairsPlanned - n), pairsStillNeeded: needed };
}

/**
 * Of a live step by its two arms, with the latency as the last look had it, else in pairs. There latency is judged at the
 * end only: until then it is open, and afterwards as it was judged.
 */
function guardrailsNow(
  { state, progress }: CanaryRow,
  plan: CanaryPlan,
  { tally, looks }: { readonly tally: CanaryTally; readonly looks: readonly LookRow[] },
): CanaryDetail['guardrails'] {
  const detail = looks.at(-1)?.detail as { readonly guardrails?: readonly GuardrailReading[] } | undefined;
  if (state === 'liveStep') {
    const readings = readArmGuardrails(plan, (progress ?? NO_STEP) as unknown as StepProgress, null);
    const seen = looks.at(-1)?.stage === state ? detail?.guardrails : undefined;
    return readings.map((reading) => ({
      ...((reading.state === 'unmeasured' && seen?.find(({ name }) => name === reading.name)) || reading),
    }));
  }
  const read = [...readGuardrails(plan, tally, null), ...(detail?.guardrails ?? [])];
  return plan.guardrails.map(({ name, whenBroken, margin }) => {
    const found = read.find((reading) => reading.name === name);
    const unread = { worse: null, lower: null, upper: null, sentence: `${name}: judged at the end only.` };
    return found ? { ...found } : { name, whenBroken, margin, state: 'open', ...unread };
  });
}

function armsOf({ state, progress }: CanaryRow): CanaryDetail['arms'] {
  if (state !== 'liveStep') return null;
  const kept = progress as unknown as StepProgress | null;
  return { control: kept?.control.n ?? 0, challenger: kept?.challenger.n ?? 0 };
}

function quantiles(found: readonly number[] | null): CanaryDetail['latency']['incumbent'] {
  const [p50, p95] = found ?? [];
  return p50 === undefined || p95 === undefined ? null : { p50, p95 };
}

/** As it stands now in shadow and watch; of a live step, whose arms the tick counts, and of an ended one, as last seen. */
function healthNow(
  row: CanaryRow & { readonly evaluator: KeptEvaluator | null },
  looks: readonly LookRow[],
  clock: Clock,
): CanaryDetail['health'] {
  const plan = planOf(row);
  if (plan === null || (row.state !== 'shadow' && row.state !== 'watch')) return healthSeen(looks);
  const counting = {
    ...row,
    state: row.state as 'shadow' | 'watch',
    plan,
    presentId: row.slot.livePromptId,
  };
  const tally = (row.tally ?? null) as unknown as CanaryTally | null;
  return healthOf(counting, plan, { nowMs: clock.nowMs(), tally }).map((finding) => ({ ...finding }));
}

function healthSeen(looks: readonly LookRow[]): CanaryDetail['health'] {
  const { health = [] } = (looks.at(-1)?.detail ?? {}) as { health?: CanaryDetail['health'] };
  return health;
}
