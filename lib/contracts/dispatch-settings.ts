import { z } from 'zod';

/**
 * Triggers that send waiting requests as one batch, as a person sets them. Null disables a trigger;
 * a run refuses to start without any trigger, or without a choice for pre-emption.
 */
const TOKENS_MAX = 100_000_000;

export const dispatchSettings = z
  .strictObject({
    /** "lanes": as many as may be in flight at once, which is what the hardware takes in one batch. */
    queueTarget: z
      .union([z.literal('lanes'), z.int().min(1).max(4096)])
      .nullable()
      .default('lanes'),
    maxWaitMs: z.int().min(0).max(600_000).nullable().default(200),
    utilisationFloor: z.number().gt(0).max(1).nullable().default(0.9),
    rewardVarianceFloor: z.number().gt(0).max(0.25).nullable().default(0.005),
    tokenBudget: z.int().min(1).max(TOKENS_MAX).default(262_144),
    lengthBuckets: z
      .array(z.int().min(1).max(TOKENS_MAX))
      .max(32)
      .refine((bounds) => bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? 0)), {
        message: 'List the bounds in rising order, each once.',
      })
      .meta({ examples: [[512, 2048, 8192]] })
      .default([512, 1024, 2048, 4096, 8192, 16_384]),
    preemption: z.enum(['drop', 'drain', 'rollback']).nullable().default('drain'),
  })
  .meta({ id: 'DispatchSettings' });

export type DispatchChoice = z.output<typeof dispatchSettings>;
