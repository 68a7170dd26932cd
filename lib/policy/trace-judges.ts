import type { JudgeAgreement } from '@/lib/domain/trace-scoring';

/**
 * A judge scores collected traces only where it agrees with people on traces that people have judged. Nothing is
 * expected of a trace, so no other check of a judge is possible.
 */
export interface JudgeRefusal {
  readonly sentence: string;
  readonly howToProceed: readonly string[];
}

/** Null = it may score. Never compared, too few pairs and too little agreement all refuse. */
export function judgeRefusal(agreement: JudgeAgreement | null): JudgeRefusal | null {
  if (agreement === null)
    return {
      sentence: 'This judge was not compared with people yet.',
      howToProceed: ['Compare it on traces that people have judged.'],
    };
  const { verdict, spearman, pairs, minPairs, spearmanMin } = agreement;
  if (verdict === 'passed') return null;
  if (pairs < minPairs)
    return {
      sentence: `The comparison of this judge has ${pairs} scores of at least ${minPairs}.`,
      howToProceed: ['Compare it again.', 'Or let people judge more traces.'],
    };
  const found =
    spearman === null
      ? 'One side gave all traces the same score, so there is no order to compare.'
      : `Spearman ${spearman.toFixed(2)} is below ${spearmanMin.toFixed(2)}.`;
  return {
    sentence: `This judge does not agree with people. ${found}`,
    howToProceed: [
      'Change its rubric or its model.',
      `Or let people judge ${minPairs} other traces, and compare it on those.`,
    ],
  };
}

/** Null = a comparison may start. */
export function comparisonRefusal(available: number, minPairs: number): JudgeRefusal | null {
  if (available >= minPairs) return null;
  return {
    sentence: `People have judged ${available} traces that a comparison may take; it needs ${minPairs}.`,
    howToProceed: [`Judge ${minPairs - available} more traces on the page Judge.`],
  };
}
