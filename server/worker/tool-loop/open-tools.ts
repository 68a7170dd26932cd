import type { AgentSettings } from '@/lib/domain/agent';
import { canonicalHash } from '@/lib/domain/content-hash';
import { componentOfTool, type ListedTool, offeredName } from '@/lib/domain/tool-agent';
import type { GuardedConnection } from '@/server/adapters/guarded-fetch';
import { callHttpTool } from '@/server/adapters/tools/http-tool';
import { httpTransport } from '@/server/adapters/tools/http-transport';
import {
  type CallLimits,
  openToolSession,
  type ToolAnswer,
  type ToolSession,
} from '@/server/adapters/tools/mcp-session';
import { programTransport } from '@/server/adapters/tools/program-transport';
import type { AgentPrograms } from '@/server/config/commands';

/** The tools of one rollout: a session of its own with each server, and the tools that are HTTP requests. */
export type ToolAgentSettings = Extract<AgentSettings, { kind: 'tools' }>;

export interface ToolReach {
  readonly connection: GuardedConnection;
  /** The header with the secret; empty = none is set. */
  readonly secret: Readonly<Record<string, string>>;
  readonly programs: AgentPrograms;
}

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface OpenTools {
  readonly offered: readonly OfferedTool[];
  call(name: string, input: Readonly<Record<string, unknown>>, limits: CallLimits): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** A pinned tool is gone, or takes other parameters: the rollout would measure another environment. */
export class ToolsChanged extends Error {
  constructor(readonly tool: string) {
    super(`The tool ${tool} is not as its version pins it.`);
  }
}

type Server = ToolAgentSettings['servers'][number];

/** @throws ToolServerAway, ToolsChanged, AppError ADDRESS_REFUSED, or the signal's reason */
export async function openTools(
  settings: Pick<ToolAgentSettings, 'servers' | 'serverTools' | 'httpTools'>,
  components: Readonly<Record<string, string>>,
  reach: ToolReach,
  signal: AbortSignal,
): Promise<OpenTools> {
  const sessions = await openSessions(settings.servers, reach, signal);
  const close = async () => void (await Promise.all([...sessions.values()].map((one) => one.close())));
  const calls = new Map<string, OpenTools['call']>();
  for (const pinned of settings.serverTools) {
    const session = sessions.get(pinned.server);
    if (session === undefined || !isAsPinned(pinned, session.tools)) {
      await close();
      throw new ToolsChanged(pinned.name);
    }
    calls.set(offeredName(pinned), (_, input, limits) => session.call(pinned.name, input, limits));
  }
  for (const tool of settings.httpTools) {
    const headers = tool.withSecret ? reach.secret : {};
    calls.set(tool.name, (_, input, limits) =>
      callHttpTool(tool, input, { connection: reach.connection, headers, ...limits }),
    );
  }
  const described = (name: string, tool: Omit<OfferedTool, 'name'>): OfferedTool => {
    const learned = components[componentOfTool(name)] ?? '';
    const { description, parameters } = tool;
    return { name, parameters, description: learned.trim() === '' ? description : learned };
  };
  return {
    offered: [
      ...settings.serverTools.map((tool) => described(offeredName(tool), tool)),
      ...settings.httpTools.map((tool) => described(tool.name, tool)),
    ],
    call: async (name, input, limits) =>
      calls.get(name)?.(name, input, limits) ?? { text: `there is no tool ${name}`, isError: true },
    close,
  };
}

/** All at once; where one cannot be opened, none stays open. */
async function openSessions(
  servers: readonly Server[],
  reach: ToolReach,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ToolSession>> {
  const opened = await Promise.allSettled(
    servers.map(async (server) => [server.name, await openServer(server, reach, signal)] as const),
  );
  const sessions = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed === undefined) return new Map(sessions);
  await Promise.all(sessions.map(([, session]) => session.close()));
  throw failed.reason;
}

/** @throws ToolServerAway, AppError ADDRESS_REFUSED, or the signal's reason */
export function openServer(server: Server, reach: ToolReach, signal: AbortSignal): Promise<ToolSession> {
  if (server.via === 'http') {
    const headers = server.withSecret ? reach.secret : {};
    const transport = httpTransport({ url: server.url, connection: reach.connection, headers });
    return openToolSession(server.name, transport, signal);
  }
  const program = reach.programs.get(server.name);
  if (program === undefined) throw new Error(`No program is named ${server.name}.`);
  return openToolSession(server.name, programTransport({ name: server.name, program }), signal);
}

function isAsPinned({ name, parameters }: ListedTool, listed: readonly ListedTool[]): boolean {
  const found = listed.find((one) => one.name === name);
  return found !== undefined && canonicalHash(found.parameters) === canonicalHash(parameters);
}
