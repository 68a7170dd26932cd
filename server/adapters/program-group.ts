import { readdirSync, readFileSync } from 'node:fs';

/** Signals to all processes of a group. */
export function killGroup(leader: number | undefined): void {
  if (leader !== undefined) send(-leader, 'SIGKILL');
}

/** Asks a group to end. A leader that is bubblewrap is left out: with it the whole sandbox would be killed at once. */
export function askGroupToEnd(leader: number | undefined, isSandboxed: boolean): void {
  if (leader === undefined) return;
  if (isSandboxed) for (const pid of followers(leader)) send(pid, 'SIGTERM');
  else send(-leader, 'SIGTERM');
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // There is no process left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function followers(leader: number): number[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.map(Number).filter((pid) => pid !== leader && groupOf(pid) === leader);
}

/** Not a number where the process is gone since the listing. */
function groupOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name, in parentheses, may hold spaces; after it: state, parent, group.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  } catch {
    return Number.NaN;
  }
}
