import type { ConfigurationDifferenceView } from '@/lib/contracts/configuration';
import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import { canonicalHash } from '@/lib/domain/content-hash';
import { settingChanges } from '@/lib/report/configuration';
import { type ExperimentRow, getExperimentRow } from '@/server/repositories/experiments';
import { readProviderNames } from '@/server/repositories/providers';

/** Differences between two experiments, by the same comparison as between the configurations of two runs. */
export async function compareConfigurations(
  actor: Actor<'read'>,
  input: { readonly experimentId: string; readonly other: string },
): Promise<ConfigurationDifferenceView> {
  const { workspaceId } = actor;
  const [before, after] = await Promise.all([
    getExperimentRow(workspaceId, input.other),
    getExperimentRow(workspaceId, input.experimentId),
  ]);
  const changes = settingChanges(settingsOf(before), settingsOf(after));
  const providers = changes.flatMap((change) =>
    change.path.endsWith('.providerId') ? [change.before, change.after].filter(isText) : [],
  );
  return {
    before: { id: before.id, name: before.name, hash: canonicalHash(settingsOf(before)) },
    after: { id: after.id, name: after.name, hash: canonicalHash(settingsOf(after)) },
    changes,
    names: {
      ...namesOf(before),
      ...namesOf(after),
      ...(await readProviderNames(workspaceId, providers)),
    },
  };
}

/** Settings that an older version did not know have their default, so that its experiments differ in nothing else. */
const settingsOf = ({ taskId, splitId, config }: ExperimentRow) => ({
  taskId,
  splitId,
  ...experimentConfig.parse(config),
});

const namesOf = ({ taskId, task, splitId, split }: ExperimentRow) => ({
  [taskId]: task.name,
  [splitId]: `${split.dataset.name}, ${split.name}`,
});

const isText = (value: unknown): value is string => typeof value === 'string';
