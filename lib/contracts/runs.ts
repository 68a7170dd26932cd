import { z } from 'zod';
import { aggregationSettings } from './aggregation-settings';
import { batchSettings } from './experiment-config';
import { displayName, identifier } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import {
  exportRun,
  getCandidate,
  getIteration,
  getRolloutTrace,
  listEntries,
  listRollouts,
  readIterationScan,
  readRunSnapshot,
  streamEvents,
} from './run-reading';
import { run, runDetail, runKind, runStatus } from './run-shapes';
import { tagFilter } from './tags';

/** Runs: start, list and control them. Their results are read through ./run-reading. */

const SEED_MAX = 2_147_483_647;
const seed = z.int().min(0).max(SEED_MAX);
const tag = 'Runs';
const runParams = z.object({ runId: identifier });

export const startRunBody = z
  .strictObject({
    experimentId: identifier,
    /**
     * combee needs a serial diagnosis; evaluations have a separate operation; a comparison point needs a
     * fixed batch size with a reason.
     */
    kind: runKind.exclude(['evaluation']).default('combee'),
    /** Left out: a random seed. */
    seed: seed.optional(),
    label: displayName.optional(),
    /** Replaces the experiment's own, for an arm of a comparison. */
    aggregation: aggregationSettings.optional(),
    batch: batchSettings.optional(),
    traceSampleId: identifier
      .optional()
      .describe('Learns from these collected traces in the place of the training examples.'),
  })
  .meta({ id: 'StartRun' });
export type StartRunInput = z.output<typeof startRunBody>;

export const startRun = operation({
  id: 'startRun',
  method: 'POST',
  path: '/api/v1/runs',
  tag,
  summary: 'Start a run of an experiment',
  description: 'Pins everything that the result depends on and puts the run into the queue.',
  permission: 'experiment',
  scope: 'workspace',
  body: startRunBody,
  response: run,
  status: 201,
});

export const runSort = z.enum([
  'made',
  'run',
  'experiment',
  'status',
  'best',
  'spend',
  'batch',
  'rollouts',
  'started',
  'took',
  'owner',
]);
export type RunSort = z.output<typeof runSort>;

export const listRunsQuery = pageQuery.extend({
  experimentId: identifier.optional(),
  status: runStatus.optional(),
  kind: runKind.optional(),
  search: z.string().trim().max(120).optional(),
  tags: tagFilter.optional().describe('Comma-separated; runs that have all of them.'),
  owner: z.string().trim().max(120).optional().describe('Part of the name of the person who started it.'),
  archived: z.enum(['true', 'false']).default('false'),
  sort: runSort.default('made').describe('Runs without a value come last in both directions.'),
  direction: z.enum(['asc', 'desc']).default('desc'),
});
export type ListRunsInput = z.output<typeof listRunsQuery>;

export const listRuns = operation({
  id: 'listRuns',
  method: 'GET',
  path: '/api/v1/runs',
  tag,
  summary: 'Runs, newest first unless sorted otherwise; search looks at labels and experiments',
  permission: 'read',
  scope: 'workspace',
  query: listRunsQuery,
  response: pageOf(run),
});

export const getRun = operation({
  id: 'getRun',
  method: 'GET',
  path: '/api/v1/runs/{runId}',
  tag,
  summary: 'One run with its manifest',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  response: runDetail,
});

export const controlRunBody = z
  .strictObject({ action: z.enum(['pause', 'resume', 'stop']) })
  .meta({ id: 'ControlRun' });
export type ControlRunInput = z.output<typeof controlRunBody>;

export const controlRun = operation({
  id: 'controlRun',
  method: 'POST',
  path: '/api/v1/runs/{runId}/control',
  tag,
  summary: 'Pause, resume or stop a run',
  description: 'A pause lets calls in flight end; a stop ends the iteration and measures its prompt.',
  permission: 'experiment',
  scope: 'runId',
  params: runParams,
  body: controlRunBody,
  response: run,
});

export const rerunBody = z
  .strictObject({ seed: seed.optional(), label: displayName.optional() })
  .meta({ id: 'RerunRun' });
export type RerunInput = z.output<typeof rerunBody>;

export const rerunRun = operation({
  id: 'rerunRun',
  method: 'POST',
  path: '/api/v1/runs/{runId}/rerun',
  tag,
  summary: 'Start a run with the same manifest and another seed',
  permission: 'experiment',
  scope: 'runId',
  params: runParams,
  body: rerunBody,
  response: run,
  status: 201,
});

export const runOperations = [
  startRun,
  listRuns,
  getRun,
  controlRun,
  rerunRun,
  listEntries,
  streamEvents,
  readRunSnapshot,
  readIterationScan,
  listRollouts,
  getRolloutTrace,
  getIteration,
  getCandidate,
  exportRun,
] as const;
