import type { BatchPlan, PowerLawFit } from '@/lib/domain/batch-plan';
import { formatDuration, plural } from './numbers';
import type { IterationState, RunState } from './run-state';
import { powersAround } from './ticks';

/** The diagnostic of the batch-size controller: epoch time against batch size, log-log (Combee 3, E4 to E6). */
export interface BatchFitChart {
  readonly question: string;
  readonly summary: string;
  readonly points: readonly BatchFitPoint[];
  /** The fitted line T(bs) = A * bs^-alpha; empty without a usable fit. */
  readonly line: readonly { readonly size: number; readonly seconds: number }[];
  readonly chosen: number | null;
  readonly sizeTicks: readonly number[];
  readonly secondTicks: readonly number[];
}

export interface BatchFitPoint {
  readonly iteration: number;
  readonly size: number;
  /** T_epoch(bs) = delay(bs) * N / bs. */
  readonly seconds: number;
  readonly tainted: boolean;
  /** Of this iteration alone. */
  readonly delay: string;
  readonly label: string;
}

export function prepareBatchFit(state: RunState): BatchFitChart {
  const trainCount = state.started?.counts.train ?? 0;
  const points = state.iterations.flatMap((iteration) => pointOf(iteration, trainCount));
  const fitted = state.plans.findLast((plan) => isUsable(plan.fit));
  const chosen = chosenSize(state.plans);
  const sizes = [...points.map((point) => point.size), ...(chosen === null ? [] : [chosen])];
  const line = fitted?.fit ? lineOf(fitted.fit, sizes) : [];
  const seconds = [...points.map((point) => point.seconds), ...line.map((point) => point.seconds)];
  return {
    question: 'Where does a larger batch stop saving time?',
    summary: summarize(points, state.plans, chosen),
    points,
    line,
    chosen,
    sizeTicks: powersAround(sizes, 2),
    secondTicks: powersAround(seconds, seconds.length > 0 && spread(seconds) > 20 ? 10 : 2),
  };
}

function pointOf(iteration: IterationState, trainCount: number): readonly BatchFitPoint[] {
  const delay = iteration.measured?.learningMs;
  // Several minibatches of one iteration go side by side, each of the planned size; a merge or a trial takes none.
  const size = Math.min(iteration.size, iteration.planned);
  if (delay === undefined || delay <= 0 || size === 0 || trainCount === 0) return [];
  const epochMs = (delay * trainCount) / size;
  return [
    {
      iteration: iteration.iteration,
      size,
      seconds: epochMs / 1000,
      tainted: iteration.measured?.tainted ?? false,
      delay: formatDuration(delay),
      label: `${formatDuration(epochMs)} an epoch, ${formatDuration(delay)} this iteration`,
    },
  ];
}

/** The size that the controller stands by: neither a profile size nor the leftover at the end of an epoch. */
function chosenSize(plans: readonly BatchPlan[]): number | null {
  const settled = plans.findLast((plan) => plan.reason !== 'profiling' && plan.reason !== 'lastPartial');
  return settled?.size ?? null;
}

const LINE_POINTS = 24;

function lineOf(fit: { A: number; alpha: number }, sizes: readonly number[]) {
  const low = Math.max(1, Math.min(...sizes));
  const high = Math.max(low * 2, ...sizes);
  return Array.from({ length: LINE_POINTS }, (_, index) => {
    const size = low * (high / low) ** (index / (LINE_POINTS - 1));
    return { size, seconds: (fit.A * size ** -fit.alpha) / 1000 };
  });
}

const spread = (values: readonly number[]) => Math.max(...values) / Math.max(1e-9, Math.min(...values));

function summarize(
  points: readonly BatchFitPoint[],
  plans: readonly BatchPlan[],
  chosen: number | null,
): string {
  if (points.length === 0) return 'No iteration has been timed yet.';
  const timed = `${plural(points.length, 'timed iteration')}.`;
  const plan = plans.findLast((one) => isUsable(one.fit));
  if (plan?.fit == null) return `${timed} ${whyNoLine(plans, chosen)}`;
  const { alpha, alphaLower, alphaUpper, r2 } = plan.fit;
  return `${timed} alpha = ${alpha.toFixed(2)} (95 % ${alphaLower.toFixed(2)} to ${alphaUpper.toFixed(2)}), R² = ${r2.toFixed(3)}, ${plural(plan.fit.points, 'point')}; size in use ${chosen ?? 'not chosen yet'}${plan.extrapolated ? ', beyond twice the profiled range' : ''}.${takenOut(plan.fit)}`;
}

const isUsable = (fit: PowerLawFit | null): boolean => fit !== null && fit.degenerate === null;

/** A missing line says whether one was wanted, and if so what was wrong with it. */
function whyNoLine(plans: readonly BatchPlan[], chosen: number | null): string {
  const newest = plans.at(-1);
  if (plans.some((plan) => plan.reason === 'static'))
    return `The size is fixed${chosen === null ? '' : ` at ${chosen}`}, so no line is fitted.`;
  const inUse = chosen === null ? '' : ` The size in use is ${chosen}.`;
  if (newest?.fit?.degenerate) return `No usable fit: ${newest.fit.degenerate}.${inUse}`;
  return `No usable fit yet.${inUse}`;
}

/** The line is that of present conditions; earlier points may lie off it, and this says why. */
function takenOut({ promptExponent, steps }: PowerLawFit): string {
  const changes = steps?.length ?? 0;
  const parts = [
    ...(promptExponent == null ? [] : ['the prompt as long as it is now']),
    ...(changes === 0 ? [] : [`conditions as they are after ${plural(changes, 'change')} of pace`]),
  ];
  return parts.length === 0
    ? ''
    : ` The line holds for ${parts.join(' and ')}, so earlier points may lie off it.`;
}
