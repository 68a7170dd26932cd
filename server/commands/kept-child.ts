import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Starts Node processes that end with the process that started them, whatever they run. */

const END_WITH_PARENT = pathToFileURL(path.resolve(import.meta.dirname, 'end-with-parent.mjs')).href;

export interface KeptChildOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: 'inherit' | 'pipe' | number;
}

/**
 * Starts in a new process group, so that Ctrl-C reaches only the keeper, which ends its children in order.
 * The channel closes when the keeper is gone, even after a kill.
 */
export function spawnKept(args: readonly string[], { cwd, env, output }: KeptChildOptions): ChildProcess {
  const options: SpawnOptions = {
    cwd,
    env: { ...process.env, ...env, WAGGLE_PARENT_PID: String(process.pid) },
    detached: process.platform !== 'win32',
    stdio: ['ignore', output, output, 'ipc'],
  };
  return spawn(process.execPath, ['--import', END_WITH_PARENT, ...args], options);
}

/** Signals the child and everything it started in its group. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') child.kill(signal);
  else process.kill(-child.pid, signal);
}
