import type { FitFault, PowerLawFit } from '@/lib/domain/batch-plan';
import { tCritical } from '@/lib/stats/student-t';
import { conditionSteps } from './condition-steps';
import { type DelayModel, delayModel, promptMatters } from './delay-model';
import { type DelayPoint, delayPoints, type IterationDelay } from './delay-points';

export type { IterationDelay } from './delay-points';

/**
 * fit_t: the power law T(bs) = A bs^-alpha through all measured iterations so far (Combee 3, E5; rulings E5).
 *
 * Weighted least squares of ln T on ln bs; newer iterations weigh more, a prompt that grew and conditions that
 * changed are terms of their own, so that neither passes for a change of alpha. A is that of present conditions.
 * A fit that cannot be trusted says why in `degenerate` and is then used for nothing but display.
 */
export function fitDelays(delays: readonly IterationDelay[], trainExamples: number): PowerLawFit {
  const points = delayPoints(delays, trainExamples);
  const sizes = new Set(points.map((point) => point.size));
  if (sizes.size < 2) {
    return withoutLine(points.length, { code: 'sizes', measured: sizes.size });
  }
  // The prompt goes first: its length is known, while a step is only inferred from what is left over.
  const withPrompt = promptMatters(points);
  const starts = conditionSteps(points, withPrompt);
  const model = delayModel(points, withPrompt, starts);
  if (model === null || !Number.isFinite(model.alpha) || !Number.isFinite(Math.exp(model.logA))) {
    return withoutLine(points.length, { code: 'notFinite' });
  }
  const r2 = explainedBySize(points, model, starts);
  return {
    A: Math.exp(model.logA),
    alpha: model.alpha,
    ...alphaInterval(model),
    r2,
    points: points.length,
    degenerate: reasonToDistrust(model.alpha, r2),
    promptExponent: model.promptExponent,
    steps: starts.map((iteration, index) => ({ iteration, factor: Math.exp(model.steps[index] ?? 0) })),
  };
}

/**
 * Range of alpha when nothing is known. Below -1 doubling the batch would more than double an epoch, above 2 it
 * would halve even the iteration; the ends stand for "unknown" and keep the record free of infinities.
 */
const ALPHA_UNKNOWN = { alphaLower: -1, alphaUpper: 2 };
/** At or below this the law is flat: any plateau would be an artefact. */
export const ALPHA_FLOOR = 0.05;
const R2_FLOOR = 0.5;

/** 95 %, Student's t. Two points give a line but no interval: then all that is possible. */
function alphaInterval(model: DelayModel): { readonly alphaLower: number; readonly alphaUpper: number } {
  if (model.alphaError === null) return ALPHA_UNKNOWN;
  const half = tCritical(0.95, model.squares.degreesOfFreedom) * model.alphaError;
  // Clamped to the possible, yet never so that alpha itself falls out.
  return {
    alphaLower: Math.min(model.alpha, Math.max(ALPHA_UNKNOWN.alphaLower, model.alpha - half)),
    alphaUpper: Math.max(model.alpha, Math.min(ALPHA_UNKNOWN.alphaUpper, model.alpha + half)),
  };
}

/**
 * R² of the law itself: after prompt and steps are taken out, over the means of the sizes, one size one vote.
 * Over single iterations it would fall in every long run at one size, where all that varies is noise.
 */
function explainedBySize(
  points: readonly DelayPoint[],
  model: DelayModel,
  starts: readonly number[],
): number {
  const loadNow = points.at(-1)?.promptLoad ?? 0;
  // Every observation as it would be under the present prompt and present conditions.
  const settled = points.map((point) => {
    const inForce = starts.reduce(
      (sum, start, index) => (point.iteration >= start ? sum : sum + (model.steps[index] ?? 0)),
      0,
    );
    return point.logEpochMs + inForce - (model.promptExponent ?? 0) * (point.promptLoad - loadNow);
  });
  const sizes = [...new Set(points.map((point) => point.size))];
  const means = sizes.map((size) => weightedMean(points, settled, size));
  const centre = means.reduce((sum, value) => sum + value, 0) / means.length;
  const total = means.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const left = means.reduce((sum, value, index) => {
    const expected = model.logA - model.alpha * Math.log(sizes[index] ?? 1);
    return sum + (value - expected) ** 2;
  }, 0);
  return total === 0 ? 0 : Math.max(0, 1 - left / total);
}

function weightedMean(points: readonly DelayPoint[], values: readonly number[], size: number): number {
  let total = 0;
  let weight = 0;
  for (const [index, point] of points.entries()) {
    if (point.size !== size) continue;
    total += point.weight * (values[index] ?? 0);
    weight += point.weight;
  }
  return total / weight;
}

/** The paper's fallbacks (Combee 3.1, step 5); null when the fit may be used. */
function reasonToDistrust(alpha: number, r2: number): FitFault | null {
  if (alpha <= ALPHA_FLOOR) return { code: 'alpha', value: alpha, floor: ALPHA_FLOOR };
  if (r2 < R2_FLOOR) return { code: 'r2', value: r2, floor: R2_FLOOR };
  return null;
}

/** The same shape without a law in it; zeros, not NaN, since a journal holds no NaN. */
function withoutLine(points: number, degenerate: FitFault): PowerLawFit {
  return { A: 0, alpha: 0, ...ALPHA_UNKNOWN, r2: 0, points, degenerate, promptExponent: null, steps: [] };
}
