import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 2;

/**
 * Ends processes that may start others meanwhile: all are halted first, until a look finds none that still runs, and
 * killed then. Their parent, a tool of ours, is not killed: it takes leave of its child and ends by itself, while a child
 * without parent would stay as a zombie where the machine's first process does not look after such. Resolves once
 * all are gone.
 */
export async function killAll(
  members: () => readonly number[],
  parent: { readonly pid: number; readonly isThere: () => boolean },
): Promise<void> {
  const halted = new Set<number>();
  for (let fresh = members(); fresh.length > 0; fresh = members().filter((pid) => !halted.has(pid))) {
    for (const pid of fresh) {
      send(pid, 'SIGSTOP');
      halted.add(pid);
    }
  }
  for (let left = members(); left.length > 0 || parent.isThere(); left = members()) {
    for (const pid of left) send(pid, 'SIGKILL');
    // The tool halts itself with its child.
    send(parent.pid, 'SIGCONT');
    await wait(LOOK_MS);
  }
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process is gone.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
