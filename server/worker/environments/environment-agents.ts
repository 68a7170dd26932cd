import type pg from 'pg';
import type { AgentSettings } from '@/lib/domain/agent';
import { AppError } from '@/lib/errors/app-error';
import type { AgentCarrier } from '@/lib/ports/agent';
import { makeWorldPool, type WorldPool } from '@/server/adapters/appworld/world-pool';
import { config } from '@/server/config/config';
import { logOf } from '@/server/observability/log';
import { makeAppWorldAgent } from './appworld-agent';
import { makeHarborAgent } from './harbor-agent';
import { ownSandboxes } from './own-sandboxes';
import { makeTerminalAgent } from './terminal-agent';

/** Carriers of agents that act in an environment of ours. Those of one worker share its worlds. */
export type EnvironmentAgentSettings = Extract<AgentSettings, { kind: 'terminal' | 'appworld' }>;

export const isEnvironmentAgent = (settings: AgentSettings): settings is EnvironmentAgentSettings =>
  settings.kind === 'terminal' || settings.kind === 'appworld';

/** @throws AppError ENVIRONMENT_DOWN where this worker has no sandboxes or no servers of AppWorld; another may. */
export async function openEnvironmentAgent(
  pool: pg.Pool,
  workspaceId: string,
  settings: EnvironmentAgentSettings,
): Promise<AgentCarrier> {
  const { agentProxyUrl: proxyUrl, harborCommand } = config();
  if (settings.kind === 'terminal' && settings.harbor !== undefined)
    return makeHarborAgent({ pool, workspaceId, harbor: settings.harbor, command: named(harborCommand) });
  if (settings.kind === 'terminal') {
    const sandboxes = await ownSandboxes();
    return makeTerminalAgent({ pool, workspaceId, settings, proxyUrl, sandboxes });
  }
  return makeAppWorldAgent({ worlds: ownWorlds(), proxyUrl, rolloutsMax: settings.rolloutsMax });
}

function named(command: readonly string[] | null): readonly string[] {
  if (command !== null) return command;
  throw new AppError('ENVIRONMENT_DOWN', 'This worker knows no command of Harbor.', {
    userMessage:
      'This worker knows no command of Harbor; another worker is awaited. Set WAGGLE_HARBOR_COMMAND for a worker.',
  });
}

let worlds: WorldPool | undefined;

function ownWorlds(): WorldPool {
  const { appWorld } = config();
  if (appWorld === null)
    throw new AppError('ENVIRONMENT_DOWN', 'This worker knows no server of AppWorld.', {
      userMessage:
        'This worker knows no server of AppWorld; another worker is awaited. Set WAGGLE_APPWORLD_URLS for a worker, or WAGGLE_APPWORLD_COMMAND and WAGGLE_APPWORLD_PORTS.',
    });
  worlds ??= makeWorldPool({
    servers:
      appWorld.kind === 'command'
        ? appWorld
        : { ...appWorld, allowedAddresses: appWorld.urls.map((url) => new URL(url).hostname) },
    tell: (sentence) => logOf('environment').warn(sentence),
  });
  return worlds;
}

/** Ends the servers that this worker started. */
export async function closeWorlds(): Promise<void> {
  const open = worlds;
  worlds = undefined;
  await open?.close();
}
