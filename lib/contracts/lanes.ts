import { z } from 'zod';
import { lanes } from './experiment-config';
import { identifier } from './identifier';
import { operation } from './operation';

/** How many calls a going run may have in flight: the control with its three live conditions. */
const runParams = z.object({ runId: identifier });
const tag = 'Runs';

const runLanes = z
  .object({
    runId: z.string(),
    /** In force now. */
    lanes: z.int(),
    /** Asked for and not in force before the next iteration; null = nothing waits. */
    waiting: z.int().nullable(),
    /** Up to this they are raised by themselves; null = only by a person. */
    lanesMax: z.int().nullable(),
    collapsed: z.boolean().nullable(),
    /** Raising takes all of them. */
    conditions: z.array(
      z.object({
        name: z.enum(['batchesFill', 'diversityHolds', 'heldOutImproves']),
        holds: z.boolean(),
        explanation: z.string(),
      }),
    ),
    /** Wasteful spending that breaks no rule, such as DEPTH_NOT_DIVERSITY. */
    warnings: z.array(
      z.object({
        code: z.string(),
        ruleId: z.string(),
        message: z.string(),
        howToProceed: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'RunLanes' });
export type RunLanesView = z.output<typeof runLanes>;

export const getLanes = operation({
  id: 'getRunLanes',
  method: 'GET',
  path: '/api/v1/runs/{runId}/lanes',
  tag,
  summary: 'The lanes of a run and whether they may be raised',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  response: runLanes,
});

const changeLanesBody = z
  .strictObject({ lanes: lanes.meta({ examples: [1] }) })
  .meta({ id: 'ChangeRunLanes' });
export type ChangeLanesInput = z.output<typeof changeLanesBody>;

export const changeLanes = operation({
  id: 'changeRunLanes',
  method: 'POST',
  path: '/api/v1/runs/{runId}/lanes',
  tag,
  summary: 'Change how many calls a going run may have in flight, from its next iteration on',
  description:
    'Fewer are always allowed; more only while batches fill, diversity holds and held-out improves. A collapsed run is told what to inject first.',
  permission: 'experiment',
  scope: 'runId',
  params: runParams,
  body: changeLanesBody,
  response: runLanes,
});
