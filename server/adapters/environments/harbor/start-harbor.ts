import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { killGroup } from '@/server/adapters/program-group';

/** The process of one `harbor run`, which ends with this process, however it ends. */
export interface HarborStart {
  /** Program and arguments, as they are: no shell reads them. */
  readonly argv: readonly string[];
  /** Its working folder, which also gets its output. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly graceMs: number;
  readonly signal: AbortSignal;
}

export const OUTPUT_FILE = 'output.txt';
const KEEPER = path.resolve(import.meta.dirname, 'keep-harbor.mjs');
const NOT_STARTED = 127;

/** Where the operator's containers are is for Harbor to know; nothing else of the worker's environment is. */
const PASSED = ['PATH', 'HOME', 'XDG_RUNTIME_DIR', 'DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_CONFIG'];

/** Resolves once the run and all that it started have ended: true where it was started at all. */
export async function runHarborProcess({
  argv,
  folder,
  variables,
  graceMs,
  signal,
}: HarborStart): Promise<boolean> {
  const own = PASSED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const env = { LANG: 'C.UTF-8', HARBOR_TELEMETRY: 'off', ...Object.fromEntries(own), ...variables };
  const keeper = spawn(process.execPath, [KEEPER, folder, String(graceMs), ...argv], {
    ...{ env: env as NodeJS.ProcessEnv, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  });
  const stop = () => keeper.connected && keeper.send('end');
  let pid: number | undefined;
  keeper.once('message', (message) => {
    pid = (message as { pid: number }).pid;
    if (signal.aborted) stop();
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [code] = (await once(keeper, 'exit')) as [number | null];
    // The keeper itself may have been killed, and would leave its run behind.
    killGroup(pid);
    return code !== NOT_STARTED;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
