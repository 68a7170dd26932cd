/**
 * Whether a diagnosis measures on, and what: the one rule that the engine and the bench share. It ends where the rule
 * has decided, where repeating cannot help (too few measurements, a stalled search, examples that differ rather than
 * answers), or at the registered cap. Ending early can only lose a decision, never make a false one. Cost: O(w n) for
 * each answer an example.
 */
import { verdictOf } from './convergence';
import {
  CONVERGENCE_DEFAULTS,
  type ConvergenceSettings,
  type ConvergenceVerdict,
} from './convergence-verdict';
import { type CurveReading, readCurve } from './curve-reading';
import { answeredAgain, nextLook, outlookOf } from './diagnosis-looks';
import type { SerialCurve } from './serial-measurements';

/** One more answer to every held-out example by this candidate. */
export interface Repeat {
  readonly candidate: string;
  /** Counts from 2. */
  readonly repetition: number;
}

export interface MeasureOn {
  readonly verdict: ConvergenceVerdict;
  /** Empty where it has ended. */
  readonly repeats: readonly Repeat[];
  readonly ended: 'decided' | 'noHelp' | 'cap' | null;
}

export function measureOn(
  curve: SerialCurve,
  settings: ConvergenceSettings = CONVERGENCE_DEFAULTS,
  look = 1,
): MeasureOn {
  const reading = readCurve(curve, settings, look);
  const verdict = verdictOf(reading, curve, { settings, look });
  if (verdict.verdict !== 'undecided') return { verdict, repeats: [], ended: 'decided' };
  const next = nextLook(verdict.repetitions, curve.repetitionsMax);
  if (next === null) return { verdict, repeats: [], ended: 'cap' };
  if (reading === null || !mayHelp(reading, settings, curve.repetitionsMax)) {
    return { verdict, repeats: [], ended: 'noHelp' };
  }
  return { verdict, repeats: repeatsTo(curve, reading, next), ended: null };
}

/** Repeats that the next look still needs. */
function repeatsTo(curve: SerialCurve, reading: CurveReading, repetitions: number): readonly Repeat[] {
  return [...answeredAgain(curve, reading, repetitions)].flatMap(([candidate, times]) => {
    const have = 1 + curve.repeats.filter((one) => one.candidate === candidate).length;
    const lacking = Math.max(0, times - have);
    return Array.from({ length: lacking }, (_, index) => ({ candidate, repetition: have + index + 1 }));
  });
}

/** Whether some decision can still be reached at the last look, by the noise of the answers so far. */
function mayHelp(reading: CurveReading, settings: ConvergenceSettings, repetitionsMax: number): boolean {
  const { shape, acceptance, errorOfAll, isHeightSettled } = reading;
  // Answers say nothing of a prompt that is yet to come.
  if (acceptance?.accepted === 0) return false;
  const { terms, noise } = shape;
  // Nothing was answered twice yet: how much is noise is what the next look tells.
  if (noise === null) return true;
  const ahead = { noise, repetitionsMax, error: errorOfAll };
  const trend = outlookOf({ ...ahead, terms: terms.trend });
  const height = outlookOf({ ...ahead, terms: terms.height });
  if (trend === null || height === null) return false;
  const { equivalenceMargin: margin, fallMargin, horizon } = settings;
  if (trend.highest - trend.half > margin || trend.lowest + trend.half < -fallMargin) return true;
  const gain = acceptance?.terms ? outlookOf({ ...ahead, terms: acceptance.terms }) : null;
  const mayAccept = gain === null ? 0 : horizon * (acceptance?.chanceUpper ?? 1) * (gain.lowest + gain.half);
  const isFlat =
    trend.lowest + trend.half < margin && trend.highest - trend.half > -fallMargin && mayAccept < margin;
  return (
    isFlat && (isHeightSettled || height.highest - height.half > 0 || height.lowest + height.half < margin)
  );
}
