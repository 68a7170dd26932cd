/**
 * The most that parallel lanes can give a run, before it is started, from what an earlier run of the same
 * experiment took. Two bounds, and the lower one counts:
 *
 *     work   1 / (f + (1 - f) / lanes)       Amdahl, f = (level 2 + measurement) / all work: what must be waited for
 *     law    T(1) / T(bs) = bs^alpha         the fitted law of the delays (Combee 3.2) at the largest batch allowed
 *
 * A ceiling is no promise: calls of unequal length, a provider's limits and a lost held-out point all lie below it,
 * and the conditions say so.
 */
import type { PowerLawFit } from '@/lib/domain/batch-plan';
import { fitFaultWords } from '@/lib/words/batch-plan';
import type { IterationWork } from './lane-utilisation';
import { plural } from './strategy/words';

export interface CeilingInput {
  readonly iterations: readonly IterationWork[];
  /**
   * Wall time of the measurements if they could not overlap with learning; 0 considers learning time alone.
   */
  readonly measurementMs: number;
  readonly lanes: number;
  readonly fit: PowerLawFit | null;
  readonly largestBatch: number;
  /** The largest profiled size; null if none was profiled. */
  readonly profiledTo: number | null;
  readonly hardware: string;
}

export interface SpeedupCeiling {
  /** Null without a measurement to compute it from. */
  readonly ceiling: number | null;
  readonly byWork: number | null;
  readonly byLaw: number | null;
  /** f. */
  readonly serialShare: number | null;
  readonly sentence: string;
  /** Conditions that would make the ceiling wrong. */
  readonly invalidatedBy: readonly string[];
}

export function speedupCeiling(input: CeilingInput): SpeedupCeiling {
  const serialShare = serialShareOf(input);
  const byWork = serialShare === null ? null : 1 / (serialShare + (1 - serialShare) / input.lanes);
  const byLaw = lawBound(input);
  const bounds = [byWork, byLaw].filter((bound) => bound !== null);
  const ceiling = bounds.length === 0 ? null : Math.min(...bounds);
  const invalidatedBy = conditions(input);
  if (ceiling === null) {
    const sentence =
      'No ceiling: no ended run of the kind “Combee” has timed an iteration of this experiment yet.';
    return { ceiling, byWork, byLaw, serialShare, sentence, invalidatedBy };
  }
  const why = [
    ...(serialShare === null ? [] : [`${(serialShare * 100).toFixed(1)} % of the work has to be waited for`]),
    ...(byLaw === null
      ? []
      : [`the fitted law allows ${byLaw.toFixed(1)}× at batch size ${input.largestBatch}`]),
  ];
  const sentence = `At most ${ceiling.toFixed(1)}× with ${plural(input.lanes, 'lane')}: ${why.join('; ')}.`;
  return { ceiling, byWork, byLaw, serialShare, sentence, invalidatedBy };
}

function serialShareOf({ iterations, measurementMs }: CeilingInput): number | null {
  const whole = iterations.filter(({ tainted }) => !tainted);
  const parallel = whole.reduce((sum, { mapMs, groupMs }) => sum + mapMs + groupMs, 0);
  const serial = whole.reduce((sum, { combineMs }) => sum + combineMs, 0) + measurementMs;
  return parallel + serial > 0 ? serial / (parallel + serial) : null;
}

/** An untrusted law gives no bound; a law by which larger is slower gives a bound of 1. */
function lawBound({ fit, largestBatch }: CeilingInput): number | null {
  if (fit === null || fit.degenerate !== null || largestBatch < 1) return null;
  return Math.max(1, largestBatch ** fit.alpha);
}

/** The controller's own limit of trust in its profile (rulings E5). */
const EXTRAPOLATION = 2;

function conditions({ fit, largestBatch, profiledTo, lanes, hardware }: CeilingInput): string[] {
  const found = [
    `Calls of unequal length: the slowest of a batch is waited for, so the ceiling is not reached.`,
    `Fewer than ${plural(lanes, 'call')} at once, by the provider's limits or by other runs on it.`,
    `Other models or hardware than ${hardware}, or prompts that grow much longer.`,
    'A loss on held-out at the larger batch: then it is a regression and no speedup.',
  ];
  if (fit === null) found.push('No law of the delays has been fitted yet; only the bound by work applies.');
  else if (fit.degenerate !== null)
    found.push(`The fitted law is not trusted: ${fitFaultWords(fit.degenerate)}.`);
  else if (profiledTo !== null && largestBatch > EXTRAPOLATION * profiledTo) {
    found.push(`Batch size ${largestBatch} lies beyond twice the profiled ${profiledTo}: an extrapolation.`);
  }
  return found;
}
