/** How far a sweep is and how long it will still take, from its own cells. Knows nothing of clocks. */
export interface ProgressInput {
  /** Expected and actual time of finished cells. */
  readonly done: readonly { readonly expectedMs: number; readonly tookMs: number }[];
  /** Time left of live cells, where their runs can tell it; else their expected time. */
  readonly liveMs: readonly number[];
  /** Expected time of waiting cells. */
  readonly waitingMs: readonly number[];
  readonly concurrent: number;
}

/**
 * Time left, spread over the concurrent runs, and never less than the longest of them:
 *
 *     left = max(longest, (sum(live) + r * sum(waiting)) / concurrent),   r = took / expected over the done cells
 */
export function sweepTimeLeftMs({ done, liveMs, waitingMs, concurrent }: ProgressInput): number {
  const expected = sum(done.map(({ expectedMs }) => expectedMs));
  const ratio = expected > 0 ? sum(done.map(({ tookMs }) => tookMs)) / expected : 1;
  const waiting = waitingMs.map((ms) => ms * ratio);
  const longest = Math.max(0, ...liveMs, ...waiting);
  return Math.round(Math.max(longest, (sum(liveMs) + sum(waiting)) / Math.max(1, concurrent)));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
