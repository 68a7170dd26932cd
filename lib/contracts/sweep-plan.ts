import { z } from 'zod';
import { displayName, identifier } from './identifier';
import { sweepArm } from './sweep-shapes';

/** Choices for a sweep: arms, batch sizes, seeds, one budget, runs at once. */
const SEED_MAX = 2_147_483_647;
const CELLS_OF_A_KIND_MAX = 20;
const BATCH_SIZE_MAX = 100_000;

export const sweepBudget = z
  .strictObject({
    usd: z.number().gt(0).max(10_000_000).nullable().default(null),
    tokens: z.int().min(1).max(1_000_000_000_000).nullable().default(null),
    /** Training rollouts. */
    rollouts: z.int().min(1).max(100_000_000).nullable().default(null),
    /** From the launch, pauses included. */
    wallMs: z.int().min(1000).max(31_536_000_000).nullable().default(null),
  })
  .meta({ id: 'SweepBudget' });

const sweepPlan = z.strictObject({
  experimentId: identifier,
  arms: z.array(sweepArm).min(1).max(CELLS_OF_A_KIND_MAX).meta({ uniqueItems: true }),
  /** Batch sizes of every arm that has sizes; sequential and noLearning have none. */
  sizes: z
    .array(z.int().min(1).max(BATCH_SIZE_MAX))
    .min(1)
    .max(CELLS_OF_A_KIND_MAX)
    .meta({ uniqueItems: true })
    .default([10, 20, 40, 80]),
  seeds: z.array(z.int().min(0).max(SEED_MAX)).min(1).max(CELLS_OF_A_KIND_MAX).meta({ uniqueItems: true }),
  budget: sweepBudget.prefault({}),
  /** Runs at once. */
  concurrent: z.int().min(1).max(64).default(2),
});

export const estimateSweepBody = sweepPlan.meta({ id: 'EstimateSweep' });
export type EstimateSweepInput = z.output<typeof estimateSweepBody>;

export const launchSweepBody = sweepPlan.extend({ name: displayName.optional() }).meta({ id: 'LaunchSweep' });
export type LaunchSweepInput = z.output<typeof launchSweepBody>;

/** Choices that are stored with a sweep. */
export const sweepSettings = sweepPlan.omit({ experimentId: true });
