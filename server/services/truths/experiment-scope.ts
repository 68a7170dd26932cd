import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import { methodNamed } from '@/lib/methods/known-methods';
import type { TruthExperiment } from '@/server/repositories/truths';
import type { DiagnosisScope } from '@/server/services/runs/diagnosis-scope';
import { pinnedAgentOf } from '@/server/services/runs/pinned-agent';
import { resolveModels } from '@/server/services/runs/resolve-models';

/**
 * What a serial diagnosis would have to hold for, of an experiment that has not run: its settings as they stand. Null
 * where a role has no model yet.
 */
export async function scopeOfExperiment(
  actor: Actor,
  { taskId, config: stored, split }: TruthExperiment,
): Promise<DiagnosisScope | null> {
  const config = experimentConfig.parse(stored);
  const [bindings, agent] = await Promise.all([
    resolveModels(actor.workspaceId, config),
    pinnedAgentOf(actor.workspaceId, config.agentId, 'archivedToo'),
  ]);
  const { serving, proposer, evaluator } = bindings;
  if (serving === null || proposer === null || evaluator === null) return null;
  const { name, version } = methodNamed(config.method.name);
  return {
    task: { id: taskId },
    split: { hash: split.hash },
    method: { name, version },
    models: { serving, proposer, evaluator },
    ...(agent === undefined ? {} : { agent }),
  };
}
