import type { BatchPlan, BatchPlanReason, PlanBasis, PowerLawFit } from '@/lib/domain/batch-plan';
import type { BatchSettings } from '@/lib/domain/manifest';
import { type PlateauRule, plateauOf } from '@/lib/stats/plateau-batch-size';
import { isUsable } from './delay-points';
import { fitDelays, type IterationDelay } from './fit-delays';
import { plateauInterval } from './plateau';
import { confirmedDelay, predictedDelayMs } from './predicted-delay';
import { distinctSizes } from './profile-schedule';

/**
 * The size that the law of the delays asks for, before any cap: profile, confirm once, then follow the plateau.
 * Everything is read off the plans and delays so far, so the same history gives the same size.
 */
export interface DynamicInput {
  readonly batch: Extract<BatchSettings, { kind: 'dynamic' }>;
  /** The order from profileSchedule; empty when there are fewer than two distinct sizes. */
  readonly schedule: readonly number[];
  readonly plans: readonly BatchPlan[];
  readonly delays: readonly IterationDelay[];
  readonly trainExamples: number;
}

export interface WantedSize {
  readonly size: number;
  readonly reason: BatchPlanReason;
  readonly fit: PowerLawFit | null;
  readonly plateau: number | null;
  /** floor(plateau) lies above min(N, maxBatch). */
  readonly overMaxBatch: boolean;
  readonly basis: PlanBasis;
}

/** The move that is worth a new size. */
const MOVE_MIN = 0.2;

/**
 * The stages in order. Which one it is follows from the plans made so far, not from the iteration's number: an
 * epoch's short last batch or a repeated profile size shifts the numbers, never the stages.
 */
export function dynamicSize(input: DynamicInput): WantedSize {
  const { schedule, plans, delays } = input;
  const next = nextProfileSize(schedule, plans, delays);
  if (next !== null) {
    const place = profilingPlans(plans).length + 1;
    return asked('profiling', { kind: 'profile', size: next, place, of: schedule.length });
  }
  const fit = fitDelays(delays, input.trainExamples);
  const rule = plateauRule(input);
  // A fit that cannot be trusted never argues for a larger size: small is slow, but loses nothing.
  const raw = fit.degenerate === null ? plateauOf(fit.A, fit.alpha, rule) : undefined;
  if (raw === undefined) return { ...asked('degenerate', { kind: 'smallest', size: rule.smallest }), fit };
  return followPlateau(input, fit, rule, raw);
}

/**
 * From a sound fit to a size. The first sound fit is confirmed by one iteration; from then on the size has inertia,
 * since every move costs comparability between iterations and most differences between two fits are noise.
 */
function followPlateau(input: DynamicInput, fit: PowerLawFit, rule: PlateauRule, raw: number): WantedSize {
  const { batch, plans, trainExamples } = input;
  const largest = Math.max(1, Math.floor(Math.min(trainExamples, batch.maxBatch)));
  const target = Math.min(largest, Math.max(1, Math.floor(raw)));
  const found = { fit, plateau: raw, overMaxBatch: Math.floor(raw) > largest };
  const law = { interval: plateauInterval(fit, rule), target };

  if (batch.confirm && !plans.some((plan) => plan.reason === 'confirming')) {
    const predictedMs = predictedDelayMs(fit, target, trainExamples);
    return {
      ...found,
      size: target,
      reason: 'confirming',
      basis: { kind: 'confirming', ...law, predictedMs },
    };
  }
  const current = sizeInUse(plans);
  if (current === null) {
    return { ...found, size: target, reason: 'plateau', basis: { kind: 'chosen', ...law } };
  }
  const known = { ...law, current, ...confirmedDelay(plans.at(-1), input.delays, trainExamples) };
  // Both must hold: a move that pays, and a fit that is sure that the present size is not its answer.
  const isLarge = Math.abs(target - current) >= MOVE_MIN * current;
  const isSure = current < Math.floor(law.interval.lower) || current > law.interval.upper;
  if (isLarge && isSure) {
    return { ...found, size: target, reason: 'plateau', basis: { kind: 'moved', ...known } };
  }
  // The clamp concerns the size in use here, not the target that was turned down.
  const overMaxBatch = found.overMaxBatch && current === largest;
  return {
    ...found,
    overMaxBatch,
    size: current,
    reason: 'unchanged',
    basis: { kind: 'kept', ...known, isHeld: isLarge },
  };
}

/** b_min and b_2 among the sizes really profiled; the settings' own where none was (too few sizes, or all failed). */
export function profiledSizes(input: DynamicInput): readonly number[] {
  const measured = profilingPlans(input.plans)
    .filter((plan) => hasMeasured(input.delays, plan))
    .map((plan) => plan.size);
  const distinct = [...new Set(measured)].sort((a, b) => a - b);
  if (distinct.length >= 2) return distinct;
  const { profileSizes, maxBatch } = input.batch;
  return distinctSizes({ profileSizes, maxBatch, trainExamples: input.trainExamples });
}

/** b_min and b_2 stay the same once the profile is taken, so tau cannot drift with the sizes in use. */
function plateauRule(input: DynamicInput): PlateauRule {
  const [smallest = 1, second = smallest] = profiledSizes(input);
  const { tauShare, peakSlope } = input.batch;
  return { tauShare, peakSlope, smallest, second };
}

/**
 * Each scheduled size once, as in the paper; then, once each, those whose iteration gave no usable delay (a crash
 * in the middle, a failed batch, cached answers), since a lost profile point is a worse fit for the whole run.
 */
function nextProfileSize(
  schedule: readonly number[],
  plans: readonly BatchPlan[],
  delays: readonly IterationDelay[],
): number | null {
  const profiling = profilingPlans(plans);
  const next = schedule[profiling.length];
  if (next !== undefined) return next;
  const lost = profiling.slice(0, schedule.length).filter((plan) => !hasMeasured(delays, plan));
  return lost[profiling.length - schedule.length]?.size ?? null;
}

function profilingPlans(plans: readonly BatchPlan[]): readonly BatchPlan[] {
  return plans.filter((plan) => plan.reason === 'profiling');
}

function hasMeasured(delays: readonly IterationDelay[], plan: BatchPlan): boolean {
  return delays.some((delay) => delay.iteration === plan.iteration && isUsable(delay));
}

/** The size last chosen from a sound fit, as it was before caps; null before the first choice. */
function sizeInUse(plans: readonly BatchPlan[]): number | null {
  const last = plans.findLast((plan) => plan.plateau !== null);
  return last === undefined ? null : (last.sizeBeforeCaps ?? last.size);
}

function asked(reason: BatchPlanReason, basis: PlanBasis & { readonly size: number }): WantedSize {
  return { size: basis.size, reason, fit: null, plateau: null, overMaxBatch: false, basis };
}
