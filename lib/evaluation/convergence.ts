/**
 * Go or no-go for parallelising a serial run: has its held-out curve reached a plateau, and does the plateau lie
 * above the original prompt? Parallelism multiplies what the serial run does; it does not mend it.
 *
 * The test is one of equivalence, not of "no significant rise": a noisy curve must not pass for a flat one. Over the
 * last w measurements, each example's mean score in the later half minus its mean in the earlier half is one paired
 * difference; the curve is flat when the 95 % upper bound of the mean difference stays below one point. Knows
 * nothing of models, money or time. Cost: O(w n).
 */
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { pairedDifference } from '@/lib/stats/paired-difference';

export interface SerialMeasurement {
  readonly trainExamplesSeen: number;
  /** One score an example, always in the same order of examples. */
  readonly scores: readonly number[];
}

export interface ConvergenceSettings {
  /** w, even, at least 4. */
  readonly window: number;
  /** Largest further gain (share of 1) that still counts as flat. */
  readonly equivalenceMargin: number;
}

export const CONVERGENCE_DEFAULTS: ConvergenceSettings = { window: 4, equivalenceMargin: 0.01 };

export interface ConvergenceVerdict {
  readonly verdict: 'go' | 'noGo' | 'undecided';
  /** One sentence with the numbers in it. */
  readonly reason: string;
  /** What to do instead; empty for a go. */
  readonly alternatives: readonly string[];
  /** Plateau (mean over the window) minus the original prompt. */
  readonly aboveOriginal: PairedDifference | null;
  /** Later half of the window minus its earlier half. */
  readonly furtherGain: PairedDifference | null;
  readonly settings: ConvergenceSettings;
}

const ADD_ROLLOUTS = 'Add serial rollouts until the curve is flat.';
const SWITCH_METHOD = 'Switch the method before scaling.';
const CHECK_METRIC = 'Check that the metric rewards what the prompt can change.';
const GROW_HELD_OUT = 'Register a split with more held-out examples.';

/** `measurements` in order, the original prompt's first. */
export function decideConvergence(
  measurements: readonly SerialMeasurement[],
  settings: ConvergenceSettings = CONVERGENCE_DEFAULTS,
): ConvergenceVerdict {
  const [original, ...later] = measurements;
  const window = later.slice(-settings.window);
  if (original === undefined || window.length < settings.window) {
    return {
      verdict: 'noGo',
      reason: `No plateau can be seen in ${later.length} measurements; it takes ${settings.window} after the first.`,
      alternatives: [ADD_ROLLOUTS],
      aboveOriginal: null,
      furtherGain: null,
      settings,
    };
  }
  const half = window.length / 2;
  const furtherGain = pairedDifference(
    meanByExample(window.slice(0, half)),
    meanByExample(window.slice(half)),
  );
  const aboveOriginal = pairedDifference(original.scores, meanByExample(window));
  return { ...judge(furtherGain, aboveOriginal, settings), aboveOriginal, furtherGain, settings };
}

function judge(
  gain: PairedDifference,
  above: PairedDifference,
  settings: ConvergenceSettings,
): Pick<ConvergenceVerdict, 'verdict' | 'reason' | 'alternatives'> {
  const margin = points(settings.equivalenceMargin);
  if (gain.lower === null || gain.upper === null || above.lower === null || above.upper === null) {
    return {
      verdict: 'undecided',
      reason: `${gain.n} held-out examples give no interval.`,
      alternatives: [GROW_HELD_OUT],
    };
  }
  if (gain.lower > settings.equivalenceMargin) {
    return {
      verdict: 'noGo',
      reason: `No plateau: the last measurements still rise by ${points(gain.mean)} (at least ${points(gain.lower)}).`,
      alternatives: [ADD_ROLLOUTS],
    };
  }
  if (gain.upper >= settings.equivalenceMargin) {
    return {
      verdict: 'undecided',
      reason: `A further gain of up to ${points(gain.upper)} is still possible; a plateau allows less than ${margin}.`,
      alternatives: [ADD_ROLLOUTS, GROW_HELD_OUT],
    };
  }
  if (above.lower > 0) {
    return {
      verdict: 'go',
      reason: `The curve is flat (further gain at most ${points(Math.max(0, gain.upper))}) and lies ${points(above.mean)} above the original prompt.`,
      alternatives: [],
    };
  }
  return {
    verdict: above.upper <= settings.equivalenceMargin ? 'noGo' : 'undecided',
    reason: `The plateau is not shown to lie above the original prompt: ${points(above.mean)}, interval ${points(above.lower)} to ${points(above.upper)}.`,
    alternatives: [SWITCH_METHOD, CHECK_METRIC, GROW_HELD_OUT],
  };
}

/** Each example's mean over several measurements. */
function meanByExample(measurements: readonly SerialMeasurement[]): number[] {
  const first = measurements[0]?.scores ?? [];
  return first.map(
    (_, example) =>
      measurements.reduce((sum, measurement) => sum + (measurement.scores[example] ?? 0), 0) /
      measurements.length,
  );
}

const points = (share: number) => `${(share * 100).toFixed(1)} points`;
