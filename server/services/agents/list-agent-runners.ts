import type { AgentRunnersView } from '@/lib/contracts/agent-runners';
import type { Actor } from '@/lib/domain/actor';
import { ledgerPool } from '@/server/ledger/pool';
import { getAgentRow } from '@/server/repositories/agents';
import { listRunners } from '@/server/repositories/runners';

/** `address` is where runners reach the flag server, handed in by the operation. */
export async function listAgentRunners(
  { workspaceId }: Actor<'read'>,
  { agentId }: { readonly agentId: string },
  address: string,
): Promise<AgentRunnersView> {
  await getAgentRow(workspaceId, agentId);
  const { runners, waiting } = await listRunners(ledgerPool(), { workspaceId, agentId });
  const shown = runners.map(({ connectedAt, seenAt, ...rest }) => ({
    ...rest,
    connectedAt: connectedAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }));
  return { runners: shown, waiting, address };
}
