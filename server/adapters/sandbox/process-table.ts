import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

/** One look at the processes of this machine, as /proc has them. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** Since the start of the machine, in ticks of 10 ms. */
  readonly startedTicks: number;
  readonly residentBytes: number;
}

export type ProcessTable = ReadonlyMap<number, ProcessEntry>;

const PAGE_BYTES = 4096;
const buffer = Buffer.alloc(4096);

/** Processes with lower numbers than `least` are left out: most were started before. */
export function readProcesses(least = 0): ProcessTable {
  const entries = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && Number(entry) >= least);
  const found = entries.map(readProcess).filter((entry) => entry !== null);
  return new Map(found.map((entry) => [entry.pid, entry]));
}

/** Null where the process is gone or has only its exit code left to be read. */
export function readProcess(pid: number | string): ProcessEntry | null {
  const stat = readStat(pid);
  // The name, in parentheses, may hold spaces; after it: state, parent, ..., start as 20th, resident pages as 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 22 || fields[0] === 'Z' || fields[0] === 'X') return null;
  return {
    pid: Number(pid),
    parent: Number(fields[1]),
    startedTicks: Number(fields[19]),
    residentBytes: Number(fields[21]) * PAGE_BYTES,
  };
}

/** All below a process, without itself. `enter` keeps out a process with all that is below it. */
export function below(
  table: ProcessTable,
  root: number,
  enter: (entry: ProcessEntry) => boolean = () => true,
): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table.values()) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const found: ProcessEntry[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const entered = (children.get(pid) ?? []).filter(enter);
    found.push(...entered);
    open.push(...entered.map((entry) => entry.pid));
  }
  return found;
}

function readStat(pid: number | string): string {
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
