import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import { MODEL_ROLES } from '@/lib/domain/model-role';
import { methodNamed } from '@/lib/methods/known-methods';
import type { RunScope, TruthExperiment } from '@/server/repositories/truths';
import { pinnedAgentOf } from '@/server/services/runs/pinned-agent';
import { resolveModels } from '@/server/services/runs/resolve-models';

/**
 * What a serial diagnosis would have to hold for, of an experiment that has not run: its settings as they stand. Null
 * where a role has no model yet.
 */
export async function scopeOfExperiment(
  actor: Actor,
  { taskId, config: stored, split }: TruthExperiment,
): Promise<RunScope | null> {
  const config = experimentConfig.parse(stored);
  const [bindings, agent] = await Promise.all([
    resolveModels(actor.workspaceId, config),
    pinnedAgentOf(actor.workspaceId, config.agentId, 'archivedToo'),
  ]);
  if (MODEL_ROLES.some((role) => bindings[role] === null)) return null;
  const { name, version } = methodNamed(config.method.name);
  return {
    task: { id: taskId },
    split: { hash: split.hash },
    method: { name, version },
    models: bindings,
    ...(agent === undefined ? {} : { agent }),
  } as unknown as RunScope;
}
