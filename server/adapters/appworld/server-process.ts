import { spawn } from 'node:child_process';
import path from 'node:path';
import { killGroup } from '@/server/adapters/program-group';

/** The process of one server, which ends with this process, however it ends. */
export interface ServerProcess {
  /** Process of the server, not its keeper. */
  readonly pid: number;
  /** Aborts when the server has ended. */
  readonly ended: AbortSignal;
  end(): Promise<void>;
}

export interface ServerStart {
  /** Program and arguments, as they are: no shell reads them. */
  readonly argv: readonly string[];
  readonly cwd?: string;
  /** All that the server gets of an environment, but for PATH, HOME and LANG. */
  readonly variables?: Readonly<Record<string, string>>;
}

const KEEPER = path.resolve(import.meta.dirname, 'keep-server.mjs');

/** Null where the program cannot be started. Its output is not read: it may quote tasks. */
export async function startServer({ argv, cwd, variables }: ServerStart): Promise<ServerProcess | null> {
  const { PATH = '', HOME = '' } = process.env;
  const env: Record<string, string> = { PATH, HOME, LANG: 'C.UTF-8', ...variables };
  const keeper = spawn(process.execPath, [KEEPER, ...argv], {
    ...(cwd === undefined ? {} : { cwd }),
    env: env as NodeJS.ProcessEnv,
    // In a group of its own, so that Ctrl-C reaches only the process that ends its servers in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new AbortController();
  const gone = new Promise<null>((resolve) => {
    for (const event of ['exit', 'error'] as const)
      keeper.once(event, () => {
        ended.abort();
        resolve(null);
      });
  });
  const said = new Promise<number>((resolve) => {
    keeper.once('message', ({ pid }: { pid: number }) => resolve(pid));
  });
  const pid = await Promise.race([said, gone]);
  if (pid === null) return null;
  // The keeper itself may have been killed, and would leave its program behind.
  ended.signal.addEventListener('abort', () => killGroup(pid), { once: true });
  return {
    pid,
    ended: ended.signal,
    async end() {
      if (keeper.connected) keeper.disconnect();
      await gone;
    },
  };
}
