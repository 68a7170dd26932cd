import type { FlushEntry } from '@/lib/domain/flush';
import type { DispatchInputs, WaitingRequest } from '@/lib/engine/dispatch/decide-flush';
import { interpretLook } from './interpret-pseudocode';
import { parsePseudocode } from './parse-pseudocode';

/**
 * Runs a policy's pseudocode over the arrivals that a journal's log holds, flush by flush, and says how many batches
 * come out the same. Checking a run's scheduling needs its log and its manifest, nothing else.
 */
export interface FlushReplay {
  readonly flushes: number;
  readonly agreed: number;
  /** The line held requests that were cancelled later, which the log of flushes does not name. */
  readonly uncheckable: number;
}

/** Replays the flushes of one process, in order, from its first: each process counts its arrivals anew. */
export function replayFlushes(pseudocode: string, entries: readonly FlushEntry[]): FlushReplay {
  const program = parsePseudocode(pseudocode);
  const byArrival = new Map(
    entries
      .flatMap(({ members }) => members)
      .map(({ arrival, atMs, ...member }) => [arrival, { ...member, arrival, arrivedMs: atMs }] as const),
  );
  const waiting = new Map([...byArrival].sort(([a], [b]) => a - b));
  let agreed = 0;
  let uncheckable = 0;
  for (const entry of entries) {
    const line = new Map([...waiting].filter(([arrival]) => arrival < entry.inputs.arrivals));
    const [batch] = interpretLook(program, line, inputsOf(entry)).flushes;
    if (line.size !== entry.inputs.queued) uncheckable += 1;
    else if (batch && batch.reason === entry.reason && sameMembers(batch.members, entry)) agreed += 1;
    for (const { arrival } of entry.members) waiting.delete(arrival);
  }
  return { flushes: entries.length, agreed, uncheckable };
}

function inputsOf({ inputs, atMs }: FlushEntry): DispatchInputs {
  const { lanes, lanesBusy, rewardVariance, hurrying } = inputs;
  return { nowMs: atMs, lanes, lanesBusy, rewardVariance, hurrying };
}

const sameMembers = (batch: readonly WaitingRequest[], { members }: FlushEntry) =>
  batch.length === members.length && batch.every(({ key }, index) => key === members[index]?.key);
