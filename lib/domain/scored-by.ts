import type { ScoringSpec } from './scoring';

/** Who gives a score: our own code, a model that judges, the operator's program, or an evaluator behind an address. */
export type ScoredBy = 'code' | 'judge' | 'program' | 'http';

export function scoredBy({ kind }: Pick<ScoringSpec, 'kind'>): ScoredBy {
  if (kind === 'judge' || kind === 'http') return kind;
  return kind === 'command' ? 'program' : 'code';
}

/**
 * Only our own code is known to give one answer one score. What scores outside may change behind its name, and nothing
 * is calibrated there: that is said, never taken for honesty by construction.
 */
export function scorerSentence(scoring: ScoringSpec): string {
  if (scoring.kind === 'http')
    return `An HTTP evaluator outside Waggle scores (${scoring.url}): its scores are taken as they come and are not calibrated.`;
  if (scoring.kind === 'command')
    return `The program "${scoring.command}" of the worker's operator scores: its scores are taken as they come and are not calibrated.`;
  if (scoring.kind === 'judge') return 'A model judges.';
  return `Code (${scoring.kind}) scores: one answer always has one score, so there is nothing to calibrate.`;
}
