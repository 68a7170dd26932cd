import type { SurvivalThresholds } from '@/lib/domain/survival';
import { HASHED_NGRAM_ID } from '@/lib/stats/hashed-ngram-embedder';

/**
 * For the offline vectors, which see letters and not meaning. At 0.7 about a third of the words may differ, in any
 * order; two insights on different things stay below 0.4. A named id is evidence of its own, so half of that will do.
 * Chosen before any run was measured with them, on pairs of sentences (match-lines.test).
 */
export const SURVIVAL_THRESHOLDS: SurvivalThresholds = {
  embedderId: HASHED_NGRAM_ID,
  similarityMin: 0.7,
  similarityMinClaimed: 0.4,
};
