import { canonicalHash } from '@/lib/domain/content-hash';
import type { ModelReply } from './language-model';

/**
 * Answers on evaluation splits that another run has paid for, across runs of a workspace.
 *
 * Contract: the same key gives the same reply for ever, until a person invalidates it with a reason; `keep` of a key
 * that is there already does nothing. Only whole, usable replies are kept.
 */
export interface EvaluationCache {
  find(key: EvaluationKey): Promise<ModelReply | undefined>;
  keep(key: EvaluationKey, reply: ModelReply): Promise<void>;
}

/** R-113 and architecture 4: what an evaluation's answer depends on. All hashes are sha256. */
export interface EvaluationKey {
  readonly namespace: string;
  readonly candidateHash: string;
  readonly inputHash: string;
  /** Hash of the scorer, or of the judge and its rubric; the answer itself does not depend on it, the score does. */
  readonly evaluatorHash: string;
  readonly servingModelHash: string;
  readonly paramsHash: string;
  readonly repetition: number;
}

/** All parts of a key as one: the cache's primary key within a workspace. */
export function evaluationKeyHash(key: EvaluationKey): string {
  return canonicalHash(key);
}
