import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';

/** Lines of a run's playbook that people pin, edit and ban. */

const tag = 'Runs';
const runParams = z.object({ runId: identifier });

const steeredLine = z
  .object({
    bulletId: z.string(),
    state: z.enum(['pinned', 'edited', 'banned']),
    content: z.string(),
    /** Text before a person's edit; null for the other states. */
    before: z.string().nullable(),
    /** Null where the run that this one branched from had it. */
    by: z.string().nullable(),
    at: timestamp.nullable(),
    /** Iteration, counted from 0, that began with it; null = not yet, or taken over with the branch. */
    takenIteration: z.int().nullable(),
  })
  .meta({ id: 'SteeredLine' });
export type SteeredLineView = z.output<typeof steeredLine>;

export const insightSteering = z
  .object({
    runId: z.string(),
    /** Why the lines of this run cannot be steered; null = they can. */
    refusal: z.string().nullable(),
    /** A command takes effect from the next iteration, or only in runs branched from this one. */
    effect: z.enum(['nextIteration', 'branches']),
    lines: z.array(steeredLine),
  })
  .meta({ id: 'InsightSteering' });
export type InsightSteeringView = z.output<typeof insightSteering>;

export const readInsightSteering = operation({
  id: 'readInsightSteering',
  method: 'GET',
  path: '/api/v1/runs/{runId}/insight-steering',
  tag,
  summary: 'The pinned, edited and banned lines of a run',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  response: insightSteering,
});

const LINE_MAX = 4_000;

const steerInsightBody = z
  .strictObject({
    bulletId: z
      .string()
      .min(1)
      .max(200)
      .meta({ examples: ['misc-00001'] }),
    action: z.enum(['pin', 'unpin', 'edit', 'ban', 'restore']),
    /** The new text of an edit, on one line. */
    text: z
      .string()
      .trim()
      .min(1, 'Write the text of the line.')
      .max(LINE_MAX, `A line has at most ${LINE_MAX.toLocaleString('en')} characters.`)
      .regex(/^[^\r\n]*$/, 'A line of a playbook has no line breaks.')
      .optional(),
  })
  .refine(({ action, text }) => action !== 'edit' || text !== undefined, {
    path: ['text'],
    message: 'Write the text of the line.',
  })
  .meta({ id: 'SteerInsight' });
export type SteerInsightInput = z.output<typeof steerInsightBody>;

export const steerInsight = operation({
  id: 'steerInsight',
  method: 'POST',
  path: '/api/v1/runs/{runId}/insight-steering',
  tag,
  summary: 'Pin, edit or ban a line of a run, or take that back',
  description:
    'Takes effect from the next iteration of a run that is still going, and in runs that are branched from it afterwards. A pinned line keeps its text in every later version. A banned line is removed, and neither its id nor nearly the same text is added again.',
  permission: 'experiment',
  scope: 'runId',
  params: runParams,
  body: steerInsightBody,
  response: insightSteering,
});
