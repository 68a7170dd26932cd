import type { Environment } from '@/lib/ports/environment';
import { makeCommandEnvironment } from '@/server/adapters/command-environment';
import { isMemoryWatched } from '@/server/adapters/memory-watch';
import { type Commands, readCommands } from '@/server/config/commands';
import { config } from '@/server/config/config';
import { logOf } from '@/server/observability/log';

/** The operator's programs of this process: read once, since their limits hold for all runs of the worker together. */
interface Programs {
  readonly commands: Commands;
  readonly environment: Environment;
}

let programs: Programs | undefined;

/** @throws AppError CONFIG_INVALID when the file that names them cannot be used. */
export function workerPrograms(): Programs {
  programs ??= openPrograms(readCommands(config().commandsFile));
  return programs;
}

function openPrograms(commands: Commands): Programs {
  if (commands.size > 0 && !isMemoryWatched) {
    logOf('environment').warn('On this system the memory of programs is not limited; their time is.');
  }
  return { commands, environment: makeCommandEnvironment(commands) };
}
