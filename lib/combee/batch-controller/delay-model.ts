import { type WeightedLeastSquares, weightedLeastSquares } from '@/lib/stats/weighted-least-squares';
import type { DelayPoint } from './delay-points';

/**
 * The regression under the fit, for a given choice of terms:
 *
 *     ln T = ln A - alpha * ln bs + beta * (load - load_now) + sum over steps c of  s_c * [iteration >= c]
 *
 * `load` is the prompt's length (promptLoad), `s_c` a change of conditions that began with iteration c. Because the
 * load is counted from the newest observation and every step is in force by then, A belongs to present conditions.
 */
export interface DelayModel {
  /** ln A under present conditions. */
  readonly logA: number;
  readonly alpha: number;
  /** Standard error of alpha; null without a degree of freedom. */
  readonly alphaError: number | null;
  /** beta; null when the load is not in the model. */
  readonly promptExponent: number | null;
  /** s_c for each start in order. */
  readonly steps: readonly number[];
  readonly stepErrors: readonly number[] | null;
  readonly squares: WeightedLeastSquares;
}

/** null when the terms cannot be told apart on these observations. */
export function delayModel(
  points: readonly DelayPoint[],
  withPrompt: boolean,
  starts: readonly number[],
): DelayModel | null {
  const loadNow = points.at(-1)?.promptLoad ?? 0;
  const squares = weightedLeastSquares({
    rows: points.map((point) => [
      1,
      -point.logSize,
      ...(withPrompt ? [point.promptLoad - loadNow] : []),
      ...starts.map((start) => (point.iteration >= start ? 1 : 0)),
    ]),
    y: points.map((point) => point.logEpochMs),
    weights: points.map((point) => point.weight),
  });
  if (squares === null) return null;
  const [intercept = Number.NaN, alpha = Number.NaN, ...rest] = squares.coefficients;
  const errors = squares.standardErrors;
  const steps = withPrompt ? rest.slice(1) : rest;
  return {
    logA: steps.reduce((sum, step) => sum + step, intercept),
    alpha,
    alphaError: errors?.[1] ?? null,
    promptExponent: withPrompt ? (rest[0] ?? null) : null,
    steps,
    stepErrors: errors?.slice(withPrompt ? 3 : 2) ?? null,
    squares,
  };
}

/** Longest and shortest prompt must differ by this factor in load before beta is worth a parameter. */
const LOAD_RANGE_MIN = Math.log(1.25);
/** Above this share of the load explained by ln bs alone, beta and alpha would only trade places (VIF = 10). */
const COLLINEARITY_MAX = 0.9;

/**
 * Whether the prompt's length joins the model: it varies enough, one degree of freedom stays, it is not collinear
 * with the size, and its effect has the only sign that makes sense (a longer prompt is not answered sooner).
 */
export function promptMatters(points: readonly DelayPoint[]): boolean {
  if (points.length < 4) return false;
  const loads = points.map((point) => point.promptLoad);
  if (Math.max(...loads) - Math.min(...loads) < LOAD_RANGE_MIN) return false;
  if (sharedVariance(points) > COLLINEARITY_MAX) return false;
  const model = delayModel(points, true, []);
  return model !== null && (model.promptExponent ?? -1) > 0;
}

/** Squared weighted correlation of the load with ln bs. */
function sharedVariance(points: readonly DelayPoint[]): number {
  const weights = points.map((point) => point.weight);
  const line = weightedLeastSquares({
    rows: points.map((point) => [1, point.logSize]),
    y: points.map((point) => point.promptLoad),
    weights,
  });
  const flat = weightedLeastSquares({
    rows: points.map(() => [1]),
    y: points.map((point) => point.promptLoad),
    weights,
  });
  return line === null || flat === null || flat.rss === 0 ? 1 : 1 - line.rss / flat.rss;
}
