import type { AgentCarrier } from '@/lib/ports/agent';
import type { Environment } from '@/lib/ports/environment';
import { makeProgramAgent } from '@/server/adapters/agents/program-agent';
import { makeCommandEnvironment } from '@/server/adapters/command-environment';
import { type Gate, makeGate } from '@/server/adapters/gate';
import { isMemoryWatched } from '@/server/adapters/memory-watch';
import { programIsolation } from '@/server/adapters/program-isolation';
import { type AgentPrograms, type Commands, readAgentPrograms, readCommands } from '@/server/config/commands';
import { config } from '@/server/config/config';
import { logOf } from '@/server/observability/log';

/** The operator's programs of this process: read once, since their limits hold for all runs of the worker together. */
interface Programs {
  readonly commands: Commands;
  readonly environment: Environment;
  readonly agents: ReadonlyMap<string, AgentCarrier>;
  readonly agentPrograms: AgentPrograms;
  /** Servers of tools, and the places of each. */
  readonly toolServers: AgentPrograms;
  readonly toolPlaces: ReadonlyMap<string, Gate>;
}

let programs: Programs | undefined;

/** @throws AppError CONFIG_INVALID when the file that names them cannot be used. */
export function workerPrograms(): Programs {
  const { commandsFile } = config();
  programs ??= openPrograms(
    readCommands(commandsFile),
    readAgentPrograms(commandsFile),
    readAgentPrograms(commandsFile, 'mcp'),
  );
  return programs;
}

function openPrograms(
  commands: Commands,
  agentPrograms: AgentPrograms,
  toolServers: AgentPrograms,
): Programs {
  if (commands.size + agentPrograms.size + toolServers.size > 0 && !isMemoryWatched) {
    logOf('environment').warn('On this system the memory of programs is not limited; their time is.');
  }
  if (agentPrograms.size + toolServers.size > 0 && programIsolation() === 'none') {
    const why =
      'Programs of agents and tools run with the rights of this worker: bubblewrap is not installed or does not work.';
    logOf('agent').warn(why);
  }
  const agents = new Map(
    [...agentPrograms].map(([name, program]) => [name, makeProgramAgent({ name, program })]),
  );
  const toolPlaces = new Map(
    [...toolServers].map(([name, { concurrency }]) => [name, makeGate(concurrency)]),
  );
  const environment = makeCommandEnvironment(commands);
  return { commands, environment, agents, agentPrograms, toolServers, toolPlaces };
}
