import type { ConfigurationView } from '@/lib/contracts/configuration';
import type { Actor } from '@/lib/domain/actor';
import { configurationChanges, configurationHash, configurationOf } from '@/lib/report/configuration';
import { findExperimentRuns } from '@/server/repositories/readiness';
import { getRunRow } from '@/server/repositories/runs';

/** Configuration that a run measured: its hash, its version within the experiment, the runs that share it. */
export async function readConfiguration(
  actor: Actor<'read'>,
  input: { readonly runId: string; readonly against?: string | undefined },
): Promise<ConfigurationView> {
  const row = await getRunRow(actor.workspaceId, input.runId);
  const { manifest } = row;
  const hash = configurationHash(manifest);
  const hashed = (await findExperimentRuns(row.experimentId)).map((run) => ({
    run,
    hash: configurationHash(run.manifest),
  }));
  const versions = [...new Set(hashed.map((each) => each.hash))];
  const against = input.against ? await getRunRow(actor.workspaceId, input.against) : null;
  return {
    hash,
    version: Math.max(1, versions.indexOf(hash) + 1),
    configuration: { ...configurationOf(manifest) },
    runs: hashed
      .filter((each) => each.hash === hash)
      .map(({ run }) => ({ runId: run.id, label: run.label, seed: run.seed })),
    changes: against && configurationChanges(against.manifest, manifest),
  };
}
