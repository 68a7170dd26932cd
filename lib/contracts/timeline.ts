import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';

/** When the calls of one iteration went out and came back, and which process held them. */
const timedCall = z
  .object({
    key: z.string(),
    purpose: z.string(),
    role: z.string(),
    /** Subject of the call: an example or a group. */
    subject: z.string(),
    worker: z.string(),
    /** Milliseconds since the iteration's first call went out. */
    sentMs: z.number(),
    /** Null while no answer has come. */
    answeredMs: z.number().nullable(),
    failed: z.boolean(),
    /** A second call went out because the first was slow. */
    /** Sent more than once, since a process died with it. */
    dispatches: z.int(),
  })
  .meta({ id: 'TimedCall' });

export const runTimeline = z
  .object({
    runId: z.string(),
    /** -1 = the measurement of the original prompt. Null where nothing was asked yet. */
    iteration: z.int().nullable(),
    /** Iterations that have calls, ascending. */
    iterations: z.array(z.int()),
    startedAt: timestamp.nullable(),
    /** The earliest of them, in the order in which they went out; answers taken from elsewhere are left out. */
    calls: z.array(timedCall),
    /** All of the iteration; more than `calls` holds where there were very many. */
    total: z.int(),
  })
  .meta({ id: 'RunTimeline' });
export type RunTimelineView = z.output<typeof runTimeline>;
export type TimedCall = RunTimelineView['calls'][number];

export const readTimelineQuery = z.object({
  /** Left out: the newest that has calls. */
  iteration: z.coerce.number().int().min(-1).max(2_147_483_647).optional(),
});
export type ReadTimelineInput = z.output<typeof readTimelineQuery>;

export const readTimeline = operation({
  id: 'readTimeline',
  method: 'GET',
  path: '/api/v1/runs/{runId}/timeline',
  tag: 'Runs',
  summary: 'When each call of an iteration went out and came back',
  permission: 'read',
  scope: 'runId',
  params: z.object({ runId: identifier }),
  query: readTimelineQuery,
  response: runTimeline,
});
