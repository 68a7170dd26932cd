import type { CalibrationFinding, CalibrationVerdict } from '@/lib/domain/calibration';
import type { JudgingSettings } from '@/lib/domain/manifest';
import { spearman } from '@/lib/stats/correlation';
import { spearmanInterval } from '@/lib/stats/spearman-interval';
import { mean } from '@/lib/stats/summary';

/**
 * May this judge's scores be believed? Two judges score the same answers, and their orders are compared by Spearman's
 * rho with ties. Decided once, at the size that was fixed before (rulings E2): a second look after a bad result would
 * be a search for a good one. Knows no model and calls none; returns a decision with its reason.
 */
export interface JudgedAnswer {
  /** Null: the verdict could not be read. Such an answer forms no pair. */
  readonly acting: number | null;
  readonly reference: number | null;
  /** The acting judge's second score of the same answer. */
  readonly again: number | null;
}

export interface Calibration extends CalibrationFinding {
  readonly lower: number | null;
  readonly upper: number | null;
  /** Mean absolute difference of the acting judge's two scores: what it disagrees with itself by. */
  readonly judgeNoise: number | null;
}

type Rule = Pick<JudgingSettings, 'sampleShare' | 'minPairs' | 'spearmanMin'>;

/** max(share of the answers, minPairs), and no more than there are. 5 % of 200 would be 10 pairs, which say nothing. */
export function calibrationSize(rule: Rule, answers: number): number {
  return Math.min(answers, Math.max(Math.ceil(rule.sampleShare * answers), rule.minPairs));
}

export function decideCalibration(rule: Rule, judged: readonly JudgedAnswer[]): Calibration {
  const pairs = judged.flatMap(({ acting, reference }) =>
    acting === null || reference === null ? [] : [{ acting, reference }],
  );
  const acting = pairs.map((pair) => pair.acting);
  const reference = pairs.map((pair) => pair.reference);
  const rho = spearman(acting, reference);
  const interval = rho === undefined ? undefined : spearmanInterval(rho, acting, reference);
  return {
    verdict: verdictOf(rule, pairs.length, rho),
    spearman: rho ?? null,
    lower: interval?.lower ?? null,
    upper: interval?.upper ?? null,
    pairs: pairs.length,
    minPairs: rule.minPairs,
    spearmanMin: rule.spearmanMin,
    judgeNoise: noiseOf(judged),
  };
}

function verdictOf(
  { minPairs, spearmanMin }: Rule,
  pairs: number,
  rho: number | undefined,
): CalibrationVerdict {
  if (pairs < minPairs || rho === undefined) return 'notCalibratable';
  // Exactly at the threshold passes; the sum behind rho may miss it by the last bits of a double.
  return rho >= spearmanMin - 1e-12 ? 'passed' : 'failed';
}

function noiseOf(judged: readonly JudgedAnswer[]): number | null {
  const differences = judged.flatMap(({ acting, again }) =>
    acting === null || again === null ? [] : [Math.abs(acting - again)],
  );
  return mean(differences) ?? null;
}
