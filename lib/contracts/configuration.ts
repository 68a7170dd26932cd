import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';

const change = z.object({
  /** As in `models.serving.model`. */
  path: z.string(),
  /** Null = not set there. */
  before: z.unknown(),
  after: z.unknown(),
});

/** Configuration that a run measured: everything that its manifest pins except the randomness of one execution. */
export const configuration = z
  .object({
    hash: z.string(),
    /** Counts the configurations of the experiment in the order of their first run. */
    version: z.int(),
    configuration: z.record(z.string(), z.unknown()),
    runs: z.array(z.object({ runId: z.string(), label: z.string(), seed: z.int() })),
    /** Against the run that was named; null where none was. */
    changes: z.array(change).nullable(),
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
  scope: 'runId',
  params: z.object({ runId: identifier }),
  query: z.object({ against: identifier.optional() }),
  response: configuration,
});

const comparedExperiment = z.object({
  id: z.string(),
  name: z.string(),
  /** Over task, split and settings; the same hash, the same configuration. */
  hash: z.string(),
});

const configurationDifference = z
  .object({
    before: comparedExperiment,
    after: comparedExperiment,
    /** Empty = the two have the same settings. */
    changes: z.array(change),
    /** Names of tasks, splits and providers, by the ids in the changes. */
    names: z.record(z.string(), z.string()),
  })
  .meta({ id: 'ConfigurationDifference' });
export type ConfigurationDifferenceView = z.output<typeof configurationDifference>;

export const compareConfigurations = operation({
  id: 'compareConfigurations',
  method: 'GET',
  path: '/api/v1/experiments/{experimentId}/difference',
  tag: 'Experiments',
  summary: 'What differs between the configurations of two experiments, setting by setting',
  description:
    'Names and descriptions are no settings; lists are compared whole, since their order means something.',
  permission: 'read',
  scope: 'experimentId',
  params: z.object({ experimentId: identifier }),
  query: z.object({
    /** The experiment that it is compared with: the side called before. */
    other: identifier,
  }),
  response: configurationDifference,
});
