import { fitDelays, type IterationDelay } from '@/lib/combee/batch-controller/fit-delays';
import { type PlanBatchInput, planBatch } from '@/lib/combee/batch-controller/plan-batch';
import { profileSchedule } from '@/lib/combee/batch-controller/profile-schedule';
import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { BatchSettings } from '@/lib/domain/manifest';
import { seededRng } from '@/lib/random/seeded-rng';

/**
 * Plays the batch controller against a world whose law is known: T(bs) = A bs^-alpha, times what a test makes of an
 * iteration. No model, no clock; the delays are computed.
 */
export interface SimulatedWorld {
  readonly A?: number;
  readonly alpha?: number;
  readonly trainExamples?: number;
  readonly iterations: number;
  readonly batch?: Partial<Extract<BatchSettings, { kind: 'dynamic' }>>;
  readonly seed?: string;
  /** Standard deviation of ln delay. */
  readonly noise?: number;
  /** Factor on the delay of an iteration. */
  readonly slowdown?: (iteration: number) => number;
  readonly promptTokens?: (iteration: number) => number;
  /** Exponent of (1 + tokens / 1000). */
  readonly promptExponent?: number;
  /** Other inputs of an iteration's plan. */
  readonly conditions?: (iteration: number) => Partial<PlanBatchInput>;
  /** Marks on the delay of an iteration. */
  readonly marks?: (iteration: number) => Partial<IterationDelay>;
}

export interface SimulatedRun {
  readonly plans: readonly BatchPlan[];
  readonly delays: readonly IterationDelay[];
  readonly refit: ReturnType<typeof fitDelays>;
}

export const DYNAMIC: Extract<BatchSettings, { kind: 'dynamic' }> = {
  kind: 'dynamic',
  profileSizes: [4, 8, 16, 32],
  tauShare: 0.016,
  peakSlope: 'analyticMin',
  maxBatch: 200,
  confirm: true,
  rewardVarianceFloor: null,
};

export function simulateController(world: SimulatedWorld): SimulatedRun {
  const { A = 1_000_000, alpha = 0.75, trainExamples = 500 } = world;
  const batch = { ...DYNAMIC, ...world.batch };
  const rng = seededRng(world.seed ?? 'simulated');
  const schedule = profileSchedule({
    profileSizes: batch.profileSizes,
    trainExamples,
    maxBatch: batch.maxBatch,
    rng: rng.fork('schedule'),
  });
  const plans: BatchPlan[] = [];
  const delays: IterationDelay[] = [];
  for (let iteration = 0; iteration < world.iterations; iteration += 1) {
    const plan = planBatch({
      batch,
      iteration,
      schedule,
      plans: [...plans],
      delays: [...delays],
      remainingExamples: 10_000,
      trainExamples,
      lanes: 256,
      promptTokens: delays.at(-1)?.promptTokens ?? 0,
      tokensPerRollout: null,
      rewards: [],
      ...world.conditions?.(iteration),
    });
    const promptTokens = world.promptTokens?.(iteration) ?? 1000;
    const load = (1 + promptTokens / 1000) ** (world.promptExponent ?? 0);
    const noise = Math.exp((world.noise ?? 0) * gaussian(rng.fork(`noise-${iteration}`)));
    const slowdown = world.slowdown?.(iteration) ?? 1;
    const law = (A * plan.size ** (1 - alpha)) / trainExamples;
    plans.push(plan);
    delays.push({
      iteration,
      size: plan.size,
      delayMs: law * load * noise * slowdown,
      promptTokens,
      tainted: false,
      failed: false,
      cacheHits: false,
      ...world.marks?.(iteration),
    });
  }
  return { plans, delays, refit: fitDelays(delays, trainExamples) };
}

/** Box-Muller from two uniform draws. */
function gaussian(rng: ReturnType<typeof seededRng>): number {
  return Math.sqrt(-2 * Math.log(1 - rng.nextFloat())) * Math.cos(2 * Math.PI * rng.nextFloat());
}
