import { tInterval } from '@/lib/stats/mean-interval';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { repeatedMeasuresP } from '@/lib/stats/repeated-measures';
import { mean } from '@/lib/stats/summary';

/**
 * The numbers behind a convergence verdict: trend, height and unevenness of the last w measurements, every one paired
 * by example, so that the examples' own difficulty drops out. Knows no margin and gives no verdict. Cost: O(w n).
 */
export interface CurveShape {
  /** What the trend adds over the horizon. */
  readonly furtherGain: PairedDifference;
  /** Mean over the window minus the original prompt. */
  readonly aboveOriginal: PairedDifference;
  /** p of "no two measurements of the window differ"; null where there is nothing to test. */
  readonly unevenP: number | null;
}

/** `window` holds at least two measurements, each with the examples of `original` in their order. */
export function curveShape(
  original: readonly number[],
  window: readonly (readonly number[])[],
  settings: { readonly horizon: number; readonly confidence: number },
): CurveShape {
  const weights = slopeWeights(window.length).map((weight) => weight * settings.horizon);
  const even = window.map(() => 1 / window.length);
  // d_e = h * slope_e: the further gain of one example. Their mean is the curve's, and their spread its error.
  const gains = original.map((_, example) => changeOf(weights, window, example));
  const heights = original.map(
    (before, example) => (window[0]?.[example] ?? 0) - before + changeOf(even, window, example),
  );
  return {
    furtherGain: intervalOf(gains, settings.confidence),
    aboveOriginal: intervalOf(heights, settings.confidence),
    unevenP: repeatedMeasuresP(window),
  };
}

/**
 * Confidence of the two-sided interval at look k: 1 - alpha_k, with one bound erring in half of it. The looks share
 * alpha as alpha_k / 2 = alpha / (k (k + 1)): 2.5 %, 0.83 %, 0.42 % … of 5 %. The sum telescopes,
 * 1/(1*2) + 1/(2*3) + … = 1, so however often somebody looks, a bound errs with at most alpha. The first look is the
 * usual 95 % interval.
 */
export function lookConfidence(alpha: number, look: number): number {
  return 1 - (2 * alpha) / (look * (look + 1));
}

/** Least squares over x = 1..w: slope = sum(c_i y_i) with c_i = (x_i - mean x) / sum((x - mean x)^2). */
function slopeWeights(w: number): number[] {
  const offsets = Array.from({ length: w }, (_, i) => i - (w - 1) / 2);
  const squares = offsets.reduce((total, offset) => total + offset * offset, 0);
  return offsets.map((offset) => offset / squares);
}

/**
 * sum(c_i (y_i - y_1)) of one example. Against its first score, so that one that repeats itself gives 0 to the last
 * bit: n equal rounding errors would have no spread, and would pass for a certain gain.
 */
function changeOf(
  weights: readonly number[],
  window: readonly (readonly number[])[],
  example: number,
): number {
  const first = window[0]?.[example] ?? 0;
  return weights.reduce((total, weight, i) => total + weight * ((window[i]?.[example] ?? 0) - first), 0);
}

function intervalOf(numbers: readonly number[], confidence: number): PairedDifference {
  const interval = tInterval(numbers, confidence);
  return {
    mean: mean(numbers) ?? 0,
    lower: interval?.lower ?? null,
    upper: interval?.upper ?? null,
    n: numbers.length,
  };
}
