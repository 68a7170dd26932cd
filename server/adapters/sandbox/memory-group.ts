import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isLeftover, newName } from './leftovers';

/**
 * A control group of the kernel that bounds the memory of a sandbox, where this process may make one: version 1 with the
 * controller "memory", or version 2 where it is handed down to new groups.
 */
export interface MemoryGroup {
  /** A process that writes its number here is in the group, with all that it starts. */
  readonly processesFile: string;
  /** Times that the kernel killed a process of the group for its memory. */
  kills(): number;
  remove(): Promise<void>;
}

interface Place {
  readonly folder: string;
  readonly limit: string;
  readonly events: string;
}

const ROOT = '/sys/fs/cgroup';
const LOOK_MS = 1;

let found: Place | null | undefined;

/** Null where this machine lets us make none. */
export function openMemoryGroup(bytes: number): MemoryGroup | null {
  found ??= places().find(canMake) ?? null;
  return found === null ? null : open(found, bytes);
}

/** Removes the groups of processes that are gone; the kernel refuses one that still holds a process. */
export function removeLeftGroups(): void {
  for (const { folder } of places())
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (isLeftover(name)) tryRemove(path.join(folder, name));
}

function places(): Place[] {
  const v1 = { limit: 'memory.limit_in_bytes', events: 'memory.oom_control' };
  const v2 = { limit: 'memory.max', events: 'memory.events' };
  const own = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
  // In the own group first, so that its limit holds for sandboxes too.
  const inV1 = [...(own === undefined ? [] : [path.join(ROOT, 'memory', own)]), path.join(ROOT, 'memory')];
  return [...inV1.map((folder) => ({ folder, ...v1 })), { folder: ROOT, ...v2 }];
}

function canMake(place: Place): boolean {
  try {
    const trial = open(place, 1 << 30);
    trial.kills();
    rmdirSync(path.dirname(trial.processesFile));
    return true;
  } catch {
    return false;
  }
}

function open(place: Place, bytes: number): MemoryGroup {
  const folder = path.join(place.folder, newName());
  mkdirSync(folder);
  try {
    writeFileSync(path.join(folder, place.limit), String(bytes));
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  return {
    processesFile: path.join(folder, 'cgroup.procs'),
    kills: () =>
      Number(/^oom_kill (\d+)$/m.exec(readFileSync(path.join(folder, place.events), 'utf8'))?.[1] ?? 0),
    async remove() {
      // Processes leave a moment after they have ended.
      while (!tryRemove(folder)) await wait(LOOK_MS);
    },
  };
}

function tryRemove(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return true;
    if (code === 'EBUSY' || code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}
