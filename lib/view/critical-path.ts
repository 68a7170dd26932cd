/**
 * Which calls an iteration waited for: from its last answer back, each time the call whose answer came last before the
 * next one was sent. Nothing on this chain overlaps, so a shorter call there, and only there, could have ended it
 * earlier. What depended on what is not written down; the order in time is all that is read.
 *
 * O(n log n) for n calls.
 */
export interface Span {
  readonly sentMs: number;
  readonly answeredMs: number;
}

/** In the order of time; empty without a call. */
export function criticalPath<Call extends Span>(calls: readonly Call[]): readonly Call[] {
  const byAnswer = [...calls].sort((a, b) => a.answeredMs - b.answeredMs);
  const path: Call[] = [];
  let at = byAnswer.length - 1;
  while (at >= 0) {
    const call = byAnswer[at];
    if (call === undefined) break;
    path.unshift(call);
    at = lastBefore(byAnswer, call.sentMs, at);
  }
  return path;
}

/** Place of the last answer at or before `ms`, among the first `below` calls; -1 where there is none. */
function lastBefore(byAnswer: readonly Span[], ms: number, below: number): number {
  let low = 0;
  let high = below;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byAnswer[middle]?.answeredMs ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
