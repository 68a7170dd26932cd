import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { StartRunInput } from '@/lib/contracts/run-starting';
import type { Actor } from '@/lib/domain/actor';
import { methodNamed } from '@/lib/methods/known-methods';
import { refusal } from '@/lib/policy/rules/rule';
import { SPLIT_REGISTERED } from '@/lib/policy/rules/splits';
import { findSplit, findTask, getExperimentRow } from '@/server/repositories/experiments';
import { findTraceSample } from '@/server/repositories/trace-samples';
import { assertChangesStated } from '@/server/services/intakes/stated-inputs';
import { buildRunManifest, toTask } from '@/server/services/runs/build-run-manifest';
import { CODE_VERSION } from '@/server/services/runs/code-version';
import type { DrawnTraces } from '@/server/services/runs/learning-from-traces';
import { pinnedAgentOf } from '@/server/services/runs/pinned-agent';
import { resolveModels, resolveProxy } from '@/server/services/runs/resolve-models';
import { splitCounts } from '@/server/services/runs/split-counts';
import { type Launch, launchRun, randomSeed } from './launch-run';
import { assertNotArchived } from './may-start';

/** Pins what the experiment says now, and puts the run into the queue. */
export async function startRun(actor: Actor<'experiment'>, input: StartRunInput): Promise<RunView> {
  return launchRun(actor, await prepareRun(actor, input));
}

/** Settings that a hypothetical run uses instead of the experiment's. */
export interface SupposedSettings {
  readonly taskId?: string | undefined;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A sample that is not stored. */
  readonly traces?: DrawnTraces;
}

/** The pinned manifest of a run that is not there yet; every refusal that needs no serial diagnosis is made here. */
export async function prepareRun(
  actor: Actor,
  input: StartRunInput,
  supposed: SupposedSettings = {},
): Promise<Launch> {
  const experiment = {
    ...(await getExperimentRow(actor.workspaceId, input.experimentId)),
    ...(supposed.taskId === undefined ? {} : { taskId: supposed.taskId }),
  };
  assertNotArchived(experiment);
  await assertChangesStated(experiment);
  const config = experimentConfig.parse({
    ...experimentConfig.parse(experiment.config),
    ...supposed.settings,
  });
  const [task, split, bindings, proxy, agent, traces] = await Promise.all([
    findTask(actor.workspaceId, experiment.taskId),
    findSplit(actor.workspaceId, experiment.splitId),
    resolveModels(actor.workspaceId, config),
    resolveProxy(actor.workspaceId, config),
    pinnedAgentOf(actor.workspaceId, config.agentId),
    input.traceSampleId === undefined
      ? supposed.traces
      : findTraceSample(actor.workspaceId, input.traceSampleId),
  ]);
  if (task === null || split === null) {
    throw refusal(SPLIT_REGISTERED, {
      found: 'The task or the split of this experiment is not there any more.',
    });
  }
  const manifest = buildRunManifest({
    kind: input.kind,
    seed: input.seed ?? randomSeed(),
    codeVersion: CODE_VERSION,
    config,
    aggregation: input.aggregation,
    batch: input.batch,
    task: toTask(task),
    split: { registrationId: split.id, hash: split.hash, counts: splitCounts(split.counts) },
    method: methodNamed(config.method.name),
    bindings,
    proxy,
    agent,
    traces,
  });
  return { experimentId: experiment.id, manifest, label: input.label };
}
