import type { BatchPlan, PowerLawFit } from '@/lib/domain/batch-plan';
import type { IterationState, RunState } from '@/lib/projection/run-state';
import { fitFaultWords } from '@/lib/words/batch-plan';
import { formatDuration, plural } from './numbers';
import { thinNote, thinPoints } from './thin-points';
import { powersAround } from './ticks';

/** The diagnostic of the batch-size controller: epoch time against batch size, log-log (Combee 3, E4 to E6). */
export interface BatchFitChart {
  readonly question: string;
  readonly summary: string;
  readonly points: readonly BatchFitPoint[];
  /** The points that a chart draws: all of them, unless there are too many to tell apart. */
  readonly drawn: readonly BatchFitPoint[];
  /** The fitted line T(bs) = A * bs^-alpha with what alpha's interval allows; empty without a usable fit. */
  readonly line: readonly LinePoint[];
  /** Newest fit that may be used. */
  readonly fit: PowerLawFit | null;
  readonly chosen: number | null;
  readonly sizeTicks: readonly number[];
  readonly secondTicks: readonly number[];
}

export interface BatchFitPoint {
  readonly iteration: number;
  readonly size: number;
  /** T_epoch(bs) = delay(bs) * N / bs. */
  readonly seconds: number;
  readonly measuredFor: PointRole;
  readonly tainted: boolean;
  /** How far it lies above the line, as a share of the line; null without one. */
  readonly offLine: number | null;
  /** Delay of this iteration alone. */
  readonly delay: string;
  readonly label: string;
}

/** Measured for the profile, to check the fit's word at the chosen size, or simply later. */
export type PointRole = 'profile' | 'confirming' | 'later';

export interface LinePoint {
  readonly size: number;
  readonly seconds: number;
  readonly band: readonly [number, number];
}

/** More marks than these hide each other. */
const DRAWN_MAX = 240;

export function prepareBatchFit(state: RunState): BatchFitChart {
  const trainCount = state.started?.counts.train ?? 0;
  const fit = state.plans.findLast((plan) => isUsable(plan.fit))?.fit ?? null;
  const reasons = new Map(state.plans.map(({ iteration, reason }) => [iteration, reason]));
  const points = state.iterations.flatMap((iteration) =>
    pointOf(iteration, { trainCount, fit, reason: reasons.get(iteration.iteration) }),
  );
  const drawn = thinPoints(points, {
    ...{ max: DRAWN_MAX, heightOf: ({ seconds }) => seconds },
    isKept: ({ measuredFor, tainted }) => measuredFor !== 'later' || tainted,
  });
  const chosen = settledPlan(state.plans)?.size ?? null;
  const sizes = [...points.map((point) => point.size), ...(chosen === null ? [] : [chosen])];
  const line = fit ? lineOf(fit, sizes, points) : [];
  const seconds = [...points.map((point) => point.seconds), ...line.flatMap(({ band }) => band)];
  return {
    question: 'Batch size',
    summary: `${summarize(points, state.plans, chosen)}${thinNote(drawn.length, points.length)}`,
    points,
    drawn,
    line,
    fit,
    chosen,
    sizeTicks: powersAround(sizes, 2),
    secondTicks: powersAround(seconds, seconds.length > 0 && spread(seconds) > 20 ? 10 : 2),
  };
}

interface PointFacts {
  readonly trainCount: number;
  readonly fit: PowerLawFit | null;
  readonly reason: BatchPlan['reason'] | undefined;
}

function pointOf(
  iteration: IterationState,
  { trainCount, fit, reason }: PointFacts,
): readonly BatchFitPoint[] {
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
      measuredFor: reason === 'profiling' ? 'profile' : reason === 'confirming' ? 'confirming' : 'later',
      tainted: iteration.measured?.tainted ?? false,
      offLine: fit === null ? null : epochMs / (fit.A * size ** -fit.alpha) - 1,
      delay: formatDuration(delay),
      label: `${formatDuration(epochMs)} an epoch, ${formatDuration(delay)} this iteration`,
    },
  ];
}

/** The controller's last chosen plan: neither a profiling size nor the remainder at the end of an epoch. */
const settledPlan = (plans: readonly BatchPlan[]) =>
  plans.findLast((plan) => plan.reason !== 'profiling' && plan.reason !== 'lastPartial');

const LINE_POINTS = 24;

/**
 * The band turns the line about the middle of the measured sizes, to both ends of alpha's interval: what another
 * measurement could have made of the slope. The height there is taken as known.
 */
function lineOf(fit: PowerLawFit, sizes: readonly number[], points: readonly BatchFitPoint[]): LinePoint[] {
  const low = Math.max(1, Math.min(...sizes));
  const high = Math.max(low * 2, ...sizes);
  const clean = points.filter(({ tainted }) => !tainted);
  const middle = Math.exp(
    clean.reduce((sum, { size }) => sum + Math.log(size), 0) / Math.max(1, clean.length),
  );
  return Array.from({ length: LINE_POINTS }, (_, index) => {
    const size = low * (high / low) ** (index / (LINE_POINTS - 1));
    const seconds = (fit.A * size ** -fit.alpha) / 1000;
    const turned = [fit.alphaLower, fit.alphaUpper].map(
      (alpha) => seconds * (size / middle) ** (fit.alpha - alpha),
    );
    return { size, seconds, band: [Math.min(...turned), Math.max(...turned)] };
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
  return `${timed} alpha = ${exponent(alpha)} (95 % ${exponent(alphaLower)} to ${exponent(alphaUpper)}), R² = ${r2.toFixed(3)}, ${plural(plan.fit.points, 'point')}; size in use ${chosen ?? 'not chosen yet'}${settledPlan(plans)?.extrapolated ? ', beyond twice the profiled range' : ''}.${takenOut(plan.fit)}`;
}

const exponent = (alpha: number) => alpha.toFixed(2).replace('-', '−');

const isUsable = (fit: PowerLawFit | null): boolean => fit !== null && fit.degenerate === null;

/** A missing line says whether one was wanted, and if so what was wrong with it. */
function whyNoLine(plans: readonly BatchPlan[], chosen: number | null): string {
  const newest = plans.at(-1);
  if (plans.some((plan) => plan.reason === 'static'))
    return `The size is fixed${chosen === null ? '' : ` at ${chosen}`}, so no line is fitted.`;
  const inUse = chosen === null ? '' : ` The size in use is ${chosen}.`;
  if (newest?.fit?.degenerate) return `No usable fit: ${fitFaultWords(newest.fit.degenerate)}.${inUse}`;
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
