/**
 * Answers that an evaluator had scored, scored again: what a reading of such a probe set says, and how the evaluator of a
 * canary stands. Knows no rows and no model.
 */
/** Scorer of the pairs: outside of Waggle, a rule of code, a model as judge, or a program that may call one. */
export type EvaluatorKind = 'none' | 'code' | 'judge' | 'program';

export interface ProbeReading {
  /** Answers that were scored both times. */
  readonly n: number;
  readonly meanThen: number;
  readonly mean: number;
  readonly standardError: number;
  readonly shift: number;
  readonly p: number;
}

export interface EvaluatorFacts {
  readonly kind: EvaluatorKind;
  /** Answers in the probe set. */
  readonly answers: number;
  /** Whether it has scored a pair of this canary; false where all outcomes were posted. */
  readonly isUsed: boolean;
  readonly latest: (ProbeReading & { readonly at: string }) | null;
}
