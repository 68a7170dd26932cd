/**
 * A probe set: answers that an evaluator scored, scored again, with the reading of the differences and the
 * state of a canary's evaluator. Independent of rows and models.
 */
/** Scorer of the pairs: outside Waggle, a rule of code, a model as judge, or a program that may call one. */
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
  /** Whether it has scored a pair of this canary; false if all outcomes were posted. */
  readonly isUsed: boolean;
  readonly latest: (ProbeReading & { readonly at: string }) | null;
}
