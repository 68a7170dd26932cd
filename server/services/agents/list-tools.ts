import type { ListToolsInput, ServerTools } from '@/lib/contracts/agent-tools';
import type { Actor } from '@/lib/domain/actor';
import { secretOriginOf } from '@/lib/domain/agent-reach';
import { AppError } from '@/lib/errors/app-error';
import { assertCommandKnown } from '@/lib/policy/commands';
import { startQueue } from '@/server/jobs/queue';
import { askForTools } from '@/server/jobs/tool-list-jobs';
import { getAgentRow } from '@/server/repositories/agents';
import { listLiveCommands } from '@/server/repositories/worker-beats';

/** The tools that servers offer. A secret is sent only to the host that its agent's settings name for it. */
const WITHIN_MS = 45_000;

export async function listTools(
  actor: Actor<'experiment'>,
  { servers, header, agentId }: ListToolsInput,
  checkAddress: (url: string) => void,
): Promise<{ items: ServerTools[] }> {
  const { workspaceId } = actor;
  const agent = agentId === null ? null : await getAgentRow(workspaceId, agentId);
  const known = servers.some(({ via }) => via === 'command') ? (await listLiveCommands('mcp')).flat() : [];
  for (const server of servers)
    if (server.via === 'http') checkAddress(server.url);
    else assertCommandKnown(server.name, known);
  const origin = agent === null ? null : secretOriginOf(agent.settings);
  const asked = servers.map((server) =>
    server.via === 'http'
      ? { ...server, withSecret: server.withSecret && new URL(server.url).origin === origin }
      : server,
  );
  const payload = { workspaceId, agentId, header, servers: asked };
  const reply = await askForTools(await startQueue(), payload, WITHIN_MS);
  if (reply !== null) return reply;
  throw new AppError('ENVIRONMENT_DOWN', 'No worker listed the tools.', {
    userMessage: 'No worker answered in time. Check that one is running, then list the tools again.',
  });
}
