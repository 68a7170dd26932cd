import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';

/**
 * States that the proposer of a run is also its serving model, and who accepted its headline nevertheless.
 */
export const confounding = z
  .object({
    sentence: z.string(),
    /** Null = not acknowledged yet, so the headline stays hidden. */
    acknowledged: z.object({ by: z.string(), reason: z.string(), at: timestamp }).nullable(),
  })
  .meta({ id: 'Confounding' });
export type ConfoundingView = z.output<typeof confounding>;

export const acknowledgeConfoundingBody = z
  .strictObject({ reason: z.string().trim().max(1000) })
  .meta({ id: 'AcknowledgeConfounding' });
export type AcknowledgeConfoundingInput = z.output<typeof acknowledgeConfoundingBody>;

export const acknowledgeConfounding = operation({
  id: 'acknowledgeConfounding',
  method: 'POST',
  path: '/api/v1/runs/{runId}/confounding',
  tag: 'Runs',
  summary: 'Acknowledge with a reason that a run’s proposer also serves; its headline may then be shown',
  description:
    'Name and reason are shown with the run and its reports permanently; a first acknowledgement cannot be changed.',
  permission: 'experiment',
  scope: 'runId',
  params: z.object({ runId: identifier }),
  body: acknowledgeConfoundingBody,
  response: confounding,
  status: 201,
});
