import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 2;

/**
 * Ends processes that may start others meanwhile: all are halted first, until a look finds none that still runs, and
 * killed then. Resolves once all are gone.
 */
export async function killAll(members: () => readonly number[]): Promise<void> {
  const halted = new Set<number>();
  for (let fresh = members(); fresh.length > 0; fresh = members().filter((pid) => !halted.has(pid))) {
    for (const pid of fresh) {
      send(pid, 'SIGSTOP');
      halted.add(pid);
    }
  }
  for (let left = members(); left.length > 0; left = members()) {
    for (const pid of left) send(pid, 'SIGKILL');
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
