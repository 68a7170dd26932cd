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

/** `notCalibratable` also means "not yet calibrated": too few pairs. Neither may support a promotion. */
export type CalibrationVerdict = 'passed' | 'failed' | 'notCalibratable';

export interface Calibration {
  readonly verdict: CalibrationVerdict;
  readonly spearman: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly pairs: number;
  /** Mean absolute difference of the acting judge's two scores: what it disagrees with itself by. */
  readonly judgeNoise: number | null;
  readonly explanation: string;
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
    ...verdictOf(rule, pairs.length, rho),
    spearman: rho ?? null,
    lower: interval?.lower ?? null,
    upper: interval?.upper ?? null,
    pairs: pairs.length,
    judgeNoise: noiseOf(judged),
  };
}

function verdictOf(
  { minPairs, spearmanMin }: Rule,
  pairs: number,
  rho: number | undefined,
): Pick<Calibration, 'verdict' | 'explanation'> {
  if (pairs < minPairs) {
    const explanation = `Not yet calibrated: ${pairs} of at least ${minPairs} pairs could be scored by both judges.`;
    return { verdict: 'notCalibratable', explanation };
  }
  if (rho === undefined) {
    const explanation = `Not calibratable: a judge gave all ${pairs} answers the same score, so there is no order to compare.`;
    return { verdict: 'notCalibratable', explanation };
  }
  // Exactly at the threshold passes; the sum behind rho may miss it by the last bits of a double.
  const passes = rho >= spearmanMin - 1e-12;
  const sign = passes ? 'reaches' : 'is below';
  const explanation = `Spearman ${rho.toFixed(3)} over ${pairs} pairs ${sign} ${spearmanMin.toFixed(2)}.`;
  return { verdict: passes ? 'passed' : 'failed', explanation };
}

function noiseOf(judged: readonly JudgedAnswer[]): number | null {
  const differences = judged.flatMap(({ acting, again }) =>
    acting === null || again === null ? [] : [Math.abs(acting - again)],
  );
  return mean(differences) ?? null;
}
