import type { z } from 'zod';
import type { Cause } from './cause';
import type { Immutable } from './immutable';
import type { measurement } from './score-schema';

/**
 * A number in 0..1 from an evaluator. `rightParts / totalParts` carries micro accuracy (FiNER: tags), and a wrong
 * answer's reflection is told both: 1 part in all where the answer has none.
 */
export interface Score {
  readonly value: number;
  /** Whether the whole answer is right; what a reflection is told. */
  readonly correct: boolean;
  readonly rightParts: number;
  readonly totalParts: number;
  /** Further objectives by name, 0..1, where the evaluator gave them. */
  readonly objectives?: Readonly<Record<string, number>>;
  /** The evaluator's text next to the number: read by reflections, never scored. */
  readonly sideInformation?: string;
}

/**
 * No score: the evaluator, the environment or the provider failed, or a cap refused the call. Says nothing of the prompt,
 * so it is never a 0: missing examples are counted, take part in no mean, and nothing is learned from them.
 */
export interface Missing {
  readonly missing: Cause;
}

/** Result of scoring one answer. */
export type Scored = Score | Missing;

export const isMissing = (scored: Scored): scored is Missing => 'missing' in scored;

/** As facts and statistics hold it: null = missing. */
export const scoreValue = (scored: Scored): number | null => (isMissing(scored) ? null : scored.value);

export const SCORE_ZERO: Score = { value: 0, correct: false, rightParts: 0, totalParts: 1 };

/** Reply of an outside evaluator: a score 0..1, with optional feedback. */
export interface EvaluatorReply {
  readonly score: number;
  /** For people who read traces; shown to no model. */
  readonly notes: string;
  /** Further objectives by name, 0..1. */
  readonly objectives?: Readonly<Record<string, number>>;
  /** Feedback for reflections. */
  readonly sideInformation?: string;
  /** Dollars that scoring this answer took, where the evaluator reports them. */
  readonly costUsd?: number;
}

export type Measurement = Immutable<z.output<typeof measurement>>;
