import { z } from 'zod';
import { displayName, identifier } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { run, runDetail, runKind, runStatus } from './run-shapes';
import { tagFilter } from './tags';

/** Runs: list and control them. They are started by ./run-starting; their results are read through ./run-reading. */

const SEED_MAX = 2_147_483_647;
export const runSeed = z.int().min(0).max(SEED_MAX);
const tag = 'Runs';
const runParams = z.object({ runId: identifier });

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
  .strictObject({ seed: runSeed.optional(), label: displayName.optional() })
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
