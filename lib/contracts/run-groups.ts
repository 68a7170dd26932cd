import { z } from 'zod';
import { measurement } from '@/lib/domain/score-schema';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { runStatus } from './run-shapes';
import { controlSetBody, setProgress } from './set-progress';

/**
 * Runs launched together under one shape of parallelism: candidate (one Combee run), task (a serial-size run a task),
 * hybrid (a Combee run a task). Each task keeps its own held-out curve; they are never merged into one.
 */
const tag = 'Run groups';
const EXPERIMENTS_MAX = 50;

export const shape = z.enum(['candidate', 'task', 'hybrid']).meta({ id: 'Shape' });

export const rejectedShape = z
  .strictObject({ shape, reason: z.string().trim().max(1000) })
  .meta({ id: 'RejectedShape' });

const ceiling = z
  .object({
    ceiling: z.number().nullable().describe('Null where nothing has been measured to reckon with.'),
    byWork: z.number().nullable(),
    byLaw: z.number().nullable(),
    serialShare: z.number().nullable(),
    sentence: z.string(),
    invalidatedBy: z.array(z.string()),
  })
  .meta({ id: 'SpeedupCeiling' });

const groupTask = z
  .object({
    experimentId: z.string(),
    experimentName: z.string(),
    taskName: z.string(),
    run: z.object({
      runId: z.string(),
      label: z.string(),
      status: runStatus,
      seed: z.int(),
      practice: z.boolean(),
      hardware: z.string(),
      lanes: z.int(),
    }),
    /** Held-out of this task alone, in the order of measuring. */
    curve: z.array(
      z.object({
        iteration: z.int(),
        rollouts: z.int(),
        trainExamplesSeen: z.int(),
        score: measurement,
      }),
    ),
    utilisation: z.number().nullable(),
  })
  .meta({ id: 'RunGroupTask' });

const groupBase = z.object({
  id: z.string(),
  shape,
  reason: z.string(),
  rejectedShapes: z.array(rejectedShape),
  createdBy: z.string(),
  createdAt: timestamp,
});

export const runGroup = groupBase
  .extend({
    tasks: z.array(groupTask),
    status: z.enum(['waiting', 'running', 'ended']),
    progress: setProgress,
    /** Nothing that stops the launch; what a reader of it should know. */
    hints: z.array(z.string()),
  })
  .meta({ id: 'RunGroup' });
export type RunGroupView = z.output<typeof runGroup>;

export const launchRunGroupBody = z
  .strictObject({
    shape: shape.default('candidate'),
    experimentIds: z.array(identifier).min(1).max(EXPERIMENTS_MAX),
    reason: z.string().trim().max(1000).default(''),
    /** Left out: what was measured gives the reasons, as far as it can. */
    rejectedShapes: z.array(rejectedShape).max(2).optional(),
    /** Why hybrid although one task fills the lanes. */
    overrideReason: z.string().trim().max(1000).optional(),
    /** Seed of every run of the group; if left out, each run gets a random seed. */
    seed: z.int().min(0).max(2_147_483_647).optional(),
  })
  .meta({ id: 'LaunchRunGroup' });
export type LaunchRunGroupInput = z.output<typeof launchRunGroupBody>;

export const launchRunGroup = operation({
  id: 'launchRunGroup',
  method: 'POST',
  path: '/api/v1/run-groups',
  tag,
  summary: 'Launch the runs of one or several experiments together, under one shape and with its reasons',
  permission: 'experiment',
  scope: 'workspace',
  body: launchRunGroupBody,
  response: runGroup,
  status: 201,
});

const runGroupLine = groupBase.extend({ runs: z.int() }).meta({ id: 'RunGroupLine' });
export type RunGroupLineView = z.output<typeof runGroupLine>;

export const listRunGroups = operation({
  id: 'listRunGroups',
  method: 'GET',
  path: '/api/v1/run-groups',
  tag,
  summary: 'Groups of runs, newest first',
  permission: 'read',
  scope: 'workspace',
  query: pageQuery,
  response: pageOf(runGroupLine),
});

export const readRunGroup = operation({
  id: 'readRunGroup',
  method: 'GET',
  path: '/api/v1/run-groups/{groupId}',
  tag,
  summary: 'One group: its tasks, each with its own held-out curve, utilisation and state',
  permission: 'read',
  scope: 'groupId',
  params: z.object({ groupId: identifier }),
  response: runGroup,
});

export const controlRunGroup = operation({
  id: 'controlRunGroup',
  method: 'POST',
  path: '/api/v1/run-groups/{groupId}/control',
  tag,
  summary: 'Pause, resume or stop all runs of a group that it fits',
  permission: 'experiment',
  scope: 'groupId',
  params: z.object({ groupId: identifier }),
  body: controlSetBody,
  response: runGroup,
});

export const shapeAdvice = z
  .object({
    shape,
    reason: z.string(),
    rejectedShapes: z.array(rejectedShape),
    hints: z.array(z.string()),
    tasks: z.array(
      z.object({
        experimentId: z.string(),
        experimentName: z.string(),
        utilisation: z.number().nullable(),
        diagnosis: z.string().nullable(),
        lanes: z.int(),
        heldOutExamples: z.int(),
        /** With measurement, which no lane shortens, and for learning time alone. */
        ceiling,
        learningCeiling: ceiling,
        /** The run that the numbers come from; null = none has been measured. */
        measuredRunId: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ShapeAdvice' });
export type ShapeAdviceView = z.output<typeof shapeAdvice>;

export const adviseShapeQuery = z.object({
  experimentIds: z
    .string()
    .min(1)
    .max(6000)
    .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))].filter((id) => id !== ''))
    .pipe(z.array(identifier).min(1, 'Name at least one experiment.').max(EXPERIMENTS_MAX)),
});

export const adviseShape = operation({
  id: 'adviseShape',
  method: 'GET',
  path: '/api/v1/run-groups/advice',
  tag,
  summary: 'Which shape the measurements speak for, why not the others, and the ceiling of each speedup',
  permission: 'read',
  scope: 'workspace',
  query: adviseShapeQuery,
  response: shapeAdvice,
});
