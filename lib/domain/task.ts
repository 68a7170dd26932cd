import type { ScoringSpec } from './scoring';

/** A named job with an input shape, an output shape and a metric. */
export interface Task {
  readonly id: string;
  readonly name: string;
  /** One or two sentences for the generator: what the task is and what an answer looks like. */
  readonly instructions: string;
  readonly inputShape: string;
  readonly outputShape: string;
  readonly scoring: ScoringSpec;
  /** The candidate itself is scored: no model answers, its text is the answer to every example. */
  readonly artefact?: true;
}
