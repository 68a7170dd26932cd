/**
 * Since when the upstream of a run has been failing before the run could even begin, as this process saw it. Taking a
 * run over from a dead worker is no such failure, so tries of the job do not count here.
 */
const failingSinceMs = new Map<string, number>();

/** Whether it has been failing for longer than the patience. */
export function isPatienceOver(runId: string, patienceMs: number, nowMs = performance.now()): boolean {
  const since = failingSinceMs.get(runId) ?? nowMs;
  failingSinceMs.set(runId, since);
  return nowMs - since >= patienceMs;
}

/** The upstream is there, or the run has been paused: the next failure begins a new count. */
export function forgetUpstream(runId: string): void {
  failingSinceMs.delete(runId);
}
