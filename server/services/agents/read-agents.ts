import type { AgentDetail, AgentRolloutRow, AgentView } from '@/lib/contracts/agent-shapes';
import type { Actor } from '@/lib/domain/actor';
import { agentSettings } from '@/lib/domain/agent';
import { agentFigures } from '@/lib/report/agent-figures';
import { type ListedAttempt, listAttempts, readPastAttempts } from '@/server/repositories/agent-attempts';
import { getAgentRow, listAgentRows, listAgentVersions } from '@/server/repositories/agents';
import { cutPage, type PageAsked, type PageOf } from '@/server/repositories/keyset';
import { agentView } from './agent-view';

/** Agents, their versions, and how their past rollouts went. */
export async function listAgents(
  actor: Actor<'read'>,
  { search, archived, ...page }: PageAsked & { search?: string | undefined; archived: 'true' | 'false' },
): Promise<PageOf<AgentView>> {
  const rows = await listAgentRows(actor.workspaceId, { ...page, search, archived: archived === 'true' });
  const { items, nextCursor } = cutPage(rows, page.limit);
  return { items: items.map(agentView), nextCursor };
}

export async function getAgent(
  actor: Actor<'read'>,
  { agentId }: { readonly agentId: string },
  nowMs: number,
): Promise<AgentDetail> {
  const agent = agentView(await getAgentRow(actor.workspaceId, agentId));
  const [versions, past] = await Promise.all([
    listAgentVersions(agentId),
    readPastAttempts(actor.workspaceId, agentId),
  ]);
  return {
    agent,
    versions: versions.map(({ agentId: _of, settings, createdAt, ...rest }) => ({
      ...rest,
      settings: agentSettings.parse(settings),
      createdAt: createdAt.toISOString(),
    })),
    figures: agentFigures(past, nowMs),
    ofLatest: agentFigures(
      past.filter(({ version }) => version === agent.version),
      nowMs,
    ),
  };
}

export async function listAgentRollouts(
  actor: Actor<'read'>,
  { agentId, ...page }: PageAsked & { readonly agentId: string },
): Promise<PageOf<AgentRolloutRow>> {
  await getAgentRow(actor.workspaceId, agentId);
  const found = await listAttempts(actor.workspaceId, { agentId, ...page });
  const keyed = found.map((row) => ({ row, createdAt: row.startedAt, id: `${row.id}.${row.attempt}` }));
  const { items, nextCursor } = cutPage(keyed, page.limit);
  return { items: items.map(({ row }) => rowView(row)), nextCursor };
}

const rowView = ({ startedAt, endedAt, ...rest }: ListedAttempt): AgentRolloutRow => ({
  ...rest,
  startedAt: startedAt.toISOString(),
  tookMs: endedAt === null ? null : endedAt.getTime() - startedAt.getTime(),
});
