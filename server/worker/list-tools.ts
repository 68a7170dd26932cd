import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { AppError } from '@/lib/errors/app-error';
import { unknownCommand } from '@/server/adapters/command-environment';
import { config } from '@/server/config/config';
import {
  LIST_TOOLS,
  type ToolListPayload,
  type ToolListReply,
  workOnToolLists,
} from '@/server/jobs/tool-list-jobs';
import { readAgentSecret } from '@/server/repositories/agent-versions';
import { workerPrograms } from './worker-programs';

/** Asks tool servers for their tools, for the form of an agent. No tool is called. */
const LIST_MS = 30_000;

export async function startToolLists(queue: PgBoss, pool: pg.Pool): Promise<{ close(): Promise<void> }> {
  await workOnToolLists(queue, (payload, signal) => toolLists(pool, payload, signal));
  return { close: () => queue.offWork(LIST_TOOLS, { wait: true }) };
}

/** @throws AppError ENVIRONMENT_DOWN where this worker does not know a program; another may. */
export async function toolLists(
  pool: pg.Pool,
  { workspaceId, agentId, header, servers }: ToolListPayload,
  signal: AbortSignal,
): Promise<ToolListReply> {
  const { toolServers: programs } = workerPrograms();
  const unknown = servers.find(({ via, name }) => via === 'command' && !programs.has(name));
  if (unknown !== undefined) throw unknownCommand(unknown.name);
  const value = agentId === null ? null : await readAgentSecret(pool, { workspaceId, agentId });
  const secret = header === null || value === null ? {} : { [header]: value };
  // Loaded when a person asks, so that a worker starts before the SDK is.
  const [{ openServer }, { guardedConnection }] = await Promise.all([
    import('./tool-loop/open-tools'),
    import('@/server/adapters/guarded-fetch'),
  ]);
  const connection = guardedConnection(servers.length, config().allowedAddresses);
  const until = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
  const items = await Promise.all(
    servers.map(async (server) => {
      try {
        const session = await openServer(server, { connection, secret, programs }, until);
        await session.close();
        return { server: server.name, tools: [...session.tools], fault: null };
      } catch (error) {
        const away = `The server ${server.name} gave no list of tools. Check its address and its secret.`;
        return { server: server.name, tools: [], fault: AppError.is(error) ? error.userMessage : away };
      }
    }),
  );
  await connection.close();
  return { items };
}
