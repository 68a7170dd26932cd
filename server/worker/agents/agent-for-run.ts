import type pg from 'pg';
import { agentTaskOf } from '@/lib/domain/agent-task';
import { rolloutOrderOf } from '@/lib/domain/rollout-order';
import { invariant } from '@/lib/errors/invariant';
import type { LanguageModel } from '@/lib/ports/language-model';
import { rolloutIdOf } from '@/server/adapters/agents/rollout-job';
import type { Listener } from '@/server/events/listener';
import type { ClaimedRun } from '../claim-run';
import { openAgentCarrier } from './agent-carriers';
import { attemptWatch } from './attempt-watch';
import { carryRollout } from './carry-rollout';

/** Parts of the process that carries rollouts. */
export interface AgentParts {
  readonly pool: pg.Pool;
  readonly listener: Listener;
  /** The run is paused or lost, or this worker closes. */
  readonly interrupted: AbortSignal;
}

type AgentRun = Pick<ClaimedRun, 'workspaceId' | 'manifest' | 'lease'>;

/** The run's agent in the place of a model; null where the run has none. */
export async function agentForRun(
  { workspaceId, manifest, lease }: AgentRun,
  { pool, listener, interrupted }: AgentParts,
): Promise<LanguageModel['complete'] | null> {
  const { agent } = manifest;
  if (agent === undefined) return null;
  const { id: agentId, settings } = agent;
  const carrier = await openAgentCarrier(pool, { workspaceId, agentId, settings });
  const watch = attemptWatch(pool, listener);
  const model = manifest.models.serving;
  return (request) => {
    const [message] = request.messages;
    invariant(message, 'The call of an agent holds its task.');
    const task = agentTaskOf(message.content);
    const order = rolloutOrderOf({
      ...{ settings, components: task.components, model, seed: request.seed },
      environment: task.environment,
    });
    return carryRollout(pool, {
      ...{ carrier, watch, interrupted, atOnce: settings.rolloutsMax, isQueued: false, givenUp: 'stopped' },
      given: {
        id: rolloutIdOf(lease.runId, request.idempotencyKey),
        ...{ workspaceId, agentId, agentVersion: agent.version, agentName: agent.name, runId: lease.runId },
        purpose: request.purpose === 'generate' ? 'training' : 'measurement',
        candidateHash: task.candidateHash,
        input: task.input,
        order,
      },
    });
  };
}
