import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { below, readProcesses } from '@/server/adapters/sandbox/process-table';

/** Traces on this machine of sandboxes that the process of that number has made. */
export function tracesOf(pid: number): string[] {
  return [...groupsOf(pid), ...outerProcessesOf(pid)];
}

/** Numbers of all processes in a name space of process numbers, as `readlink /proc/self/ns/pid` has said it inside. */
export function processesIn(space: string): number[] {
  return numbers().filter((pid) => linkOf(`/proc/${pid}/ns/pid`) === space);
}

/** Numbers of all processes that have been started with this argument. */
export function processesWith(argument: string): number[] {
  return numbers().filter((pid) => textOf(`/proc/${pid}/cmdline`).split('\0').includes(argument));
}

/** Mounts of what a process has started, by their name spaces, without those that it has itself. */
export function mountSpacesBelow(pid: number): ReadonlySet<string> {
  const spaces = new Set(below(readProcesses(), pid).map((entry) => linkOf(`/proc/${entry.pid}/ns/mnt`)));
  for (const own of [linkOf(`/proc/${pid}/ns/mnt`), '']) spaces.delete(own);
  return spaces;
}

/** Mount name spaces among those that a process still has. */
export function mountSpacesLeft(spaces: ReadonlySet<string>): string[] {
  return numbers()
    .map((pid) => linkOf(`/proc/${pid}/ns/mnt`))
    .filter((space) => spaces.has(space));
}

/** Control groups, by the name of their maker. */
export function groupsOf(pid: number): string[] {
  return groupsBelow('/sys/fs/cgroup/memory').filter((at) =>
    new RegExp(`/waggle-sandbox-[0-9a-f]+-\\d+-${pid}-\\d+$`).test(at),
  );
}

function groupsBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name }) => [path.join(folder, name), ...groupsBelow(path.join(folder, name))]);
}

function outerProcessesOf(maker: number): string[] {
  const own = numbers().filter(
    (pid) => Number(/^PPid:\t(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1]) === maker,
  );
  const lines = own.map((pid) => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));
  return lines.filter((line) => line.startsWith('perl -e ') || line.startsWith('nsenter '));
}

const numbers = () =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number);

/** Empty where the process is gone. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
