import type { ScoringSpec } from './scoring';

/** Who gives a score: our own code, a model that judges, the operator's program, an evaluator behind an address, or the environment. */
export type ScoredBy = 'code' | 'judge' | 'program' | 'http' | 'environment';

export function scoredBy({ kind }: Pick<ScoringSpec, 'kind'>): ScoredBy {
  if (kind === 'judge' || kind === 'http' || kind === 'environment') return kind;
  return kind === 'command' ? 'program' : 'code';
}

/** Who scores a task, by its name where it has one. `lib/words/evaluator` has the sentence. */
export interface Scorer {
  readonly by: ScoredBy;
  readonly kind: ScoringSpec['kind'];
  readonly name: string | null;
}

export function scorerOf(scoring: ScoringSpec): Scorer {
  const name = scoring.kind === 'http' ? scoring.url : scoring.kind === 'command' ? scoring.command : null;
  return { by: scoredBy(scoring), kind: scoring.kind, name };
}
