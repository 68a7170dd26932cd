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
 * The note that a running start leaves in the data folder: who it is and which processes it keeps. The next start
 * reads it, refuses to run beside a living one, and ends what a killed one left behind. A process is known by its
 * id and the moment it began, because ids are given out again.
 */

const ORPHAN_LIMIT_MS = 10_000;

const processShape = z.object({ name: z.string(), pid: z.number(), began: z.string() });
const noteShape = z.object({ owner: processShape, children: z.array(processShape) });

type KnownProcess = z.infer<typeof processShape>;

export interface RunLock {
  /** Notes the processes that this start keeps now. */
  noteChildren(children: readonly { readonly name: string; readonly pid: number }[]): void;
  release(): void;
}

/** Takes the folder for this process; throws where another start lives in it. */
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
        // A start that lives keeps its processes all the same: only the next one could not end what this one left.
        if (!isDiskFull(error)) throw error;
        tell('The note of the running processes was not written: the disk is full.');
      }
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** The process id of the start that lives in this folder, or null. */
export function runningStart(dataDir: string): number | null {
  const note = readNote(path.join(dataDir, 'running.json'));
  return note && isSameProcess(note.owner) ? note.owner.pid : null;
}

function readNote(file: string) {
  if (!existsSync(file)) return null;
  try {
    return noteShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    // A note cut off by a crash names nobody; what it would have named ends by itself when its parent is gone.
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
      : `The folder ${folder} cannot be written by this user: mend its owner, or choose another with WAGGLE_DATA_DIR.`;
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

/** When a process began, in whatever words the system has for it; empty where it cannot be said. */
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
