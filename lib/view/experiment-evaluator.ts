import { evaluationCacheSettings, judgingSettings } from '@/lib/contracts/evaluator-settings';
import { modelChoiceOf, numberOr, numberOrNull, shareOr, textOfNumber, textOfShare } from './draft-numbers';

/** Who judges, how that is checked, and whether answers that were paid are used again; while it is filled in. */
export interface EvaluatorDraft {
  readonly judge: 'separate' | 'proposer';
  readonly forcedReason: string;
  /** In percent. */
  readonly sampleShare: string;
  readonly minPairs: string;
  readonly spearmanMin: string;
  readonly costCeilingUsd: string;
  /** `provider/model`; empty = none. */
  readonly proxy: string;
  readonly readsCache: boolean;
  readonly cacheOffReason: string;
}

const JUDGING = judgingSettings.parse({});
const CACHE = evaluationCacheSettings.parse({});

export const EMPTY_EVALUATOR: EvaluatorDraft = {
  judge: JUDGING.judge,
  forcedReason: '',
  sampleShare: textOfShare(JUDGING.sampleShare),
  minPairs: String(JUDGING.minPairs),
  spearmanMin: String(JUDGING.spearmanMin),
  costCeilingUsd: textOfNumber(JUDGING.costCeilingUsd),
  proxy: '',
  readsCache: CACHE.read,
  cacheOffReason: CACHE.offReason,
};

export function judgingOfDraft(draft: EvaluatorDraft) {
  return {
    judge: draft.judge,
    // The reason belongs to the forced choice; kept after the choice is taken back, it would seem to still apply.
    forcedReason: draft.judge === 'proposer' ? draft.forcedReason.trim() || null : null,
    sampleShare: shareOr(draft.sampleShare, JUDGING.sampleShare),
    minPairs: numberOr(draft.minPairs, JUDGING.minPairs),
    spearmanMin: numberOr(draft.spearmanMin, JUDGING.spearmanMin),
    costCeilingUsd: numberOrNull(draft.costCeilingUsd),
    proxy: modelChoiceOf(draft.proxy),
  };
}

export function cacheOfDraft({ readsCache, cacheOffReason }: EvaluatorDraft) {
  return { read: readsCache, offReason: readsCache ? '' : cacheOffReason };
}
