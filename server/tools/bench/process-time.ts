import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Processor time that Linux counts for processes, in hundredths of a second; other systems give NaN. */

/** User and system time of a process with all its threads. */
export function cpuMs(pid: number | null): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The same with its children, those that have ended included. */
export function familyCpuMs(pid: number): number {
  if (!existsSync('/proc')) return Number.NaN;
  const ended = statOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))[1]) === pid)
    .map((name) => cpuMs(Number(name)));
  const own = cpuMs(pid) + (Number(ended[13]) + Number(ended[14])) * 10;
  return children.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : one), own);
}

/** Fields behind the name, the state first; none where there is no such process. */
function statOf(pid: number | null): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}
