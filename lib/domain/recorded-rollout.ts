/**
 * The rollout of a collected trace, in the place of one that a run would carry out: drawn and frozen with its sample.
 * It was made under another prompt, so it teaches, and never counts as a score of the candidate.
 */
export interface RecordedRollout {
  /** Null = no step could be read: there is nothing to reflect upon but task and answer. */
  readonly trajectoryHash: string | null;
  readonly output: string;
  /** In [0, 1], as it was judged when the sample was drawn. */
  readonly score: number;
  /** Explanation of the judgement; empty = none. */
  readonly feedback: string;
}

/** A judged 1 is right; everything below it teaches what to change. */
export const isRight = ({ score }: Pick<RecordedRollout, 'score'>): boolean => score >= 1;
