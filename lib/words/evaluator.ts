import type { CalibrationFinding } from '@/lib/domain/calibration';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { JudgeSeat } from '@/lib/domain/model-role';
import type { Scorer } from '@/lib/domain/scored-by';
import { SELF_JUDGED } from '@/lib/policy/evaluator';
import { storedOr } from './stored-sentence';

type Calibrated = FactData['evaluator.calibrated'];
type Reverted = FactData['evaluator.reverted'];

/** The finding of a calibration, or who scores where no model judges. */
export function calibratedSentence(fact: Calibrated): string {
  return storedOr(
    fact,
    'explanation',
    ({ verdict, scorer, spearman, pairs, minPairs = 0, spearmanMin = 0 }) =>
      verdict === 'notApplicable'
        ? scorerSentence(scorer)
        : calibrationSentence({ verdict, spearman, pairs, minPairs, spearmanMin }),
  );
}

export function revertedSentence(fact: Reverted): string {
  return storedOr(
    fact,
    'explanation',
    ({ to, calibration }) => `${SELF_JUDGED} ${calibrationSentence(calibration)} ${to} judges from here on.`,
  );
}

/** The judge that gave its seat up; stored names of old facts have their seat in them. */
export const revertedFrom = ({ from, calibration }: Reverted): string =>
  calibration === undefined ? from : judgeName(from, 'proposer');

/** A model as a judge: "small (proxy)". Old facts have the seat of the reference in its name. */
export function judgeName(model: string, seat: JudgeSeat | undefined): string {
  const suffix = seat === 'proxy' ? ' (proxy)' : seat === 'proposer' ? ' (proposer as judge)' : '';
  return model.endsWith(suffix) ? model : `${model}${suffix}`;
}

export function calibrationSentence(finding: CalibrationFinding): string {
  const { verdict, spearman, pairs, minPairs, spearmanMin } = finding;
  if (pairs < minPairs)
    return `Not yet calibrated: ${pairs} of at least ${minPairs} pairs could be scored by both judges.`;
  if (spearman === null)
    return `Not calibratable: a judge gave all ${pairs} answers the same score, so there is no order to compare.`;
  const sign = verdict === 'passed' ? 'reaches' : 'is below';
  return `Spearman ${spearman.toFixed(3)} over ${pairs} pairs ${sign} ${spearmanMin.toFixed(2)}.`;
}

/**
 * Only our own code is known to give one answer one score. What scores outside may change behind its name, and nothing
 * is calibrated there: that is said, never taken for honesty by construction.
 */
export function scorerSentence(scorer: Scorer | undefined): string {
  switch (scorer?.by) {
    case 'http':
      return `An HTTP evaluator outside Waggle scores (${scorer.name}): its scores are taken as they come and are not calibrated.`;
    case 'program':
      return `The program "${scorer.name}" of the worker's operator scores: its scores are taken as they come and are not calibrated.`;
    case 'judge':
      return 'A model judges.';
    case 'environment':
      return 'The environment of each task judges what the agent left there: its tests are not calibrated.';
    default:
      return `Code (${scorer?.kind}) scores: one answer always has one score, so there is nothing to calibrate.`;
  }
}
