import { z } from 'zod';
import { measurement } from '@/lib/domain/score-schema';

/** Comparison of arms that were measured on the same examples, and of any two of them. */
export const pairVerdict = z.enum(['better', 'worse', 'undecided']).meta({ id: 'PairVerdict' });

export const pairDifference = z
  .object({
    mean: z.number(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    n: z.int().describe('Examples that both have a score of.'),
    missing: z.int().optional().describe('Examples without a score, which count against each end.'),
    comparisons: z.int().optional().describe('Pairs of arms over which the intervals hold together (95 %).'),
    verdict: pairVerdict.describe('By the interval alone.'),
  })
  .meta({ id: 'PairDifference' });
export type PairDifferenceView = z.output<typeof pairDifference>;

export const armScore = measurement
  .extend({
    missing: z.int().describe('Examples that a seed has no score of; left out of the mean.'),
    includesTraining: z
      .boolean()
      .describe('Whether the interval includes training; false where no arm has two seeds.'),
  })
  .meta({ id: 'ArmScore' });
export type ArmScoreView = z.output<typeof armScore>;

export const frontStanding = z
  .object({
    onFront: z.boolean().describe('No other point scores as high for no more, by the means.'),
    dominatedBy: z
      .string()
      .nullable()
      .describe('Key of a point that costs no more and is shown to be better.'),
    undecidedAgainst: z
      .string()
      .nullable()
      .describe('Key of a point whose difference would settle the standing and is not shown.'),
  })
  .meta({ id: 'FrontStanding' });
export type FrontStandingView = z.output<typeof frontStanding>;
