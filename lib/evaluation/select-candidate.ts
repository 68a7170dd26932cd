/**
 * Which prompt a run hands on: the best on held-out, never on train. Candidates of equal score are told
 * apart by what serving them costs, then by length, then by age. There is no other way to choose: nothing here takes a
 * training score.
 */
export interface MeasuredCandidate {
  readonly scoreHeldOut: number;
  /** List price of answering the measuring split once under this candidate; null where a model has no price. */
  readonly costUsd: number | null;
  /** Length of the prompt in characters. */
  readonly length: number;
}

/**
 * Whether a candidate that was measured later takes the place of the best so far. Equal in all three: the earlier one
 * stays. Costs are compared only where both are known, since an unknown price is neither high nor low.
 */
export function replacesBest(later: MeasuredCandidate, best: MeasuredCandidate): boolean {
  if (later.scoreHeldOut !== best.scoreHeldOut) return later.scoreHeldOut > best.scoreHeldOut;
  if (later.costUsd !== null && best.costUsd !== null && later.costUsd !== best.costUsd) {
    return later.costUsd < best.costUsd;
  }
  return later.length < best.length;
}
