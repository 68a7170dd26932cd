/**
 * Likely cost of a diagnosis that measures on, before anything has run: how often a truly flat curve would have
 * its go within the cap, and how many evaluation rollouts that takes. By the normal approximation of the rule itself:
 *
 *     se_R = h / (w - 1) sqrt(2 v / (n R))        trend ahead from first and last candidate, R answers an example
 *     go at look j with about P(Z < margin / se_j - z_j)
 *     rollouts n (3 (R - 1) + min(R, 4) - 1)      three candidates, and the original prompt up to its own look
 *
 * v is the variance of one answer: half of the share of answers that differ when they are asked again, where answers
 * are right or wrong. The figures assume candidates that differ in nothing but the noise. Cost: none.
 */
import { normalCdf, normalQuantile } from '@/lib/stats/normal';
import { CONVERGENCE_DEFAULTS, type ConvergenceSettings } from './convergence-verdict';
import { askedError } from './curve-shape';
import { HEIGHT_LOOK, lookError, lookSchedule } from './diagnosis-looks';

export interface DiagnosisCostQuestion {
  readonly heldOut: number;
  /** After the original prompt's. */
  readonly measurements: number;
  readonly repetitionsMax: number;
  /** Share of the answers that differ when they are asked again. */
  readonly differing: number;
}

export interface DiagnosisCost {
  /** Chance that a truly flat curve gets a go within the cap. */
  readonly chance: number;
  /** Expected evaluation rollouts beyond the run's own measurements, and the most that the cap allows. */
  readonly rollouts: number;
  readonly rolloutsMax: number;
}

/** Below it a cap is not enough. */
export const CHANCE_ENOUGH = 0.8;

export function diagnosisCost(
  { heldOut, measurements, repetitionsMax, differing }: DiagnosisCostQuestion,
  settings: ConvergenceSettings = CONVERGENCE_DEFAULTS,
): DiagnosisCost {
  const { horizon, equivalenceMargin, alpha, windowMin, windowShare } = settings;
  const window = Math.max(windowMin, Math.floor(measurements * windowShare));
  const rolloutsOf = (repetitions: number, original: number) =>
    heldOut * (3 * (repetitions - 1) + original - 1);
  let [chance, rollouts, before] = [0, 0, 1];
  for (const repetitions of lookSchedule(repetitionsMax)) {
    const early = (times: number) => rolloutsOf(times, Math.min(times, HEIGHT_LOOK));
    rollouts += (1 - chance) * (early(repetitions) - early(before));
    before = repetitions;
    const error = (horizon / (window - 1)) * Math.sqrt(differing / (heldOut * repetitions));
    const z = -normalQuantile(lookError(askedError(alpha, 1), repetitions, repetitionsMax));
    chance = Math.max(chance, error === 0 ? 1 : normalCdf(equivalenceMargin / error - z));
  }
  return { chance, rollouts: Math.round(rollouts), rolloutsMax: rolloutsOf(repetitionsMax, repetitionsMax) };
}
