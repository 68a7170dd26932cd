/**
 * The words of the convergence rule: by what it is asked, and what it answers. Knows no curve.
 */
import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { AcceptanceBound } from './acceptance-bound';

export interface ConvergenceSettings {
  /** Fewest measurements that are looked at; at least 4. */
  readonly windowMin: number;
  /** The window w is this share of the measurements after the first, so that a longer run is seen more sharply. */
  readonly windowShare: number;
  /** How many measurements ahead the trend is carried when a further gain is spoken of. */
  readonly horizon: number;
  /** Largest further gain (share of 1) that still counts as flat. */
  readonly equivalenceMargin: number;
  /** Largest further loss that still counts as flat. */
  readonly fallMargin: number;
  /** Chance of a false go over all looks together, on each bound. */
  readonly alpha: number;
}

/** With horizon 4 and one point, a curve that gains a quarter of a point a measurement is still learning. */
export const CONVERGENCE_DEFAULTS: ConvergenceSettings = {
  windowMin: 4,
  windowShare: 0.5,
  horizon: 4,
  equivalenceMargin: 0.01,
  fallMargin: 0.02,
  alpha: 0.05,
};

/** Finding behind a verdict, in more detail. */
export type ConvergenceFinding =
  | 'plateauAbove'
  | 'plateauNotAbove'
  | 'stillRising'
  | 'falling'
  | 'stalled'
  | 'tooFewMeasurements'
  | 'cannotBeTold';

export interface Finding {
  readonly verdict: 'go' | 'noGo' | 'undecided';
  readonly finding: ConvergenceFinding;
  /** One sentence with the numbers in it. */
  readonly reason: string;
  /** Alternatives to a parallel run; empty for a go only. */
  readonly alternatives: readonly string[];
}

export interface ConvergenceVerdict extends Finding {
  /** Plateau (mean over the window) minus the original prompt. */
  readonly aboveOriginal: PairedDifference | null;
  /** Possible gain of the next measurements, by trend and by acceptance; never beyond the ends of the scale. */
  readonly furtherGain: PairedDifference | null;
  /** Chance of measurements as uneven as these, if the curve is flat. */
  readonly unevenP: number | null;
  /** w, the measurements that were looked at. */
  readonly window: number;
  readonly look: number;
  /** How often the window's first, middle and last candidate were answered, and how often they might have been. */
  readonly repetitions: number;
  readonly repetitionsMax: number;
  /** Variance of one answer to an example; null where nothing was answered twice. */
  readonly noise: number | null;
  /** Measurements of the window that met a new candidate; null = all did. */
  readonly acceptance: Pick<AcceptanceBound, 'accepted' | 'of' | 'furtherGainUpper'> | null;
  readonly settings: ConvergenceSettings;
}
