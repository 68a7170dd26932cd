import { parse, stringify } from 'yaml';
import type { ImportConfigurationInput } from '@/lib/contracts/configuration-files';
import {
  type CreateExperimentInput,
  createExperimentBody,
  type ExperimentView,
} from '@/lib/contracts/experiments';
import type { Actor } from '@/lib/domain/actor';
import { AppError, type FieldFault } from '@/lib/errors/app-error';
import { assertMay } from '@/lib/policy/roles';
import { FOREIGN_IDS } from '@/lib/policy/rules/report';
import { refusal } from '@/lib/policy/rules/rule';
import { findSplit, findTask, getExperimentRow } from '@/server/repositories/experiments';
import { findProviderIds } from '@/server/repositories/reports';
import { createExperiment } from './change-experiments';

/** A configuration as a file: written out of an experiment, read into a new one through the form's contract. */

export async function exportConfiguration(
  actor: Actor,
  { experimentId, format }: { readonly experimentId: string; readonly format: 'yaml' | 'json' },
): Promise<{ filename: string; contentType: string; lines: AsyncIterable<string> }> {
  assertMay(actor, 'read');
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
  actor: Actor,
  { text, name, map }: ImportConfigurationInput,
): Promise<ExperimentView> {
  assertMay(actor, 'experiment');
  const given = mapped(readFile(text), new Map(Object.entries(map)));
  const read = createExperimentBody.safeParse(name === undefined ? given : { ...(given as object), name });
  if (!read.success) throw notAConfiguration(read.error.issues.flatMap(faultsOf));
  await assertIdsKnown(actor, read.data);
  return createExperiment(actor, read.data);
}

/** JSON is YAML too. Aliases are not followed far: a small file must not unfold into a huge one. */
const ALIASES_MAX = 20;

function readFile(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: ALIASES_MAX });
  } catch (cause) {
    throw new AppError('INPUT_INVALID', 'This file is neither YAML nor JSON.', {
      cause,
      fields: [{ path: 'text', message: cause instanceof Error ? cause.message : 'It cannot be read.' }],
    });
  }
}

const ID_MEMBERS = new Set(['taskId', 'splitId', 'providerId']);

/** Replaces ids where ids stand, and nowhere else: a prompt that quotes one stays as it is. */
function mapped(value: unknown, map: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      ID_MEMBERS.has(name) && typeof member === 'string' ? (map.get(member) ?? member) : mapped(member, map),
    ]),
  );
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
  new AppError('INPUT_INVALID', 'This file is no configuration that can be imported; every fault is named.', {
    fields,
    howToProceed: ['Mend what is named, or export a configuration and change that.'],
  });

async function assertIdsKnown({ workspaceId }: Actor, input: CreateExperimentInput): Promise<void> {
  const { taskId, splitId, models, judging } = input;
  const bindings = [...Object.values(models), judging.proxy].flatMap((one) => (one ? [one.providerId] : []));
  const [task, split, providers] = await Promise.all([
    findTask(workspaceId, taskId),
    findSplit(workspaceId, splitId),
    findProviderIds(workspaceId, bindings),
  ]);
  const foreign = [
    ...(task === null ? [{ what: 'task', id: taskId }] : []),
    ...(split === null ? [{ what: 'split', id: splitId }] : []),
    ...[...new Set(bindings)].filter((id) => !providers.has(id)).map((id) => ({ what: 'provider', id })),
  ];
  if (foreign.length === 0) return;
  throw refusal(FOREIGN_IDS, {
    fields: foreign.map(({ what, id }) => ({
      path: `map.${id}`,
      message: `Name the ${what} of this workspace to use for it.`,
    })),
  });
}
