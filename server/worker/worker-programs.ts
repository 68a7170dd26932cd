import type { AgentCarrier } from '@/lib/ports/agent';
import type { Environment } from '@/lib/ports/environment';
import { makeProgramAgent } from '@/server/adapters/agents/program-agent';
import { makeCommandEnvironment } from '@/server/adapters/command-environment';
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
}

let programs: Programs | undefined;

/** @throws AppError CONFIG_INVALID when the file that names them cannot be used. */
export function workerPrograms(): Programs {
  const { commandsFile } = config();
  programs ??= openPrograms(readCommands(commandsFile), readAgentPrograms(commandsFile));
  return programs;
}

function openPrograms(commands: Commands, agentPrograms: AgentPrograms): Programs {
  if (commands.size + agentPrograms.size > 0 && !isMemoryWatched) {
    logOf('environment').warn('On this system the memory of programs is not limited; their time is.');
  }
  if (agentPrograms.size > 0 && programIsolation() === 'none') {
    const why =
      'Programs of agents run with the rights of this worker: bubblewrap is not installed or does not work.';
    logOf('agent').warn(why);
  }
  const agents = new Map(
    [...agentPrograms].map(([name, program]) => [name, makeProgramAgent({ name, program })]),
  );
  return { commands, environment: makeCommandEnvironment(commands), agents, agentPrograms };
}
