import { z } from 'zod';
import { difference, measurement } from '@/lib/domain/score-schema';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';

/**
 * The sealed confirmation examples of a split: opened once for one named prompt, which is scored once beside the
 * original. Held-out has chosen that prompt and is used up by it; these examples have chosen nothing.
 */
export const confirmation = z
  .object({
    runId: z.string(),
    splitId: z.string(),
    /** Examples in the slice. */
    examples: z.int(),
    /**
     * none: the split has no such examples. sealed: never opened. spent: opened for another prompt. measuring: being
     * scored. failed: it ended without its scores and may be opened again for the same prompt. scored: see the result.
     */
    state: z.enum(['none', 'sealed', 'spent', 'measuring', 'failed', 'scored']),
    opening: z
      .object({
        runId: z.string(),
        candidateHash: z.string(),
        evaluationRunId: z.string(),
        openedBy: z.string(),
        openedAt: timestamp,
      })
      .nullable(),
    /** `difference` is chosen minus original, example by example. */
    result: z.object({ original: measurement, chosen: measurement, difference }).nullable(),
    practice: z.boolean(),
    /** How often held-out of this split has been measured, by all runs: what this slice is kept apart from. */
    heldOutUses: z.int(),
  })
  .meta({ id: 'Confirmation' });
export type ConfirmationView = z.output<typeof confirmation>;

const params = z.object({ runId: identifier });
const tag = 'Runs';

export const getConfirmation = operation({
  id: 'getConfirmation',
  method: 'GET',
  path: '/api/v1/runs/{runId}/confirmation',
  tag,
  summary:
    'Whether the confirmation examples of this run’s split are sealed, for whom they were opened, what came of it',
  permission: 'read',
  scope: 'runId',
  params,
  response: confirmation,
});

export const openConfirmation = operation({
  id: 'openConfirmation',
  method: 'POST',
  path: '/api/v1/runs/{runId}/confirmation',
  tag,
  summary: 'Open the confirmation examples for the best prompt of this run, once for the split',
  description:
    'Starts a run of kind evaluation that scores the original prompt and the best one, paired. A second opening is refused with CONFIRMATION_SPENT.',
  permission: 'experiment',
  scope: 'runId',
  params,
  response: confirmation,
  status: 201,
});
