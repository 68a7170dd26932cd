import type pg from 'pg';
import type { AgentSettings } from '@/lib/domain/agent';
import { programsOfAgent } from '@/lib/domain/agent-reach';
import type { AgentCarrier } from '@/lib/ports/agent';
import { type HttpAgentSettings, makeHttpAgent } from '@/server/adapters/agents/http-agent';
import { makeRunnerAgent } from '@/server/adapters/agents/runner-agent';
import { unknownCommand } from '@/server/adapters/command-environment';
import { config } from '@/server/config/config';
import { readAgentSecret } from '@/server/repositories/agent-versions';
import { isEnvironmentAgent, openEnvironmentAgent } from '../environments/environment-agents';
import type { ToolAgentSettings } from '../tool-loop/open-tools';
import { workerPrograms } from '../worker-programs';
import { leaseWatch } from './lease-watch';

/** The carrier of an agent by its kind. Carriers of one agent share its connections, or the places of its program. */
export interface ReachedAgent {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly settings: AgentSettings;
}

const carriers = new Map<string, AgentCarrier>();

/** @throws AppError ENVIRONMENT_DOWN where this worker does not know the program; another may. */
export async function openAgentCarrier(pool: pg.Pool, agent: ReachedAgent): Promise<AgentCarrier> {
  const { settings } = agent;
  if (settings.kind === 'program') return programOf(settings.command);
  if (settings.kind === 'runner') return makeRunnerAgent(leaseWatch(pool));
  if (isEnvironmentAgent(settings)) return openEnvironmentAgent(pool, agent.workspaceId, settings);
  const { header, rolloutsMax } = settings;
  const value = header === null ? null : await readAgentSecret(pool, agent);
  if (settings.kind === 'tools') return toolAgentOf(settings, value);
  const { url } = settings;
  const reached: HttpAgentSettings = {
    url,
    secret: header === null || value === null ? null : { header, value },
    connections: rolloutsMax,
    allowedAddresses: config().allowedAddresses,
  };
  const key = JSON.stringify(reached);
  const carrier = carriers.get(key) ?? makeHttpAgent(reached);
  carriers.set(key, carrier);
  return carrier;
}

async function toolAgentOf(settings: ToolAgentSettings, secret: string | null): Promise<AgentCarrier> {
  const { toolServers: programs, toolPlaces: places } = workerPrograms();
  const unknown = programsOfAgent(settings).names.find((name) => !programs.has(name));
  if (unknown !== undefined) throw unknownCommand(unknown);
  const { allowedAddresses, agentProxyUrl: proxyUrl } = config();
  const key = JSON.stringify([settings, secret, proxyUrl, allowedAddresses]);
  const known = carriers.get(key);
  if (known !== undefined) return known;
  // Loaded with the first such agent, so that a worker starts before the SDK is.
  const { makeToolAgent } = await import('../tool-loop/tool-agent');
  const header = secret === null || settings.header === null ? {} : { [settings.header]: secret };
  const carrier = makeToolAgent({ settings, secret: header, allowedAddresses, proxyUrl, programs, places });
  carriers.set(key, carrier);
  return carrier;
}

function programOf(command: string): AgentCarrier {
  const carrier = workerPrograms().agents.get(command);
  if (carrier === undefined) throw unknownCommand(command);
  return carrier;
}
