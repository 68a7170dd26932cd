/**
 * Go or no-go for parallelising a serial run: has its held-out curve reached a plateau, and does the
 * plateau lie above the original prompt? Parallelism multiplies what the serial run does; it does not mend it.
 *
 * The test is one of equivalence, not of "no significant rise": a noisy curve must not pass for a flat one. What
 * cannot be told is "undecided", an outcome of its own. How often the rule errs is simulated and stands in this
 * folder's README. Knows nothing of models, money, time or who asks. Cost: O(w n), no calls.
 */
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { type CurveShape, curveShape, lookConfidence } from './curve-shape';

export interface SerialMeasurement {
  readonly trainExamplesSeen: number;
  /** One score an example, always in the same order of examples. */
  readonly scores: readonly number[];
}

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

/** What was seen, more finely than the verdict says it. */
export type ConvergenceFinding =
  | 'plateauAbove'
  | 'plateauNotAbove'
  | 'stillRising'
  | 'falling'
  | 'tooFewMeasurements'
  | 'cannotBeTold';

interface Finding {
  readonly verdict: 'go' | 'noGo' | 'undecided';
  readonly finding: ConvergenceFinding;
  /** One sentence with the numbers in it. */
  readonly reason: string;
  /** What to do instead; empty for a go, and for nothing else. */
  readonly alternatives: readonly string[];
}

export interface ConvergenceVerdict extends Finding {
  /** Plateau (mean over the window) minus the original prompt. */
  readonly aboveOriginal: PairedDifference | null;
  /** What the window's trend adds over the horizon. */
  readonly furtherGain: PairedDifference | null;
  /** Chance of measurements as uneven as these, if the curve is flat. */
  readonly unevenP: number | null;
  /** w, the measurements that were looked at. */
  readonly window: number;
  readonly look: number;
  readonly settings: ConvergenceSettings;
}

const ADD_ROLLOUTS = 'Add serial rollouts until the curve is flat.';
const STOP_EARLIER = 'End the serial run where its curve is highest, or find out what makes it fall.';
const SWITCH_METHOD = 'Switch the method before scaling.';
const CHECK_METRIC = 'Check that the metric rewards what the prompt can change.';
const GROW_HELD_OUT = 'Register a split with more held-out examples.';

/**
 * `measurements` in order, the original prompt's first, none cut short. `look` counts from 1 how often the question
 * was put: whoever asks until the answer is go has to say so, and the bounds widen.
 */
export function decideConvergence(
  measurements: readonly SerialMeasurement[],
  settings: ConvergenceSettings = CONVERGENCE_DEFAULTS,
  look = 1,
): ConvergenceVerdict {
  const [original, ...later] = measurements;
  const window = Math.max(settings.windowMin, Math.floor(later.length * settings.windowShare));
  const asked = { window, look, settings };
  if (original === undefined || later.length < window) {
    const seen = { aboveOriginal: null, furtherGain: null, unevenP: null };
    return { ...notYet(later.length, window), ...seen, ...asked };
  }
  const shape = curveShape(
    original.scores,
    later.slice(-window).map(({ scores }) => scores),
    { horizon: settings.horizon, confidence: lookConfidence(settings.alpha, look) },
  );
  return { ...judge(shape, settings), ...shape, ...asked };
}

/** Too little to see a plateau is no finding against one. */
function notYet(seen: number, needed: number): Finding {
  return {
    verdict: 'undecided',
    finding: 'tooFewMeasurements',
    reason: `Not yet: ${seen} measurements after the original prompt's show no plateau; it takes ${needed}.`,
    alternatives: [ADD_ROLLOUTS],
  };
}

/** Flat first, then high enough: where a curve that still moves will end is not known. */
function judge(
  { furtherGain: gain, aboveOriginal: above, unevenP }: CurveShape,
  s: ConvergenceSettings,
): Finding {
  if (gain.lower === null || gain.upper === null || above.lower === null || above.upper === null) {
    return cannotBeTold(`${gain.n} held-out examples give no interval.`, [GROW_HELD_OUT]);
  }
  const ahead = `over the next ${s.horizon} measurements`;
  if (gain.lower > s.equivalenceMargin) {
    return {
      verdict: 'noGo',
      finding: 'stillRising',
      reason: `No plateau yet: the curve still rises, by ${points(gain.mean)} ${ahead} (at least ${points(gain.lower)}).`,
      alternatives: [ADD_ROLLOUTS],
    };
  }
  if (gain.upper < -s.fallMargin) {
    return {
      verdict: 'noGo',
      finding: 'falling',
      reason: `No plateau: the curve falls, by ${points(-gain.mean)} ${ahead} (at least ${points(-gain.upper)}).`,
      alternatives: [STOP_EARLIER, SWITCH_METHOD],
    };
  }
  if (gain.upper >= s.equivalenceMargin) {
    const margin = points(s.equivalenceMargin);
    return cannotBeTold(
      `A further gain of up to ${points(gain.upper)} ${ahead} is still possible; a plateau allows less than ${margin}.`,
    );
  }
  if (gain.lower <= -s.fallMargin) {
    const margin = points(s.fallMargin);
    return cannotBeTold(
      `A fall of up to ${points(-gain.lower)} ${ahead} is still possible; a plateau allows less than ${margin}.`,
    );
  }
  if (unevenP !== null && unevenP < s.alpha) {
    return cannotBeTold('The last measurements differ by more than chance, though they show no trend.');
  }
  return judgeHeight({ lower: above.lower, upper: above.upper, mean: above.mean, gain: gain.upper }, s);
}

interface Height {
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
  readonly gain: number;
}

/** Of a flat curve. At the original within the margin is a no-go, and in between nothing is known. */
function judgeHeight({ mean, lower, upper, gain }: Height, settings: ConvergenceSettings): Finding {
  if (lower > 0) {
    return {
      verdict: 'go',
      finding: 'plateauAbove',
      reason: `The curve is flat (further gain at most ${points(Math.max(0, gain))}) and lies ${points(mean)} above the original prompt.`,
      alternatives: [],
    };
  }
  const reason = `The plateau is not shown to lie above the original prompt: ${points(mean)}, interval ${points(lower)} to ${points(upper)}.`;
  const alternatives = [SWITCH_METHOD, CHECK_METRIC, GROW_HELD_OUT];
  return upper < settings.equivalenceMargin
    ? { verdict: 'noGo', finding: 'plateauNotAbove', reason, alternatives }
    : cannotBeTold(reason, alternatives);
}

const cannotBeTold = (
  reason: string,
  alternatives: readonly string[] = [ADD_ROLLOUTS, GROW_HELD_OUT],
): Finding => ({ verdict: 'undecided', finding: 'cannotBeTold', reason, alternatives });

const points = (share: number) => `${share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(1)} points`;
