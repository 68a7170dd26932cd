import type { PinnedAgent } from '@/lib/domain/agent';
import { AppError } from '@/lib/errors/app-error';
import { getAgentRow } from '@/server/repositories/agents';

/**
 * The latest version of an agent, for a manifest to pin; undefined where a rollout is one model call.
 *
 * @throws AppError NOT_FOUND, STATE_CONFLICT where the agent is archived
 */
export async function pinnedAgentOf(
  workspaceId: string,
  agentId: string | null,
  which: 'live' | 'archivedToo' = 'live',
): Promise<PinnedAgent | undefined> {
  if (agentId === null) return undefined;
  const { id, name, version, hash, settings, archivedAt } = await getAgentRow(workspaceId, agentId);
  if (archivedAt === null || which === 'archivedToo') return { id, name, version, hash, settings };
  throw new AppError('STATE_CONFLICT', `The agent ${name} is archived.`, {
    fields: [{ path: 'agentId', message: 'This agent is archived.' }],
    howToProceed: ['Restore the agent on its page.', 'Or make an experiment with another agent.'],
  });
}
