import { z } from 'zod';
import { aggregationSettings } from './aggregation-settings';
import { batchSettings } from './experiment-config';
import { displayName, identifier } from './identifier';
import { operation } from './operation';
import { run } from './run-shapes';

/** Branches: a new run that starts from the candidate that stood after an iteration of another. */
const SEED_MAX = 2_147_483_647;
const ITERATION_MAX = 1_000_000;

export const branchRunBody = z
  .strictObject({
    /** 0-based; must have closed. */
    iteration: z.int().min(0).max(ITERATION_MAX),
    /** Left out: a random one. */
    seed: z.int().min(0).max(SEED_MAX).optional(),
    label: displayName.optional(),
    /** Instead of the source's own; of a serial baseline's branch, instead of the experiment's. */
    aggregation: aggregationSettings.optional(),
    batch: batchSettings.optional(),
  })
  .meta({ id: 'BranchRun' });
export type BranchRunInput = z.output<typeof branchRunBody>;

export const branchRun = operation({
  id: 'branchRun',
  method: 'POST',
  path: '/api/v1/runs/{runId}/branch',
  tag: 'Runs',
  summary: 'Start a run from the candidate after an iteration of this one',
  description:
    "The source's settings are pinned anew with today's code and prompts, and the branch is launched like every run: " +
    'a parallel one needs a serial diagnosis that says go.',
  permission: 'experiment',
  scope: 'runId',
  params: z.object({ runId: identifier }),
  body: branchRunBody,
  response: run,
  status: 201,
});
