/**
 * From a reading of the curve to the verdict, in the order in which a reader would ask: does it rise or fall, may an
 * acceptance still come, is it flat, is it even, is it above the original prompt? Each answer is one sentence with its
 * numbers. Costs nothing.
 */
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { type AcceptanceBound, stallNeeded } from './acceptance-bound';
import type { ConvergenceSettings, Finding } from './convergence-verdict';
import type { CurveReading } from './curve-reading';

const ADD_ROLLOUTS = 'Add serial rollouts until the curve is flat.';
const STOP_EARLIER = 'End the serial run where its curve is highest, or find out what makes it fall.';
const SWITCH_METHOD = 'Switch the method before scaling.';
const CHECK_METRIC = 'Check that the metric rewards what the prompt can change.';
const GROW_HELD_OUT = 'Register a split with more held-out examples.';
const REPEAT_MORE = 'Allow more repetitions of a measurement in the settings of the experiment.';

/** Repeated answers show far smaller humps: what is left to chance there is a fifth. */
const unevenLimit = (alpha: number, repetitions: number) => (repetitions > 1 ? alpha / 5 : alpha);

/** Both bounds hold at once: the trend's, and what an acceptance may still bring. */
export function furtherGainOf({ shape, acceptance }: CurveReading): PairedDifference {
  const { trend, level } = shape;
  if (acceptance === null || trend.upper === null) return withinScale(trend, level);
  return withinScale({ ...trend, upper: Math.max(trend.upper, acceptance.furtherGainUpper) }, level);
}

/** A forecast cannot leave the scale: from a score s there are 1 - s to gain and s to lose. */
function withinScale(gain: PairedDifference, level: number): PairedDifference {
  const clamp = (value: number) => Math.min(1 - level, Math.max(-level, value));
  return {
    ...gain,
    mean: clamp(gain.mean),
    lower: gain.lower === null ? null : clamp(gain.lower),
    upper: gain.upper === null ? null : clamp(gain.upper),
  };
}

/** Too little to see a plateau is no finding against one. */
export function notYet(seen: number, needed: number): Finding {
  return {
    verdict: 'undecided',
    finding: 'tooFewMeasurements',
    reason: `Not yet: a plateau takes ${needed} measurements after the original prompt's; so far: ${seen}.`,
    alternatives: [ADD_ROLLOUTS],
  };
}

/** Flat first, then high enough: where a curve that still moves will end is not known. */
export function findOf(reading: CurveReading, s: ConvergenceSettings, repetitionsMax: number): Finding {
  const { shape, acceptance, repetitions } = reading;
  const { trend, aboveOriginal: above, unevenP, level } = shape;
  if (trend.lower === null || trend.upper === null || above.lower === null || above.upper === null) {
    return cannotBeTold(`${trend.n} held-out examples give no interval.`, [GROW_HELD_OUT]);
  }
  const ahead = `over the next ${s.horizon} measurements`;
  const said = withinScale(trend, level);
  if (trend.lower > s.equivalenceMargin) {
    return {
      verdict: 'noGo',
      finding: 'stillRising',
      reason: `No plateau yet: the curve still rises, by ${points(said.mean)} ${ahead} (at least ${points(said.lower ?? 0)}).`,
      alternatives: [ADD_ROLLOUTS],
    };
  }
  if (trend.upper < -s.fallMargin) {
    return {
      verdict: 'noGo',
      finding: 'falling',
      reason: `No plateau: the curve falls, by ${points(-said.mean)} ${ahead} (at least ${points(-(said.upper ?? 0))}).`,
      alternatives: [STOP_EARLIER, SWITCH_METHOD],
    };
  }
  if (acceptance !== null && acceptance.furtherGainUpper >= s.equivalenceMargin) {
    return stalled(acceptance, reading, s);
  }
  const alternatives =
    repetitions < repetitionsMax ? [ADD_ROLLOUTS, GROW_HELD_OUT] : [ADD_ROLLOUTS, REPEAT_MORE, GROW_HELD_OUT];
  if (trend.upper >= s.equivalenceMargin) {
    const margin = points(s.equivalenceMargin);
    return cannotBeTold(
      `${upTo(said.upper ?? 0, level, ahead)}; a plateau allows less than ${margin}.`,
      alternatives,
    );
  }
  if (trend.lower <= -s.fallMargin) {
    const margin = points(s.fallMargin);
    return cannotBeTold(
      `A fall of up to ${points(-(said.lower ?? 0))} ${ahead} is still possible; a plateau allows less than ${margin}.`,
      alternatives,
    );
  }
  if (unevenP !== null && unevenP < unevenLimit(s.alpha, repetitions)) {
    return cannotBeTold('The last measurements differ by more than chance, though they show no trend.');
  }
  const gain = Math.max(trend.upper, acceptance?.furtherGainUpper ?? 0);
  return judgeHeight(
    { lower: above.lower, upper: above.upper, mean: above.mean, gain: Math.min(gain, 1 - level) },
    s,
  );
}

/** Scores of one prompt, restated, are no plateau: they say nothing of the next prompt that is accepted. */
function stalled(
  acceptance: AcceptanceBound,
  { error, shape }: CurveReading,
  settings: ConvergenceSettings,
): Finding {
  const { accepted, of, furtherGainUpper } = acceptance;
  const { horizon, equivalenceMargin: margin } = settings;
  const needed = accepted === 0 ? stallNeeded(acceptance, { horizon, margin, error }) : null;
  const seen =
    accepted === 0
      ? `The prompt did not change in the last ${of + 1} measurements, and its restated scores show no plateau`
      : `Only ${accepted} of the last ${of} measurements met a new prompt`;
  const ahead = `over the next ${horizon} measurements`;
  return {
    verdict: 'undecided',
    finding: 'stalled',
    reason: `${seen}. ${upTo(Math.min(furtherGainUpper, 1 - shape.level), shape.level, ahead)}, by prompts that are still accepted.`,
    alternatives: [
      needed === null
        ? 'Add serial rollouts until new prompts that are accepted bring nothing more.'
        : `Add serial rollouts: with the gains so far, ${needed} measurements in a row without a new prompt would show a plateau.`,
      SWITCH_METHOD,
    ],
  };
}

/** With the end of the scale, where that and not the data is what bounds the gain. */
function upTo(gain: number, level: number, ahead: string): string {
  const isAll = gain >= 1 - level;
  const to = isAll ? `all that the scale leaves, ${points(1 - level)},` : points(gain);
  return `A further gain of up to ${to} ${ahead} is still possible`;
}

interface Height {
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
  readonly gain: number;
}

/** Finding for a flat curve: go if shown above the original, no-go if below the margin, else undecided. */
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
