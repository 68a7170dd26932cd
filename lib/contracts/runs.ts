import { z } from 'zod';
import { displayName, identifier } from './identifier';
import { operation } from './operation';
import { run, runDetail } from './run-shapes';

/** One run: read and controlled. ./run-list lists them, ./run-starting starts one, ./run-reading reads its results. */

const SEED_MAX = 2_147_483_647;
export const runSeed = z.int().min(0).max(SEED_MAX);
const tag = 'Runs';
const runParams = z.object({ runId: identifier });

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
