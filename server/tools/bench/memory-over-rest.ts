import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { atMost, type BenchRow } from './bench-row';

/**
 * Resident memory of processes over what they hold at rest, as Linux tells it; elsewhere it is unknown. Rest is taken
 * once no process has moved by more than 2 MB between two readings: garbage of the start would otherwise count as rest,
 * and hide what is measured.
 */
const READING_MS = 5_000;
const QUIET_MB = 2;
const READINGS_MAX = 60;
const LOOK_MS = 100;

export interface WatchedProcess {
  readonly name: string;
  readonly pid: number | null;
}

export class MemoryOverRest {
  private readonly mostMb: number[];
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly processes: readonly WatchedProcess[],
    private readonly restMb: readonly number[],
  ) {
    this.mostMb = [...restMb];
    this.timer = setInterval(() => {
      for (const [index, now] of residentMb(processes).entries())
        this.mostMb[index] = Math.max(this.mostMb[index] ?? 0, now);
    }, LOOK_MS);
  }

  /** @throws Error where the processes do not come to rest */
  static async watch(processes: readonly WatchedProcess[]): Promise<MemoryOverRest> {
    let before = residentMb(processes);
    for (let reading = 0; reading < READINGS_MAX; reading += 1) {
      await wait(READING_MS);
      const now = residentMb(processes);
      const isQuiet = now.every((mb, index) => Math.abs(mb - (before[index] ?? 0)) <= QUIET_MB);
      if (isQuiet) return new MemoryOverRest(processes, now);
      before = now;
    }
    throw new Error(
      `The processes did not come to rest: ${before.map((mb) => mb.toFixed(0)).join(', ')} MB.`,
    );
  }

  /** Ends the watching. */
  rows(during: string, limitMb: number): readonly BenchRow[] {
    clearInterval(this.timer);
    return this.processes.map(({ name }, index) => {
      const rest = this.restMb[index] ?? 0;
      const over = (this.mostMb[index] ?? 0) - rest;
      const value = rest > 0 ? atMost(over, limitMb) : { value: null, target: `≤ ${limitMb}`, met: null };
      const note = `${rest.toFixed(0)} MB at rest`;
      return { name: `memory of the ${name} over rest ${during}`, unit: 'MB', ...value, note };
    });
  }
}

function residentMb(processes: readonly WatchedProcess[]): number[] {
  return processes.map(({ pid }) => {
    const file = `/proc/${pid}/status`;
    if (pid === null || !existsSync(file)) return 0;
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1000;
  });
}
