import type { AgentView } from '@/lib/contracts/agent-shapes';
import type { AgentRow } from '@/server/repositories/agents';

/** An agent as people see it: whether it has a secret, never the secret. */
export function agentView(row: AgentRow): AgentView {
  const { workspaceId: _workspace, archivedAt, createdAt, ...rest } = row;
  return { ...rest, archivedAt: archivedAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}
