import { stringify } from 'yaml';
import type {
  CheckConfigurationInput,
  ConfigurationCheckView,
  ImportConfigurationInput,
} from '@/lib/contracts/configuration-files';
import { createExperimentBody, type ExperimentView } from '@/lib/contracts/experiments';
import type { Actor } from '@/lib/domain/actor';
import { AppError, type FieldFault } from '@/lib/errors/app-error';
import { FOREIGN_IDS } from '@/lib/policy/rules/report';
import { refusal } from '@/lib/policy/rules/rule';
import { getExperimentRow, isExperimentNamed } from '@/server/repositories/experiments';
import { createExperiment } from './change-experiments';
import { type ForeignId, findForeignIds, withMappedIds } from './foreign-ids';
import { parseModestYaml } from './modest-yaml';

/** Configurations as files: exported from an experiment, imported into a new one through the form's contract. */

export async function exportConfiguration(
  actor: Actor<'read'>,
  { experimentId, format }: { readonly experimentId: string; readonly format: 'yaml' | 'json' },
): Promise<{ filename: string; contentType: string; lines: AsyncIterable<string> }> {
  const { name, description, taskId, splitId, config } = await getExperimentRow(
    actor.workspaceId,
    experimentId,
  );
  const file = { name, description, taskId, splitId, ...(config as object) };
  const text = format === 'yaml' ? stringify(file) : `${JSON.stringify(file, null, 2)}\n`;
  async function* lines() {
    yield text;
  }
  return {
    filename: `${experimentId}.${format}`,
    contentType: `application/${format}; charset=utf-8`,
    lines: lines(),
  };
}

/** @throws AppError INPUT_INVALID naming every fault, CONFIGURATION_UNMAPPED naming every foreign id */
export async function importConfiguration(
  actor: Actor<'experiment'>,
  { text, name, map }: ImportConfigurationInput,
): Promise<ExperimentView> {
  const read = readConfiguration(text, { map, name });
  if (!read.success) throw notAConfiguration(read.error.issues.flatMap(faultsOf));
  assertIdsKnown(await findForeignIds(actor, read.data), map);
  return createExperiment(actor, read.data);
}

/** Reasons to refuse an import, so that a form can check first. @throws AppError INPUT_INVALID */
export async function checkConfiguration(
  actor: Actor<'experiment'>,
  { text, map }: CheckConfigurationInput,
): Promise<ConfigurationCheckView> {
  const read = readConfiguration(text, { map });
  if (!read.success)
    return { name: null, isNameTaken: false, faults: read.error.issues.flatMap(faultsOf), foreign: [] };
  const { name } = read.data;
  const [foreign, isNameTaken] = await Promise.all([
    findForeignIds(actor, read.data),
    isExperimentNamed(actor.workspaceId, name),
  ]);
  return {
    name,
    isNameTaken,
    faults: [],
    foreign: foreign.map(({ models, ...one }) => ({ ...one, models: [...models] })),
  };
}

function readConfiguration(
  text: string,
  { map, name }: { readonly map: Readonly<Record<string, string>>; readonly name?: string | undefined },
) {
  const given = withMappedIds(parseModestYaml(text), new Map(Object.entries(map)));
  return createExperimentBody.safeParse(name === undefined ? given : { ...(given as object), name });
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function faultsOf({ path, message, keys }: Issue): FieldFault[] {
  const place = path.map(String);
  if (keys)
    return keys.map((key) => ({ path: [...place, key].join('.'), message: 'There is no such setting.' }));
  return [{ path: place.join('.') || 'text', message }];
}

const notAConfiguration = (fields: readonly FieldFault[]) =>
  new AppError('INPUT_INVALID', 'This file cannot be imported as a configuration. Each fault is listed.', {
    fields,
    howToProceed: ['Fix the listed faults, or export a configuration and change it.'],
  });

function assertIdsKnown(foreign: readonly ForeignId[], map: Readonly<Record<string, string>>): void {
  if (foreign.length === 0) return;
  // Names ids as in the file, even if the map led to an unknown id.
  const inFile = new Map(Object.entries(map).map(([from, to]) => [to, from]));
  throw refusal(FOREIGN_IDS, {
    fields: foreign.map(({ what, id }) => ({
      path: `map.${inFile.get(id) ?? id}`,
      message: `Name the ${what} of this workspace to use for it.`,
    })),
  });
}
