import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { estimateSweepBody, launchSweepBody, sweepSettings } from './sweep-plan';
import { cellStatus, sweepArm, sweepEstimate, sweepFigure, sweepOrigin, sweepStatus } from './sweep-shapes';

/** Sweeps: arms x batch sizes x seeds of one experiment under one budget, and the figure that comes of them. */
const tag = 'Sweeps';

const sweepBase = z.object({
  id: z.string(),
  name: z.string(),
  experimentId: z.string(),
  experimentName: z.string(),
  status: sweepStatus,
  statusReason: z.string().nullable(),
  settings: sweepSettings,
  practice: z.boolean(),
  createdBy: z.string(),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
  /** Cells by what became of them. */
  counts: z.object({
    cells: z.int(),
    done: z.int(),
    going: z.int(),
    waiting: z.int(),
    /** Failed or stopped. */
    lost: z.int(),
    /** Ended by a hard cap that the sweep set. */
    cut: z.int(),
    notStarted: z.int(),
  }),
});

const sweepCell = z
  .object({
    id: z.string(),
    position: z.int(),
    arm: sweepArm,
    batchSize: z.int().nullable(),
    seed: z.int(),
    status: cellStatus,
    /** Why it has not started, or how its run ended. */
    reason: z.string().nullable(),
    /** The newest is the one that counts. */
    attempts: z.array(z.object({ runId: z.string(), reason: z.string().nullable(), startedBy: z.string() })),
    timeLeftMs: z.number().nullable(),
    result: z
      .object({
        accuracy: z.number(),
        seedAccuracy: z.number().nullable(),
        n: z.int().describe('Held-out examples that were scored.'),
        missing: z.int().describe('Held-out examples without a score.'),
        lower: z.number().nullable(),
        upper: z.number().nullable(),
        learningMs: z.number(),
        totalMs: z.number(),
        taintedIterations: z.int(),
        costUsd: z.number().nullable(),
        tokens: z.int(),
        rollouts: z.int(),
        failures: z.int(),
        playbookTokens: z.int(),
        bullets: z.int(),
        highValueBullets: z.int().nullable(),
        helpfulMarks: z.int().nullable(),
        insightsHeld: z.number().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'SweepCell' });
export type SweepCellView = z.output<typeof sweepCell>;

const amount = z.object({ usd: z.number(), tokens: z.number(), rollouts: z.number() });

export const sweep = sweepBase
  .extend({
    cells: z.array(sweepCell),
    estimate: sweepEstimate,
    /** Charged = used by ended runs; held = what the going ones may still use at most. */
    spent: z.object({ charged: amount, held: amount, wallMs: z.number() }),
    timeLeftMs: z.number().nullable(),
    figure: sweepFigure,
    origin: sweepOrigin,
  })
  .meta({ id: 'Sweep' });
export type SweepView = z.output<typeof sweep>;

export const sweepLine = sweepBase.meta({ id: 'SweepLine' });
export type SweepLineView = z.output<typeof sweepLine>;

const sweepParams = z.object({ sweepId: identifier });

export const launchSweep = operation({
  id: 'launchSweep',
  method: 'POST',
  path: '/api/v1/sweeps',
  tag,
  summary: 'Launch a sweep: arms x batch sizes x seeds of an experiment under one budget',
  description:
    'Refused where the estimate passes the budget. Its runs are comparison points and cannot be promoted.',
  permission: 'experiment',
  scope: 'workspace',
  body: launchSweepBody,
  response: sweep,
  status: 201,
});

export const listSweeps = operation({
  id: 'listSweeps',
  method: 'GET',
  path: '/api/v1/sweeps',
  tag,
  summary: 'Sweeps, newest first',
  permission: 'read',
  scope: 'workspace',
  query: pageQuery.extend({ experimentId: identifier.optional() }),
  response: pageOf(sweepLine),
});

export const readSweep = operation({
  id: 'readSweep',
  method: 'GET',
  path: '/api/v1/sweeps/{sweepId}',
  tag,
  summary: 'One sweep: its cells, what it has used, and its figure with intervals and paired differences',
  permission: 'read',
  scope: 'sweepId',
  params: sweepParams,
  response: sweep,
});

export const estimateSweep = operation({
  id: 'estimateSweep',
  method: 'POST',
  path: '/api/v1/sweeps/estimate',
  tag,
  summary: 'What a sweep is expected to take, before it is launched; starts nothing',
  permission: 'read',
  scope: 'workspace',
  body: estimateSweepBody,
  response: sweepEstimate,
});

export const controlSweepBody = z
  .strictObject({ action: z.enum(['pause', 'resume', 'cancel']) })
  .meta({ id: 'ControlSweep' });
export type ControlSweepInput = z.output<typeof controlSweepBody>;

export const controlSweep = operation({
  id: 'controlSweep',
  method: 'POST',
  path: '/api/v1/sweeps/{sweepId}/control',
  tag,
  summary: 'Pause, resume or cancel a sweep with all of its runs',
  description: 'A cancelled sweep starts nothing more; its runs end after the iteration that they are in.',
  permission: 'experiment',
  scope: 'sweepId',
  params: sweepParams,
  body: controlSweepBody,
  response: sweep,
});

export const retryCellBody = z
  .strictObject({ reason: z.string().trim().min(1, 'Say why it starts again.').max(1000) })
  .meta({ id: 'RetrySweepCell' });
export type RetryCellInput = z.output<typeof retryCellBody>;

export const retrySweepCell = operation({
  id: 'retrySweepCell',
  method: 'POST',
  path: '/api/v1/sweeps/{sweepId}/cells/{cellId}/retry',
  tag,
  summary: 'Start a cell again whose run failed, was stopped or was cut by a cap; the reason is kept',
  permission: 'experiment',
  scope: 'sweepId',
  params: sweepParams.extend({ cellId: identifier }),
  body: retryCellBody,
  response: sweep,
});

export const exportSweep = operation({
  id: 'exportSweep',
  method: 'GET',
  path: '/api/v1/sweeps/{sweepId}/export',
  tag,
  summary: 'A sweep as a file: CSV with a line a cell, or JSON with the figure and the differences',
  permission: 'read',
  scope: 'sweepId',
  params: sweepParams,
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
  response: z.string(),
  responseType: 'file',
  fileTypes: ['text/csv', 'application/json'],
});
