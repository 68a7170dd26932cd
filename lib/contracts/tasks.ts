import { z } from 'zod';
import { scoringSpec } from '@/lib/domain/scoring';
import { displayName, identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** Tasks: what the generator is told, and how its answers are scored. */

/** Headers that the HTTP client sets: a secret in one would break the request or redirect it to another host. */
const HEADERS_TAKEN = [
  'accept',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

export const task = z
  .object({
    id: z.string(),
    name: z.string(),
    preset: z.string(),
    instructions: z.string(),
    inputShape: z.string(),
    outputShape: z.string(),
    scoring: scoringSpec,
    /** The candidate itself is what is scored; no model answers. */
    artefact: z.boolean(),
    /** Whether a sealed secret is sent to its HTTP evaluator. The API never returns the secret. */
    hasSecret: z.boolean(),
    /** Experiments that use it. */
    experiments: z.int(),
    /** Data sets of these experiments. */
    datasetIds: z.array(z.string()),
    createdAt: timestamp,
  })
  .meta({
    id: 'Task',
    description: 'A named job with its scoring. It never changes; a change is a new task.',
  });
export type TaskView = z.output<typeof task>;

const words = z.string().trim().max(4000);

/** Inputs on which an artefact is scored. */
export const artefactKind = z
  .discriminatedUnion('kind', [
    /** Nothing but itself. */
    z.strictObject({ kind: z.literal('single') }),
    /** These descriptions of tasks: each goes to the evaluator with the candidate, and it is measured on the same ones. */
    z.strictObject({
      kind: z.literal('multiTask'),
      descriptions: z.array(z.string().trim().min(1).max(20_000)).min(1).max(500),
    }),
    /** A data set of the user's own, with examples that it does not learn from. */
    z.strictObject({ kind: z.literal('generalisation') }),
  ])
  .meta({ id: 'ArtefactKind' });
export type ArtefactKind = z.output<typeof artefactKind>;

export const createTaskBody = z
  .strictObject({
    name: displayName,
    scoring: scoringSpec,
    /** Left out or empty: the text that belongs to the kind of scoring. */
    instructions: words.default(''),
    inputShape: words.default(''),
    outputShape: words.default(''),
    /** Set where the candidate itself is the artefact that is scored: a prompt, code, a configuration, a design. */
    artefact: artefactKind.nullable().default(null),
    /**
     * What the header of an HTTP evaluator carries (Authorization where none is named); sealed, for this address alone.
     * Other kinds of scoring have nowhere to send it, and keep none.
     */
    secret: z
      .string()
      .min(1)
      .max(4000)
      .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'A secret is one line of plain characters.')
      .optional(),
  })
  .refine(
    ({ scoring }) => scoring.kind !== 'http' || !HEADERS_TAKEN.includes((scoring.header ?? '').toLowerCase()),
    { path: ['scoring', 'header'], error: 'This header is set by the request itself: name another.' },
  )
  .meta({ id: 'CreateTask' });
export type CreateTaskInput = z.output<typeof createTaskBody>;

/** With the data set and split that were made for an artefact that needs no examples of the user's. */
export const createdTask = task
  .extend({ data: z.object({ datasetId: z.string(), splitId: z.string() }).nullable() })
  .meta({ id: 'CreatedTask' });
export type CreatedTaskView = z.output<typeof createdTask>;

export const listTasksQuery = pageQuery.extend({ search: z.string().trim().max(120).optional() });
export type ListTasksInput = z.output<typeof listTasksQuery>;

const tag = 'Tasks';

export const listTasks = operation({
  id: 'listTasks',
  method: 'GET',
  path: '/api/v1/tasks',
  tag,
  summary: 'Tasks, newest first; search looks at the names',
  permission: 'read',
  scope: 'workspace',
  query: listTasksQuery,
  response: pageOf(task),
});

export const createTask = operation({
  id: 'createTask',
  method: 'POST',
  path: '/api/v1/tasks',
  tag,
  summary:
    'Make a task: formula, finer, one of the general kinds of scoring, or an artefact that is scored itself',
  permission: 'experiment',
  scope: 'workspace',
  body: createTaskBody,
  response: createdTask,
  status: 201,
});

export const getTask = operation({
  id: 'getTask',
  method: 'GET',
  path: '/api/v1/tasks/{taskId}',
  tag,
  summary: 'One task',
  permission: 'read',
  scope: 'taskId',
  params: z.object({ taskId: identifier }),
  response: task,
});

export const taskOperations = [listTasks, createTask, getTask] as const;
