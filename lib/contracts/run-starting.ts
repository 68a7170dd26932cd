import { z } from 'zod';
import { aggregationSettings } from './aggregation-settings';
import { batchSettings } from './experiment-config';
import { displayName, identifier } from './identifier';
import { operation } from './operation';
import { run, runKind } from './run-shapes';
import { runSeed } from './runs';

/** Start a run. Apart from ./runs, since a page of a run need not fetch the settings of an experiment. */

export const startRunBody = z
  .strictObject({
    experimentId: identifier,
    /**
     * combee needs a serial diagnosis; evaluations have a separate operation; a comparison point needs a
     * fixed batch size with a reason.
     */
    kind: runKind.exclude(['evaluation']).default('combee'),
    /** Left out: a random seed. */
    seed: runSeed.optional(),
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
  tag: 'Runs',
  summary: 'Start a run of an experiment',
  description: 'Pins everything that the result depends on and puts the run into the queue.',
  permission: 'experiment',
  scope: 'workspace',
  body: startRunBody,
  response: run,
  status: 201,
});
