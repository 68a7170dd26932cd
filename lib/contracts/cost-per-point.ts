import { z } from 'zod';

/** A paired difference and what a point of it cost, as every answer gives them. */
export const difference = z
  .object({
    mean: z.number(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    n: z.int(),
  })
  .meta({ id: 'PairedDifference' });

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
