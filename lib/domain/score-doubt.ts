/** Facts against the held-out scores of a run, and the doubt that follows (policy/score-doubt). */
export interface ScoreFacts {
  readonly split: { readonly usedToTune: boolean | null; readonly usedToTuneNote: string | null } | null;
  /** Answers behind the best score that were put aside after it was measured; null = none. */
  readonly putAside: { readonly answers: number; readonly by: string; readonly reason: string } | null;
  /** The last word on the run's judge; null where code scores or nothing was calibrated. */
  readonly judge: { readonly verdict: string; readonly explanation: string } | null;
  /** An exploratory run: its scores are measured and shown, and quoted nowhere. */
  readonly isExploratory: boolean;
}

export interface ScoreDoubt {
  readonly code: 'contaminated' | 'superseded' | 'judgeFailed' | 'exploratory';
  /** For a badge. */
  readonly word: string;
  readonly sentence: string;
}
