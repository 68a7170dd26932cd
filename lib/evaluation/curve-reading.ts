import type { PairedDifference } from '@/lib/stats/paired-difference';
import { type AcceptanceBound, acceptanceBound } from './acceptance-bound';
import type { ConvergenceSettings } from './convergence-verdict';
import { askedError, type CurveShape, curveShape } from './curve-shape';
import { HEIGHT_LOOK, lookError, repetitionsReached } from './diagnosis-looks';
import type { SerialCurve } from './serial-measurements';

/**
 * A serial curve read at its highest look: how often its candidates were answered, and what can be said of trend,
 * acceptance and height with the error of that look. Both the verdict and the question whether to measure on start from
 * it. Knows no margin. Cost: O(w n) for each answer an example.
 */
export interface CurveReading {
  /** w, the measurements that are looked at. */
  readonly window: number;
  /** How often the window's first, middle and last candidate were answered. */
  readonly repetitions: number;
  /** Error probability of each bound, over all looks of this question (`errorOfAll`) and at this look (`error`). */
  readonly errorOfAll: number;
  readonly error: number;
  readonly shape: CurveShape;
  readonly acceptance: AcceptanceBound | null;
  readonly isHeightSettled: boolean;
}

/** Null where there are fewer measurements than a window takes. */
export function readCurve(
  curve: SerialCurve,
  settings: ConvergenceSettings,
  look: number,
): CurveReading | null {
  const window = windowOf(curve, settings);
  if (curve.measurements.length - 1 < window) return null;
  const errorOfAll = askedError(settings.alpha, look);
  const at = (repetitions: number) => ({
    ...{ window, horizon: settings.horizon, repetitions },
    error: lookError(errorOfAll, repetitions, curve.repetitionsMax),
  });
  const settled = settledHeight(curve, at(HEIGHT_LOOK));
  const isHeightSettled = settled !== null;
  const repetitions = repetitionsReached(curve, { window, isHeightSettled });
  const question = at(repetitions);
  const shape = curveShape(curve, question);
  return {
    ...{ window, repetitions, errorOfAll, isHeightSettled, error: question.error },
    shape: settled === null ? shape : { ...shape, aboveOriginal: settled },
    acceptance: acceptanceBound(curve, question),
  };
}

/** w = max(4, half of the measurements after the original prompt's). */
export function windowOf({ measurements }: SerialCurve, settings: ConvergenceSettings): number {
  return Math.max(settings.windowMin, Math.floor((measurements.length - 1) * settings.windowShare));
}

/** The height where the look with four answers has shown the plateau above the original prompt; else null. */
function settledHeight(
  curve: SerialCurve,
  question: Parameters<typeof curveShape>[1],
): PairedDifference | null {
  const { repetitionsMax } = curve;
  if (repetitionsMax <= HEIGHT_LOOK) return null;
  const reached = repetitionsReached(curve, { window: question.window, isHeightSettled: true });
  if (reached < HEIGHT_LOOK) return null;
  const { aboveOriginal } = curveShape(curve, question);
  return aboveOriginal.lower !== null && aboveOriginal.lower > 0 ? aboveOriginal : null;
}
