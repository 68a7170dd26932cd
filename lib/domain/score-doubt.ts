/** Facts against the held-out scores of a run, and the doubt that follows (policy/score-doubt). */
export interface ScoreFacts {
  readonly split: { readonly usedToTune: boolean | null; readonly usedToTuneNote: string | null } | null;
  /** Answers behind the best score that were put aside after it was measured; null = none. */
  readonly putAside: { readonly answers: number; readonly by: string; readonly reason: string } | null;
  /** The last word on the run's judge; null where code scores or nothing was calibrated. */
  readonly judge: { readonly verdict: string; readonly explanation: string } | null;
}

export interface ScoreDoubt {
  readonly code: 'contaminated' | 'superseded' | 'judgeFailed';
  /** For a badge. */
  readonly word: string;
  readonly sentence: string;
}
