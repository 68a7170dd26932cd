import { z } from 'zod';
import { displayName, identifier, timestamp } from './identifier';
import { fieldPath } from './imports';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** Tasks: what the generator is told, and how its answers are scored. */

const tolerance = z.number().min(0).max(1e12);

export const scoringSpec = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('formula') }),
    z.strictObject({ kind: z.literal('finer') }),
    z.strictObject({
      kind: z.literal('exactMatch'),
      caseSensitive: z.boolean().default(false),
      trim: z.boolean().default(true),
    }),
    z.strictObject({
      kind: z.literal('numericTolerance'),
      absolute: tolerance.default(0),
      relative: tolerance.default(0),
    }),
    z.strictObject({
      kind: z.literal('regex'),
      /** RE2 syntax; {{expected}} stands for the example's expected text. */
      pattern: z.string().min(1).max(2000),
      flags: z
        .string()
        .regex(/^[ims]{0,3}$/, 'Flags are any of i, m and s.')
        .default(''),
    }),
    z.strictObject({
      kind: z.literal('jsonField'),
      path: z.union([z.literal(''), fieldPath]).default(''),
      expectedPath: z.union([z.literal(''), fieldPath]).default(''),
    }),
    z.strictObject({ kind: z.literal('judge'), rubric: z.string().trim().min(1).max(20_000) }),
    z.strictObject({
      kind: z.literal('command'),
      /** A name from the configuration of the workers; never a path or arguments. */
      command: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,62}$/, 'A name is lower-case letters, digits and hyphens.'),
    }),
  ])
  .meta({ id: 'ScoringSpec', description: 'How an answer becomes a score in 0..1.' });

export const task = z
  .object({
    id: z.string(),
    name: z.string(),
    preset: z.string(),
    instructions: z.string(),
    inputShape: z.string(),
    outputShape: z.string(),
    scoring: scoringSpec,
    /** Experiments that use it. */
    experiments: z.int(),
    createdAt: timestamp,
  })
  .meta({
    id: 'Task',
    description: 'A named job with its scoring. It never changes; a change is a new task.',
  });
export type TaskView = z.output<typeof task>;

const words = z.string().trim().max(4000);

export const createTaskBody = z
  .strictObject({
    name: displayName,
    scoring: scoringSpec,
    /** Left out or empty: the text that belongs to the kind of scoring. */
    instructions: words.default(''),
    inputShape: words.default(''),
    outputShape: words.default(''),
  })
  .meta({ id: 'CreateTask' });
export type CreateTaskInput = z.output<typeof createTaskBody>;

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
  query: listTasksQuery,
  response: pageOf(task),
});

export const createTask = operation({
  id: 'createTask',
  method: 'POST',
  path: '/api/v1/tasks',
  tag,
  summary: 'Make a task: formula, finer, or one of the general kinds of scoring',
  permission: 'experiment',
  body: createTaskBody,
  response: task,
  status: 201,
});

export const getTask = operation({
  id: 'getTask',
  method: 'GET',
  path: '/api/v1/tasks/{taskId}',
  tag,
  summary: 'One task',
  permission: 'read',
  params: z.object({ taskId: identifier }),
  response: task,
});

export const taskOperations = [listTasks, createTask, getTask] as const;
