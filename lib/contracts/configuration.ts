import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';

/** What a run measured, as a thing of its own: all that its manifest pins but the chance of one execution. */
export const configuration = z
  .object({
    hash: z.string(),
    /** Counts the configurations of the experiment in the order of their first run. */
    version: z.int(),
    configuration: z.record(z.string(), z.unknown()),
    runs: z.array(z.object({ runId: z.string(), label: z.string(), seed: z.int() })),
    /** Against the run that was named; null where none was. */
    changes: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })).nullable(),
  })
  .meta({ id: 'Configuration' });
export type ConfigurationView = z.output<typeof configuration>;

export const readConfiguration = operation({
  id: 'readConfiguration',
  method: 'GET',
  path: '/api/v1/runs/{runId}/configuration',
  tag: 'Readiness',
  summary: 'The configuration that a run measured, its version, and how it differs from another run’s',
  permission: 'read',
  params: z.object({ runId: identifier }),
  query: z.object({ against: identifier.optional() }),
  response: configuration,
});
