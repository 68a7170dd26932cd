import { z } from 'zod';
import { difference } from '@/lib/domain/score-schema';

/** Whether a run keeps the quality of another one, by a margin that was registered (share of 1). */
export const qualityClaim = z
  .object({
    answer: z.enum(['holds', 'fails', 'undecided']),
    margin: z.number(),
    difference,
  })
  .meta({ id: 'QualityClaim' });

export const costPerPoint = z
  .object({
    kind: z.enum(['measured', 'noImprovement', 'notDistinguishable', 'unpriced']),
    /** Dollars a held-out point, with the interval that the gain's interval gives; null unless measured. */
    usdPerPoint: z.number().nullable(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    usd: z.number().nullable(),
    gain: difference,
    sentence: z.string(),
  })
  .meta({ id: 'CostPerPoint' });
export type CostPerPointView = z.output<typeof costPerPoint>;
