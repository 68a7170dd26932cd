import { z } from 'zod';
import { experiment } from './experiments';
import { displayName, identifier } from './identifier';
import { operation } from './operation';

/**
 * A configuration as a file: exported from an experiment, and imported into a new one through the same
 * contract as the form.
 */
const tag = 'Experiments';

export const exportConfiguration = operation({
  id: 'exportConfiguration',
  method: 'GET',
  path: '/api/v1/experiments/{experimentId}/configuration',
  tag,
  summary: 'The configuration of an experiment as a YAML or JSON file that can be imported again',
  permission: 'read',
  scope: 'experimentId',
  params: z.object({ experimentId: identifier }),
  query: z.object({ format: z.enum(['yaml', 'json']).default('yaml') }),
  response: z.string(),
  responseType: 'file',
  fileTypes: ['application/yaml', 'application/json'],
});

export const importConfigurationBody = z
  .strictObject({
    /** YAML or JSON, as exported. */
    text: z.string().min(1).max(3_000_000),
    /** Name of the new experiment; if left out, the name in the file. */
    name: displayName.optional(),
    /** Ids of the file to ids of this workspace: task, split and providers. */
    map: z.record(identifier, identifier).default({}),
  })
  .meta({ id: 'ImportConfiguration' });
export type ImportConfigurationInput = z.output<typeof importConfigurationBody>;

export const checkConfigurationBody = importConfigurationBody
  .omit({ name: true })
  .meta({ id: 'CheckConfiguration' });
export type CheckConfigurationInput = z.output<typeof checkConfigurationBody>;

const configurationCheck = z
  .object({
    /** The file's name; null if the file has faults. */
    name: z.string().nullable(),
    /** Another experiment has this name: the import needs a different one. */
    isNameTaken: z.boolean(),
    /** Faults that make the file invalid; ids can be mapped only after they are corrected. */
    faults: z.array(z.object({ path: z.string(), message: z.string() })),
    /** Ids that this workspace does not know; the import needs a local id for each. */
    foreign: z.array(
      z.object({
        what: z.enum(['task', 'split', 'agent', 'provider']),
        id: z.string(),
        /** Models of a provider that the configuration uses; empty for a task or a split. */
        models: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'ConfigurationCheck' });
export type ConfigurationCheckView = z.output<typeof configurationCheck>;

export const checkConfiguration = operation({
  id: 'checkConfiguration',
  method: 'POST',
  path: '/api/v1/experiments/import/check',
  tag,
  summary: 'Obstacles to the import of a configuration file; creates nothing',
  permission: 'experiment',
  scope: 'workspace',
  body: checkConfigurationBody,
  maxBodyBytes: 4_000_000,
  response: configurationCheck,
});

export const importConfiguration = operation({
  id: 'importConfiguration',
  method: 'POST',
  path: '/api/v1/experiments/import',
  tag,
  summary: 'Make a new experiment from a configuration file',
  description: 'Unknown members are refused by name; so are ids of another workspace that are not mapped.',
  permission: 'experiment',
  scope: 'workspace',
  body: importConfigurationBody,
  maxBodyBytes: 4_000_000,
  response: experiment,
  status: 201,
});
