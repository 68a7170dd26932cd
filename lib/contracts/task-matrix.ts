import { z } from 'zod';
import { compareArmsQuery } from './comparisons';
import { operation } from './operation';
import { scoreDoubt } from './score-doubt';

/** Tasks of environments by run: who solved what, and what share of them. */
const goalCompletion = z.object({
  percent: z.number().nullable().describe('Null = nothing was measured.'),
  measured: z.int(),
  missing: z.int(),
  bounds: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('Per cent if all missing ones had failed, and if all had succeeded.'),
});

const taskCell = z.object({
  score: z.number().nullable().describe('Null = missing: the environment or another machine failed.'),
  timedOut: z.boolean().describe('The agent did not end by itself.'),
  cause: z.string().nullable().describe('Why there is no score, or no usable answer.'),
  rolloutId: z.string().nullable(),
});
export type TaskCell = z.output<typeof taskCell>;

const matrixRun = z.object({
  runId: z.string(),
  label: z.string(),
  agent: z.string().nullable().describe('Name and version; null = one model call.'),
  practice: z.boolean(),
  doubt: scoreDoubt.nullable(),
  candidateHash: z.string().nullable().describe('The best prompt; null = not measured on held-out.'),
  solved: z.int(),
  measured: z.int(),
  missing: z.int(),
  share: z.number().nullable().describe('Tasks with the whole reward, of those with a score.'),
  lower: z.number().nullable().describe('95 % interval, exact; over scenarios where tasks share one.'),
  upper: z.number().nullable(),
  appWorld: z
    .object({ tasks: goalCompletion, scenarios: goalCompletion })
    .nullable()
    .describe('Task and scenario goal completion; null for other tasks.'),
});
export type MatrixRun = z.output<typeof matrixRun>;

const matrixTask = z.object({
  exampleId: z.string(),
  question: z.string().describe('Its beginning.'),
  groupKey: z.string().nullable(),
  cells: z.array(taskCell.nullable()).describe('In the order of the runs; null = not measured.'),
});
export type MatrixTask = z.output<typeof matrixTask>;

export const taskMatrix = z
  .object({
    runs: z.array(matrixRun),
    tasks: z.array(matrixTask),
    apart: z.string().nullable().describe('Why the tasks are not shown next to each other.'),
  })
  .meta({ id: 'TaskMatrix' });
export type TaskMatrix = z.output<typeof taskMatrix>;

export const readTaskMatrix = operation({
  id: 'readTaskMatrix',
  method: 'GET',
  path: '/api/v1/comparisons/tasks',
  tag: 'Runs',
  summary: 'Held-out tasks of environments by run: the best prompt of each run, task by task',
  description: 'Runs that no environment scores are left out.',
  permission: 'read',
  scope: 'workspace',
  query: compareArmsQuery,
  response: taskMatrix,
});
