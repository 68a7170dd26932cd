import { dispatchSettings } from '@/lib/contracts/dispatch-settings';
import { DIVERSITY_DEFAULT } from '@/lib/contracts/diversity-settings';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { RerunInput } from '@/lib/contracts/runs';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { ENGINE_VERSION, learnsInParallel } from '@/lib/domain/run';
import { pinnedPrompts } from '@/lib/evaluation/pinned-prompts';
import { methodNamed } from '@/lib/methods/known-methods';
import { assertDispatch } from '@/lib/policy/batching';
import { LANES_WITHOUT_DIVERSITY_MAX } from '@/lib/policy/worker-raise';
import { getRunRow } from '@/server/repositories/runs';
import { CODE_VERSION } from '@/server/services/runs/code-version';
import { launchRun, randomSeed } from './launch-run';

/**
 * The same settings, models and prices as that run had, with another seed; code and prompts are today's. A parallel
 * run of a version that pinned no scheduler or no diversity takes today's defaults for them, since without them it
 * would be refused and its experiment could never be run again.
 */
export async function rerun(
  actor: Actor<'experiment'>,
  input: RerunInput & { readonly runId: string },
): Promise<RunView> {
  const row = await getRunRow(actor.workspaceId, input.runId);
  const old = row.manifest;
  const manifest = repeatManifest(old, input.seed ?? randomSeed());
  return launchRun(actor, { experimentId: row.experimentId, manifest, label: input.label });
}

export function repeatManifest(old: RunManifest, runSeed: number): RunManifest {
  const method = methodNamed(old.method.name);
  return {
    ...old,
    runSeed,
    codeVersion: CODE_VERSION,
    engineVersion: ENGINE_VERSION,
    method: { ...old.method, version: method.version },
    prompts: pinnedPrompts(method, old),
    ...(learnsInParallel(old.kind) ? todaysDefaults(old) : {}),
  };
}

function todaysDefaults(old: RunManifest): Pick<RunManifest, 'dispatch' | 'diversity'> {
  const isWide = old.lanes > LANES_WITHOUT_DIVERSITY_MAX;
  const diversity = old.diversity ?? (isWide ? DIVERSITY_DEFAULT : null);
  return {
    dispatch: old.dispatch ?? assertDispatch(dispatchSettings.parse({}), old.lanes),
    ...(diversity === null ? {} : { diversity }),
  };
}
