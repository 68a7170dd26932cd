import type { PairedRun } from '@/lib/contracts/paired-comparisons';
import { compareScores, type ScoreComparison } from '@/lib/evaluation/compare-scores';
import { keepsQuality } from '@/lib/report/claims/keeps-quality';
import type { MeasuredPrompt } from '@/lib/report/claims/run-gain';

/** A run by all that it measured on held-out, and of those the prompt that it leaves behind. */
export interface MeasuredSide {
  readonly points: readonly MeasuredPrompt[];
  readonly best: MeasuredPrompt;
}

/** A run against another one, with the one verdict about the two, by the margin that it registered itself. */
export function pairedRun(
  baseline: MeasuredSide,
  other: MeasuredSide,
  margin: number,
): ScoreComparison & Pick<PairedRun, 'quality' | 'margin'> {
  const claim = keepsQuality(other.points, baseline.points, margin);
  const comparison = compareScores(baseline.best, other.best, claim?.difference);
  return { ...comparison, quality: claim?.answer ?? 'undecided', margin };
}
