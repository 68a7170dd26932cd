import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { BatchSettings } from '@/lib/domain/manifest';
import type { SurvivalPoint } from '@/lib/domain/survival';
import { invariant } from '@/lib/errors/invariant';
import { type CapInput, capSize, rewardVariance } from './caps';
import { type DynamicInput, dynamicSize, profiledSizes, type WantedSize } from './dynamic-size';
import { largestSurvivingSize, survivalBySize } from './survival-brake';

/**
 * One batch plan before every iteration: a size, a reason, and all that it was decided from (rulings E5).
 *
 * Beyond the paper, which profiles once and then keeps its size: here every finished iteration joins the fit, and
 * the size follows it. Pure: the same input gives the same plan; the run loop journals it before acting on it.
 */
export interface PlanBatchInput extends CapInput, Omit<DynamicInput, 'batch'> {
  readonly batch: BatchSettings;
  readonly iteration: number;
  /** All plans of the run so far, in order. */
  readonly plans: readonly BatchPlan[];
  /** Mean prompt of the last iteration; recorded, and part of the fit through the delays. */
  readonly promptTokens: number;
  /** Survival of insights so far; read only where the settings have a floor for it. */
  readonly survival?: readonly SurvivalPoint[];
}

export function planBatch(input: PlanBatchInput): BatchPlan {
  invariant(input.remainingExamples >= 1, 'A batch was planned although no example is left.', {
    iteration: input.iteration,
  });
  const { batch } = input;
  return batch.kind === 'static' ? staticPlan(input, batch) : dynamicPlan(input, { ...input, batch });
}

/** A pinned size was requested with a reason: only the end of the examples may shorten it. */
function staticPlan(input: PlanBatchInput, batch: Extract<BatchSettings, { kind: 'static' }>): BatchPlan {
  const size = Math.min(batch.size, input.remainingExamples);
  const isPartial = size < batch.size;
  const caps = isPartial ? (['remaining'] as const) : [];
  return {
    ...unfitted(input),
    size,
    reason: isPartial ? 'lastPartial' : 'static',
    basis: { kind: 'fixed', size: batch.size, statedReason: batch.reason },
    caps,
    sizeBeforeCaps: batch.size,
  };
}

/**
 * First what the law asks for, then what the present allows. Both are in the plan: `sizeBeforeCaps` carries the wish
 * on to the next plan, so that a cap that is lifted gives the size back without a new decision.
 */
function dynamicPlan(input: PlanBatchInput, dynamic: DynamicInput): BatchPlan {
  const { wanted, survival } = braked(dynamicSize(dynamic), input, dynamic);
  const measures = wanted.reason === 'profiling' || wanted.reason === 'confirming';
  const capped = capSize(wanted.size, input, !measures);
  // The clamp by maxBatch is already in the wanted size; it binds only where no cap bound more.
  const caps = wanted.overMaxBatch && capped.caps.length === 0 ? (['maxBatch'] as const) : capped.caps;
  return {
    ...unfitted(input),
    size: capped.size,
    reason: reasonFor(wanted, capped.size, capped.caps.includes('remaining'), input.plans),
    basis: wanted.basis,
    caps,
    sizeBeforeCaps: wanted.sizeUnbraked,
    fit: wanted.fit,
    plateau: wanted.plateau,
    extrapolated: wanted.plateau !== null && isExtrapolated(capped.size, profiledSizes(dynamic)),
    ...survival,
  };
}

interface Braked {
  readonly wanted: WantedSize & { readonly sizeUnbraked: number };
  readonly survival: Pick<BatchPlan, 'survival'>;
}

/**
 * The floor of insight survival, where there is one. Profile sizes pass: they are where survival is measured, too. The
 * size that the law asked for goes on to the next plan, so that better survival gives it back.
 */
function braked(
  wanted: WantedSize,
  { survival: points = [] }: PlanBatchInput,
  { batch }: DynamicInput,
): Braked {
  const asked = { ...wanted, sizeUnbraked: wanted.size };
  const floor = batch.survivalFloor ?? null;
  if (floor === null) return { wanted: asked, survival: {} };
  const measured = survivalBySize(points);
  const sizeMax = largestSurvivingSize(measured, floor);
  const told = measured.map(({ size, share, n }) => ({ size, share, n }));
  const survival = { survival: { floor, sizeMax, measured: told } };
  if (wanted.reason === 'profiling' || sizeMax === null || wanted.size <= sizeMax)
    return { wanted: asked, survival };
  return {
    wanted: { ...asked, size: sizeMax, overMaxBatch: false, reason: 'survivalFloor' },
    survival,
  };
}

/** "Unchanged" is said only of a size that really is the one before; where a cap moved it, the plan moved. */
function reasonFor(
  wanted: WantedSize,
  size: number,
  isPartial: boolean,
  plans: readonly BatchPlan[],
): BatchPlan['reason'] {
  if (isPartial) return 'lastPartial';
  // An epoch's short last batch is no size that anybody chose, so it is looked past.
  const before = plans.findLast((plan) => plan.reason !== 'lastPartial');
  return wanted.reason === 'unchanged' && before !== undefined && before.size !== size
    ? 'plateau'
    : wanted.reason;
}

/** Beyond twice the profiled range, in either direction. */
function isExtrapolated(size: number, profiled: readonly number[]): boolean {
  return size > 2 * Math.max(...profiled) || 2 * size < Math.min(...profiled);
}

/** Fields that every plan records, whatever decided it: enough to see later why it has this size. */
function unfitted(input: PlanBatchInput) {
  return {
    iteration: input.iteration,
    fit: null,
    plateau: null,
    extrapolated: false,
    inputs: {
      remainingExamples: input.remainingExamples,
      lanes: input.lanes,
      promptTokens: input.promptTokens,
      tokensPerRollout: input.tokensPerRollout,
      rewardVariance: rewardVariance(input.rewards),
      finishedIterations: input.plans.length,
    },
  };
}
