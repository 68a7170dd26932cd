/**
 * One request that both prompts answered, as far as it is known. Whose answer is which never leaves these two names: the
 * incumbent is what served at the registration, the challenger what is on trial. Knows no rows and no HTTP.
 */
export type Side = 'incumbent' | 'challenger';

export interface AnswerOutcome {
  /** In 0..1. Null = lost, or failed without a score: counted as 0. */
  readonly score: number | null;
  readonly latencyMs: number | null;
  readonly costUsd: number | null;
  /** Cause of the failure, in a word; null = none. */
  readonly failure: string | null;
}

export interface PairState extends Readonly<Record<Side, AnswerOutcome>> {
  /** It was counted; from then on nothing of it changes. */
  readonly isSettled: boolean;
}

/** Posted guardrail scores: incumbent's and challenger's by the guardrail's name. */
export type CustomScores = Readonly<Record<string, readonly [incumbent: number, challenger: number]>>;
