import { z } from 'zod';

/** A paired difference and what a point of it cost, as every answer gives them. */
export const difference = z
  .object({
    mean: z.number(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    n: z.int(),
    comparisons: z
      .int()
      .optional()
      .describe(
        'Distinct prompts over which the interval holds together; absent or 1 = a single comparison.',
      ),
    missing: z.int().optional().describe('Pairs with a missing score, counted against each end.'),
  })
  .meta({ id: 'PairedDifference' });

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
