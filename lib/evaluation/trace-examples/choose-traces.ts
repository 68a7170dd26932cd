import type { TraceSplit, TracesLeftOut } from '@/lib/domain/trace-examples';
import { seededRng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';
import { holdsPlaceholder } from '../privacy/redact';

/** A trace as examples are chosen from it: facts about its texts, not the texts. */
export interface TraceCandidate {
  readonly id: string;
  /** The same for the same task. */
  readonly taskHash: string;
  /** In [0, 1]; null = it was not judged. */
  readonly score: number | null;
  readonly startedAtMs: number;
  readonly sessionId: string | null;
  readonly userId: string | null;
  /** Why its texts make no example; null = they do. */
  readonly lacks: 'withoutTask' | 'withoutOutput' | 'cut' | null;
}

export interface TraceChoice {
  readonly splitBy: TraceSplit;
  readonly count: number;
  readonly seed: number;
}

export interface ChosenTraces {
  readonly chosen: readonly TraceCandidate[];
  readonly leftOut: Omit<TracesLeftOut, 'nearInLaterPart'>;
}

/**
 * A seeded choice of traces whose output was right: of those with the same task the newest is kept, so that a changed answer
 * replaces the former one. Each trace left out is counted once, under its first reason. The order of the input does not
 * matter. Cost: O(n log n) for n traces.
 */
export function chooseTraces(
  candidates: readonly TraceCandidate[],
  { splitBy, count, seed }: TraceChoice,
): ChosenTraces {
  const leftOut = {
    ...{ withoutTask: 0, withoutOutput: 0, cut: 0, unjudged: 0, notRight: 0, maskedGroup: 0 },
    ...{ repeated: 0, beyondCount: 0 },
  };
  const byTask = new Map<string, TraceCandidate>();
  for (const trace of [...candidates].sort(newestFirst)) {
    const reason = reasonAgainst(trace, splitBy) ?? (byTask.has(trace.taskHash) ? 'repeated' : null);
    if (reason === null) byTask.set(trace.taskHash, trace);
    else leftOut[reason] += 1;
  }
  const chosen = shuffled([...byTask.values()], seededRng(`trace-examples-${seed}`)).slice(0, count);
  return { chosen, leftOut: { ...leftOut, beyondCount: byTask.size - chosen.length } };
}

function reasonAgainst(
  { lacks, score, sessionId, userId }: TraceCandidate,
  splitBy: TraceSplit,
): (keyof TracesLeftOut & keyof ChosenTraces['leftOut']) | null {
  if (lacks !== null) return lacks;
  if (score === null) return 'unjudged';
  if (score < 1) return 'notRight';
  const group = splitBy === 'session' ? sessionId : splitBy === 'user' ? userId : null;
  // A placeholder differs between traces of one user and is alike for several: it says nothing of who it was.
  return group !== null && holdsPlaceholder(group) ? 'maskedGroup' : null;
}

function newestFirst(a: TraceCandidate, b: TraceCandidate): number {
  return b.startedAtMs - a.startedAtMs || (a.id < b.id ? -1 : 1);
}
