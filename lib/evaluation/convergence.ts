/**
 * Go or no-go for parallelising a serial run: has its held-out curve reached a plateau, and does the
 * plateau lie above the original prompt? Parallelism multiplies what the serial run does; it does not repair it.
 *
 * The test is one of equivalence, not of "no significant rise": a noisy curve must not pass for a flat one, nor a
 * search that waits for its next acceptance (acceptance-bound). What cannot be told is "undecided", an outcome of its
 * own, and where only the noise of the answers is in the way, the run measures on (diagnosis-looks). How often the rule
 * errs is simulated: docs/measurements/diagnosis.md. Knows nothing of models, money or time. Cost: O(w n).
 */
import { findOf, furtherGainOf, notYet } from './convergence-finding';
import {
  CONVERGENCE_DEFAULTS,
  type ConvergenceSettings,
  type ConvergenceVerdict,
} from './convergence-verdict';
import { type CurveReading, readCurve, windowOf } from './curve-reading';
import type { SerialCurve } from './serial-measurements';

/**
 * `look` counts from 1 how often the question was put: asking again until the answer is go has to be said, and the
 * bounds widen.
 */
export function decideConvergence(
  curve: SerialCurve,
  settings: ConvergenceSettings = CONVERGENCE_DEFAULTS,
  look = 1,
): ConvergenceVerdict {
  return verdictOf(readCurve(curve, settings, look), curve, { settings, look });
}

/** The same of a curve that has been read already; null = too few measurements. */
export function verdictOf(
  reading: CurveReading | null,
  curve: SerialCurve,
  { settings, look }: { readonly settings: ConvergenceSettings; readonly look: number },
): ConvergenceVerdict {
  const { measurements, repetitionsMax } = curve;
  if (reading === null) {
    const window = windowOf(curve, settings);
    const seen = { aboveOriginal: null, furtherGain: null, unevenP: null, noise: null, acceptance: null };
    const asked = { window, look, settings, repetitions: 1, repetitionsMax };
    return { ...notYet(Math.max(0, measurements.length - 1), window), ...seen, ...asked };
  }
  const { window, repetitions, acceptance } = reading;
  const { aboveOriginal, unevenP, noise, level } = reading.shape;
  return {
    ...findOf(reading, settings, repetitionsMax),
    ...{ aboveOriginal, unevenP, noise, window, look, repetitions, repetitionsMax, settings },
    furtherGain: furtherGainOf(reading),
    acceptance: acceptance && {
      accepted: acceptance.accepted,
      of: acceptance.of,
      furtherGainUpper: Math.min(acceptance.furtherGainUpper, 1 - level),
    },
  };
}
