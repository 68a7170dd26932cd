import { readdir, readFile } from 'node:fs/promises';

/**
 * Keeps programs within their memory by looking at what their process groups hold, four times a second, and calling
 * back over the limit. Not the kernel's own limits: those count address space, of which a JavaScript or Java runtime
 * reserves gigabytes that it never touches. What is allocated and freed between two looks is not seen, a process that
 * leaves its group is not counted, and where there is no /proc (anything but Linux) nothing is.
 */
const LOOK_MS = 250;
const PAGE_BYTES = 4096;

interface Watched {
  readonly limitBytes: number;
  readonly over: () => void;
}

const watched = new Map<number, Watched>();
let timer: NodeJS.Timeout | undefined;

/** Watches one group until it is told to leave off. Gives back the way to leave off. */
export function watchMemory(group: number, limitBytes: number, over: () => void): () => void {
  watched.set(group, { limitBytes, over });
  timer ??= setInterval(look, LOOK_MS).unref();
  return () => {
    watched.delete(group);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export const isMemoryWatched = process.platform === 'linux';

async function look(): Promise<void> {
  const held = new Map<number, number>();
  const processes = (await readdir('/proc').catch(() => [])).filter((entry) => /^\d+$/.test(entry));
  for (const pid of processes) {
    // Gone since the listing: it holds nothing any more.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name, in parentheses, may hold spaces; after it: state, parent, group, ..., and resident pages as 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const group = Number(fields[2]);
    if (watched.has(group)) held.set(group, (held.get(group) ?? 0) + Number(fields[21]) * PAGE_BYTES);
  }
  for (const [group, bytes] of held) {
    const one = watched.get(group);
    if (one && bytes > one.limitBytes) one.over();
  }
}
