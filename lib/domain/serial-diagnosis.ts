import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { SeenUnit } from './imported-run';

/**
 * Verdict of a serial curve about scaling its task: the content of the one-page diagnosis, hashed verbatim. Written
 * once and never changed; whether a newer one has taken it back is no part of it.
 */
export type DiagnosisVerdict = 'go' | 'noGo' | 'undecided';

/** `meansOnly` and `notHeldOut` are of imported curves; the rest is what the convergence rule finds. */
export type DiagnosisFinding =
  | 'plateauAbove'
  | 'plateauNotAbove'
  | 'stillRising'
  | 'falling'
  | 'stalled'
  | 'tooFewMeasurements'
  | 'cannotBeTold'
  | 'meansOnly'
  | 'notHeldOut'
  | 'unknown';

/**
 * How often a serial baseline's diagnosis may answer a measured candidate by default: a flat curve of
 * the default schedule with 10 % noisy answers on 300 examples gets its go in 4 of 5 runs (docs/measurements/diagnosis.md).
 */
export const REPETITIONS_DEFAULT = 40;

export interface SerialDiagnosis {
  readonly id: string;
  /** ISO time. */
  readonly madeAt: string;
  readonly verdict: DiagnosisVerdict;
  readonly finding: DiagnosisFinding;
  /** One sentence with the numbers in it. */
  readonly reason: string;
  /** Alternatives; empty only for a go. */
  readonly alternatives: readonly string[];
  readonly source: DiagnosisSource;
  readonly scope: DiagnosisScope;
  readonly curve: DiagnosisCurve;
  /** Basis of the decision; null where none was possible. */
  readonly decision: DiagnosisDecision | null;
}

export type DiagnosisSource =
  | { readonly kind: 'run'; readonly runId: string; readonly label: string; readonly seed: number | null }
  | { readonly kind: 'imported'; readonly importedRunId: string; readonly name: string };

/** Scope of the verdict; of an imported curve as its source states it. */
export interface DiagnosisScope {
  readonly task: string;
  /** Null = not one of our registrations. */
  readonly splitHash: string | null;
  readonly heldOutExamples: number | null;
  readonly method: string;
  /** A line a model role: model and hardware. */
  readonly hardware: readonly string[];
  readonly practice: boolean;
}

export interface DiagnosisCurve {
  readonly unit: SeenUnit;
  /** The original prompt's first. */
  readonly points: readonly DiagnosisPoint[];
}

/** Shares of 1. */
export interface DiagnosisPoint {
  readonly seen: number;
  readonly score: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly n: number | null;
  /** The prompt had not changed: the score of the point before it, stated once more. */
  readonly restated?: true;
}

export interface DiagnosisDecision {
  readonly window: number;
  readonly look: number;
  readonly settings: {
    readonly windowMin: number;
    readonly windowShare: number;
    readonly horizon: number;
    readonly equivalenceMargin: number;
    readonly fallMargin: number;
    readonly alpha: number;
  };
  readonly furtherGain: PairedDifference | null;
  readonly aboveOriginal: PairedDifference | null;
  readonly unevenP: number | null;
  /** Absent in diagnoses from before a run measured on. */
  readonly repetitions?: number;
  readonly repetitionsMax?: number;
  /** Variance of one answer to an example; null = nothing was answered twice. */
  readonly noise?: number | null;
  /** Measurements of the window with a new prompt; null = all, absent in older diagnoses. */
  readonly acceptance?: {
    readonly accepted: number;
    readonly of: number;
    readonly furtherGainUpper: number;
  } | null;
}
