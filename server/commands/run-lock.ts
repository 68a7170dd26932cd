import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '@/lib/errors/app-error';
import { isDiskFull } from '@/lib/errors/disk-full';
import { makeFolder } from '@/server/config/kept-secrets';
import { isAlive } from '@/server/db/postgres-process';

/**
 * The lock file of a running start in the data folder: its own process and the processes it keeps. The next
 * start reads it, refuses to run while the first is alive, and ends processes that a killed start left. A
 * process is identified by its id and start time, because ids are reused.
 */

const ORPHAN_LIMIT_MS = 10_000;

const processShape = z.object({ name: z.string(), pid: z.number(), began: z.string() });
const noteShape = z.object({ owner: processShape, children: z.array(processShape) });

type KnownProcess = z.infer<typeof processShape>;

export interface RunLock {
  /** Records the processes that this start keeps now. */
  noteChildren(children: readonly { readonly name: string; readonly pid: number }[]): void;
  release(): void;
}

/** Locks the folder for this process; throws if another start is running in it. */
export async function takeRunLock(dataDir: string, tell: (sentence: string) => void): Promise<RunLock> {
  const file = path.join(dataDir, 'running.json');
  const note = readNote(file);
  if (note && isSameProcess(note.owner) && note.owner.pid !== process.pid) {
    const message = `Waggle already runs in ${dataDir} as process ${note.owner.pid}: stop it first, or choose another folder with WAGGLE_DATA_DIR.`;
    throw new AppError('CONFIG_INVALID', message);
  }
  if (note) await endOrphans(note.children.filter(isSameProcess), tell);
  const owner = { name: 'start', pid: process.pid, began: beganAt(process.pid) };
  const write = (children: KnownProcess[]) => writeNote(file, JSON.stringify({ owner, children }));
  write([]);
  return {
    noteChildren(children) {
      try {
        write(children.map(({ name, pid }) => ({ name, pid, began: beganAt(pid) })));
      } catch (error) {
        // This start keeps its processes without the file; only the next start could not end those it left.
        if (!isDiskFull(error)) throw error;
        tell('The file of running processes was not written: the disk is full.');
      }
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** The process id of the start that runs in this folder, or null. */
export function runningStart(dataDir: string): number | null {
  const note = readNote(path.join(dataDir, 'running.json'));
  return note && isSameProcess(note.owner) ? note.owner.pid : null;
}

function readNote(file: string) {
  if (!existsSync(file)) return null;
  try {
    return noteShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    // A file cut off by a crash names no process; its processes end by themselves once their parent is gone.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

function writeNote(file: string, text: string): void {
  try {
    makeFolder(path.dirname(file));
    writeFileSync(file, text);
  } catch (error) {
    const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    const folder = path.dirname(file);
    const message = full
      ? `The disk that holds ${folder} is full: free some space, or choose another folder with WAGGLE_DATA_DIR.`
      : `The folder ${folder} cannot be written by this user: fix its owner, or choose another with WAGGLE_DATA_DIR.`;
    throw new AppError('CONFIG_INVALID', message, { cause: error });
  }
}

async function endOrphans(orphans: readonly KnownProcess[], tell: (sentence: string) => void): Promise<void> {
  if (orphans.length === 0) return;
  tell(`Ending what an earlier start left behind: ${orphans.map((one) => one.name).join(', ')}.`);
  for (const { pid } of orphans) process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + ORPHAN_LIMIT_MS;
  while (orphans.some(isSameProcess) && Date.now() < deadline) await wait(50);
  for (const { pid } of orphans.filter(isSameProcess)) process.kill(pid, 'SIGKILL');
}

function isSameProcess(known: KnownProcess): boolean {
  return isAlive(known.pid) && beganAt(known.pid) === known.began;
}

/** Start time of a process, in the system's own format; empty if unknown. */
function beganAt(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  if (existsSync(stat)) {
    // The name in brackets may hold spaces; the 20th field after it is the start in clock ticks.
    const text = readFileSync(stat, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  }
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
