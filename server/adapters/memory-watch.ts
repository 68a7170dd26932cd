import { closeSync, openSync, readSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setImmediate as othersFirst } from 'node:timers/promises';

/**
 * Keeps programs within their memory and number of processes by looking at their process groups about four times a
 * second, and calling back over a limit. Not the kernel's own limits: those count address space, of which a JavaScript or
 * Java runtime reserves gigabytes that it never touches, and the processes of a user, not of a program. What is allocated
 * and freed between two looks is not seen, a process that leaves its group is not counted, and where there is no /proc
 * (anything but Linux) nothing is.
 *
 * Cost: about 15 microseconds a process of the machine and look, at most a twentieth of a processor. The files are read
 * into one buffer that is kept: a fresh one for each cost a worker more time than its rollouts did.
 */
const LOOK_MS = 250;
/** On a machine of very many processes looks are rarer: they may take this share of the time. */
const SHARE_MAX = 0.05;
const SLICE = 100;
const PAGE_BYTES = 4096;

export interface GroupLimits {
  readonly bytes: number;
  readonly processes: number;
}

type Over = (what: 'overMemory' | 'overProcesses') => void;

const watched = new Map<number, { readonly limits: GroupLimits; readonly over: Over }>();
const buffer = Buffer.alloc(4096);
let isLooking = false;

/** Watches one group until it is told to leave off. Gives back the way to leave off. */
export function watchGroup(group: number, limits: GroupLimits, over: Over): () => void {
  watched.set(group, { limits, over });
  if (!isLooking) setTimeout(lookAgain, LOOK_MS).unref();
  isLooking = true;
  return () => {
    watched.delete(group);
  };
}

export const isMemoryWatched = process.platform === 'linux';

/** One look after the other, until there is nothing left to watch. */
async function lookAgain(): Promise<void> {
  const tookMs = watched.size > 0 ? await look() : 0;
  const pauseMs = Math.max(LOOK_MS, tookMs / SHARE_MAX);
  isLooking = watched.size > 0;
  if (isLooking) setTimeout(lookAgain, pauseMs).unref();
}

/** Milliseconds of this thread that the look took. */
async function look(): Promise<number> {
  const held = new Map<number, GroupLimits>();
  const processes = (await readdir('/proc').catch(() => [])).filter((entry) => /^\d+$/.test(entry));
  let tookMs = 0;
  for (let first = 0; first < processes.length; first += SLICE) {
    const startedMs = performance.now();
    for (const pid of processes.slice(first, first + SLICE)) weigh(pid, held);
    tookMs += performance.now() - startedMs;
    await othersFirst();
  }
  for (const [group, { bytes, processes }] of held) {
    const one = watched.get(group);
    if (one && bytes > one.limits.bytes) one.over('overMemory');
    else if (one && processes > one.limits.processes) one.over('overProcesses');
  }
  return tookMs;
}

/** Adds what a process holds to its group, where that is watched. */
function weigh(pid: string, held: Map<number, GroupLimits>): void {
  const stat = readStat(pid);
  // The name, in parentheses, may hold spaces; after it: state, parent, group, ..., and resident pages as 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const group = Number(fields[2]);
  if (!watched.has(group)) return;
  const { bytes, processes } = held.get(group) ?? { bytes: 0, processes: 0 };
  held.set(group, { bytes: bytes + Number(fields[21]) * PAGE_BYTES, processes: processes + 1 });
}

/** Empty where the process is gone since the listing, or not ours to read: it holds nothing of ours. */
function readStat(pid: string): string {
  let file: number | undefined;
  try {
    file = openSync(`/proc/${pid}/stat`, 'r');
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0));
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
