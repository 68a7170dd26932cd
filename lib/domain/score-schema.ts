import { z } from 'zod';

/** Numbers with their uncertainty. A mean over the scored examples is what every number on screen needs with it. */
export const measurement = z
  .object({
    mean: z.number(),
    /** 95 % interval, or null where there is none (n = 0). */
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    n: z.int().describe('Examples that were scored.'),
    missing: z.int().optional().describe('Examples without a score; absent = none.'),
  })
  .meta({ id: 'Measurement' });

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
