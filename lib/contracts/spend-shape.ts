import { z } from 'zod';

/** Usage of a run. Its dollars are known only where every model that it calls has a price. */

export const spend = z
  .object({
    rollouts: z.int(),
    evaluationRollouts: z.int(),
    calls: z.int(),
    tokensIn: z.int(),
    tokensOut: z.int(),
    tokensCached: z.int(),
    /** Paid; null = unknown: a model that was asked has no price. */
    spendUsd: z.number().nullable(),
    /** As if every answer had been paid; null likewise. */
    costUsd: z.number().nullable(),
  })
  .meta({ id: 'Spend' });
