import { below, type ProcessTable, readProcesses } from './process-table';

/**
 * Watches trees of processes where the kernel holds no limit for us: about four looks a second, as at the programs of
 * agents (memory-watch). Memory that is allocated and freed between two looks is not seen.
 */
export interface TreeLimits {
  readonly bytes: number;
  readonly processes: number;
}

type Over = (what: 'memory' | 'processes') => void;

interface Watched {
  readonly roots: () => readonly number[];
  readonly limits: TreeLimits;
  readonly over: Over;
}

const LOOK_MS = 250;
const watched = new Set<Watched>();
let looking: NodeJS.Timeout | undefined;

/** Gives back the way to leave off. */
export function watchTrees(roots: () => readonly number[], limits: TreeLimits, over: Over): () => void {
  if (limits.bytes === Number.POSITIVE_INFINITY && limits.processes === Number.POSITIVE_INFINITY)
    return () => undefined;
  const one = { roots, limits, over };
  watched.add(one);
  looking ??= setInterval(look, LOOK_MS).unref();
  return () => {
    watched.delete(one);
    if (watched.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
}

function look(): void {
  const table = readProcesses();
  for (const { roots, limits, over } of watched) {
    const { bytes, processes } = weigh(table, roots());
    if (bytes > limits.bytes) over('memory');
    else if (processes > limits.processes) over('processes');
  }
}

function weigh(table: ProcessTable, roots: readonly number[]) {
  const members = new Map(roots.flatMap((root) => below(table, root)).map((entry) => [entry.pid, entry]));
  let bytes = 0;
  for (const { residentBytes } of members.values()) bytes += residentBytes;
  return { bytes, processes: members.size };
}
