import { z } from 'zod';
import { INJECTION_STATES } from '@/lib/domain/injection-state';

/** Agent's part of a rollout, as the list of a run shows it. */
export const rolloutOfAgent = z
  .object({
    rolloutId: z.string(),
    attempts: z.int(),
    hasTrajectory: z.boolean(),
    modelCalls: z.int(),
    toolErrors: z.int(),
    injection: z.record(z.string(), z.enum(INJECTION_STATES)),
    limit: z.enum(['modelCalls', 'tokens', 'usd', 'seconds']).nullable(),
    seenShare: z
      .number()
      .nullable()
      .describe('Share of the trajectory that the reflection saw; null = it was not reflected upon.'),
  })
  .meta({ id: 'RolloutOfAgent' });
export type RolloutOfAgentView = z.output<typeof rolloutOfAgent>;
