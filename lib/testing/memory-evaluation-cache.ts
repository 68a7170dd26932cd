import { type EvaluationCache, type EvaluationKey, evaluationKeyHash } from '@/lib/ports/evaluation-cache';
import type { ModelReply } from '@/lib/ports/language-model';

/** The evaluation cache's fake. Same contract suite as the one on Postgres. */
export interface MemoryEvaluationCache extends EvaluationCache {
  /** Number of answers kept and not invalidated. */
  readonly size: number;
  invalidate(key: EvaluationKey): void;
}

export function memoryEvaluationCache(): MemoryEvaluationCache {
  const kept = new Map<string, ModelReply>();
  return {
    get size() {
      return kept.size;
    },
    async find(key) {
      return kept.get(evaluationKeyHash(key));
    },
    async keep(key, reply) {
      const hash = evaluationKeyHash(key);
      if (!kept.has(hash)) kept.set(hash, reply);
    },
    invalidate(key) {
      kept.delete(evaluationKeyHash(key));
    },
  };
}
