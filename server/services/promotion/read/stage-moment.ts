import { plannedArms } from '@/lib/canary/bucketing';
import { checkHealth, type HealthFacts } from '@/lib/canary/health';
import { NOTHING_TALLIED } from '@/lib/canary/tally';
import type { CanaryPlan, HealthFinding } from '@/lib/domain/canary';
import type { CanaryTally } from '@/lib/domain/canary-progress';
import type { StepCallers } from '@/lib/domain/step-callers';
import type { CountingRow } from '@/server/repositories/canary-counting';

/** Elapsed time and health of a stage, from its row and its tally. Decides nothing. */
export const HOUR_MS = 3_600_000;
/** Outcomes that come at once still take their time on the way. */
const ON_THE_WAY_MS = 10 * 60_000;

/** Later than this after its exposure no outcome counts. */
export function outcomeWindowMs({ outcomeWindowHours }: Pick<CanaryPlan, 'outcomeWindowHours'>): number {
  return outcomeWindowHours * HOUR_MS + ON_THE_WAY_MS;
}

/** How long a stage takes requests. */
export function stageHours(
  { state }: Pick<CountingRow, 'state'>,
  plan: Pick<CanaryPlan, 'windowHours' | 'watchHours' | 'stepHours'>,
): number {
  if (state === 'watch') return plan.watchHours;
  return state === 'liveStep' ? plan.stepHours : plan.windowHours;
}

export function hoursSince(start: Date | null, nowMs: number): number {
  return start === null ? 0 : Math.max(0, nowMs - start.getTime()) / HOUR_MS;
}

interface Surroundings {
  readonly nowMs: number;
  readonly tally: CanaryTally | null;
  /** Targeting keys by arm of a live step. */
  readonly arms?: Readonly<Record<string, number>>;
  /** Callers served by arm of a live step. */
  readonly callers?: StepCallers;
}

export function healthOf(
  row: CountingRow,
  plan: CanaryPlan,
  { nowMs, tally, arms, callers }: Surroundings,
): readonly HealthFinding[] {
  const { settled, answers } = tally ?? NOTHING_TALLIED;
  const findings = checkHealth({
    arms: arms === undefined ? null : armsOf(row, plan, arms),
    due: settled,
    callers: callers === undefined ? null : { arms: callers, planned: plan.pairsPlanned },
    // By construction, which is tested and so not counted: buckets are sticky, a step keeps its share and counts anew.
    keys: null,
    answers,
    incumbent: incumbentOf(row),
    evaluator: evaluatorOf(row),
    traffic: { hasCome: hasTraffic(row), hoursSince: hoursQuiet(row, plan, nowMs) },
    elapsedHours: hoursSince(row.stageStartedAt, nowMs),
  });
  // The watch looks for harm; missing requests are none.
  return row.state === 'watch' ? findings.filter(({ check }) => check !== 'noTraffic') : findings;
}

function armsOf({ step }: CountingRow, plan: CanaryPlan, counted: Readonly<Record<string, number>>) {
  const share = plan.liveSteps[step ?? 0] ?? 1;
  const { challenger = 0, control = 0 } = counted;
  return plannedArms(share, { challenger, control });
}

/**
 * After the promotion the challenger is what has to be live. By version, not by text: the same text for another model is
 * another prompt. Null is the default of the callers' code.
 */
function incumbentOf({ state, ...row }: CountingRow): HealthFacts['incumbent'] {
  const registered = state === 'watch' ? row.challengerId : row.incumbentId;
  return { registeredId: registered ?? 'code', presentId: row.presentId ?? 'code' };
}

/** A step is judged by posted outcomes, and no evaluator of ours is in it. */
function evaluatorOf({ state, evaluator }: CountingRow): HealthFacts['evaluator'] {
  return evaluator !== null && state === 'liveStep' ? { ...evaluator, isUsed: false } : evaluator;
}

/** A stage begins with the moment of its start in both columns; the first request moves one of them. */
function hasTraffic({ lastTrafficAt, stageStartedAt }: CountingRow): boolean {
  return lastTrafficAt !== null && (stageStartedAt === null || lastTrafficAt > stageStartedAt);
}

/** Once its window is over a stage asks for no traffic. */
function hoursQuiet(row: CountingRow, plan: CanaryPlan, nowMs: number): number {
  const start = row.stageStartedAt?.getTime() ?? nowMs;
  const until = row.state === 'liveStep' ? nowMs : Math.min(nowMs, start + stageHours(row, plan) * HOUR_MS);
  return hoursSince(row.lastTrafficAt ?? row.stageStartedAt, until);
}
