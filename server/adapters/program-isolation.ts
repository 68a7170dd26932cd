import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { config } from '@/server/config/config';

/**
 * What separates an agent's program from this machine. In bubblewrap it sees the file system read-only, its own folder
 * writable, a /tmp that holds nothing but what its command names, no other process, and neither the data folder nor the files of settings. The network stays:
 * the recording proxy listens on loopback.
 */
export type ProgramIsolation = 'bubblewrap' | 'none';

let found: ProgramIsolation | undefined;

/** Looked up once: whether bubblewrap is installed and a trial run with it succeeds. */
export function programIsolation(): ProgramIsolation {
  found ??= doesBubblewrapWork() ? 'bubblewrap' : 'none';
  return found;
}

export interface Sandboxed {
  readonly folder: string;
  /** For what is written to each temporary folder, which is held in memory. */
  readonly temporaryBytes: number;
  readonly hidden: readonly string[];
}

/** Descriptor on which bubblewrap reports how the program ended; the program does not inherit it. */
export const STATUS_FD = 3;

export function inBubblewrap(
  argv: readonly string[],
  { folder, temporaryBytes, hidden }: Sandboxed,
): string[] {
  const empty = (at: string) => ['--size', `${temporaryBytes}`, '--tmpfs', at];
  const temporary = [...new Set(['/tmp', os.tmpdir()])];
  return [
    ...['bwrap', '--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
    ...['--cap-drop', 'ALL', '--json-status-fd', `${STATUS_FD}`],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...temporary.flatMap(empty),
    ...namedBelow(temporary, argv).flatMap((at) => ['--ro-bind', at, at]),
    ...hidden.flatMap((at) => (statSync(at).isDirectory() ? empty(at) : ['--ro-bind', '/dev/null', at])),
    ...['--bind', folder, folder, '--chdir', folder, '--', ...argv],
  ];
}

/** Paths to show: the folder of each file that the command names below a temporary folder, or the file where it lies directly in it. */
function namedBelow(folders: readonly string[], argv: readonly string[]): string[] {
  const named = argv
    .filter((each) => path.isAbsolute(each) && existsSync(each))
    .map((each) => path.resolve(each));
  return folders.flatMap((folder) =>
    named
      .filter((at) => at.startsWith(`${folder}/`))
      .map((at) => (path.dirname(at) === folder ? at : path.dirname(at))),
  );
}

/** Exit code of the program, or null where it was never started. */
export function exitCodeIn(status: string): number | null {
  const code = /"exit-code": (\d+)/.exec(status)?.[1];
  return code === undefined ? null : Number(code);
}

/** The signal in an exit code by which a shell, and bubblewrap, say that what they ran was killed. */
export function signalIn(code: number): string | null {
  const name = Object.entries(os.constants.signals).find(([, number]) => number === code - 128);
  return name?.[0] ?? null;
}

/** Folders that a program of an agent must not read: all that this product keeps for itself on this machine. */
export function hiddenFromPrograms(): string[] {
  const { dataDir, commandsFile } = config();
  const settings = readdirSync(process.cwd()).filter((name) => /^\.env(\.|$)/.test(name));
  const hidden = [dataDir, ...(commandsFile === null ? [] : [commandsFile]), ...settings];
  return hidden.map((at) => path.resolve(at)).filter((at) => existsSync(at));
}

function doesBubblewrapWork(): boolean {
  const sandboxed = { folder: os.tmpdir(), temporaryBytes: 1 << 20, hidden: [] };
  const [program = '', ...args] = inBubblewrap(['true'], sandboxed);
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe'] as const;
  return spawnSync(program, args, { stdio: [...stdio], timeout: 5_000 }).status === 0;
}
