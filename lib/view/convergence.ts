import type { StoppingSettings } from '@/lib/domain/manifest';
import type { HeldOutPoint, RunState } from '@/lib/projection/run-state';
import {
  AXIS_LABELS,
  type ConvergenceAxis,
  countsTrials,
  DOLLARS_UNKNOWN,
  LEAST,
  xOf,
} from './convergence-axis';
import { describeOrigin, type NumberOrigin } from './number-origin';
import { describeMeasurement, formatCount, plural } from './numbers';
import { evenTicks } from './ticks';

/** The convergence curve: held-out score over training. */
export interface ConvergenceChart {
  readonly question: string;
  readonly origin: string;
  /** The curve in one sentence, also for screen readers. */
  readonly summary: string;
  readonly xLabel: string;
  /** Reason for the missing points along this axis; null if there are points, or no measurement yet. */
  readonly unknown: string | null;
  readonly points: readonly ConvergencePoint[];
  /** Cut short by a hard cap: drawn separately and unconnected, since their means are not comparable. */
  readonly partials: readonly ConvergencePoint[];
  readonly seedScore: number | null;
  readonly best: ConvergencePoint | null;
  /** The soft target of the run, in percent. */
  readonly target: number | null;
  /** The interval of the best measurement, extended while no later one beats it. */
  readonly plateau: {
    readonly fromX: number;
    readonly toX: number;
    readonly band: readonly [number, number];
  } | null;
  /** The serial baseline's own curve on the same axis. */
  readonly serial: readonly { readonly x: number; readonly score: number }[];
  readonly yTicks: readonly number[];
  readonly xTicks: readonly number[];
}

export interface ConvergencePoint {
  readonly x: number;
  /** In percent, like the axis. */
  readonly score: number;
  /** [lower, upper]; null where there is no interval. */
  readonly interval: readonly [number, number] | null;
  readonly n: number;
  /** Examples without a score; absent = none. */
  readonly missing?: number;
  readonly iteration: number;
  readonly candidateHash: string;
  readonly failures: number;
  readonly isBest: boolean;
  readonly isPartial: boolean;
  /** Number of consecutive measurements, including this one, without a new best; 0 at and before the best. */
  readonly waits: number;
  readonly label: string;
}

/** Data drawn in addition to the run's own points. */
export interface ConvergenceBeside {
  readonly stopping?: StoppingSettings;
  readonly serial?: readonly { readonly seen: number; readonly score: number }[];
  /** False if a model of the run has no price: the cost in dollars is then unknown, not 0. */
  readonly priced?: boolean;
}

export function prepareConvergence(
  state: RunState,
  origin: NumberOrigin,
  axis: ConvergenceAxis,
  { stopping, serial = [], priced = true }: ConvergenceBeside = {},
): ConvergenceChart {
  const counted = axis === 'rollouts' && countsTrials(state) ? 'trials' : axis;
  const unknown = axis === 'dollars' && !priced ? DOLLARS_UNKNOWN : null;
  const measurements = unknown === null ? state.measurements : [];
  const whole = measurements.filter((point) => !point.incomplete);
  const newest = whole.findLastIndex((point) => point.best);
  // The original prompt alone is not a best: no mark before a candidate beats it.
  const bestIndex = newest > 0 ? newest : -1;
  const points = whole.map((point, index) => ({
    ...pointOf(point, xOf(point, counted, state), index === bestIndex),
    waits: newest >= 0 && index > newest ? index - newest : 0,
  }));
  const partials = measurements
    .filter((point) => point.incomplete)
    .map((point) => pointOf(point, xOf(point, counted, state), false));
  const drawn = [...points, ...partials];
  const best = points[bestIndex] ?? null;
  const seed = points[0] ?? null;
  // The axis covers the planned run from the start, so that the curve grows into it.
  const target = stopping?.targetScore == null ? null : stopping.targetScore * 100;
  const beside =
    counted === 'rollouts' ? serial.map(({ seen, score }) => ({ x: seen, score: score * 100 })) : [];
  const isGoing = counted === 'rollouts' && state.phase.kind !== 'ended';
  const planned = isGoing ? (state.started?.plannedRollouts ?? 0) : 0;
  const farthest = Math.max(planned, ...drawn.map((point) => point.x));
  return {
    question: 'Held-out score',
    origin: `${describeOrigin(origin)}${thinnedNote(state)}`,
    unknown,
    summary:
      unknown ??
      `${summarize(points, seed, best)}${waitSentence(points, stopping)}${partialSentence(partials.length)}`,
    xLabel: AXIS_LABELS[counted],
    points,
    partials,
    seedScore: seed?.score ?? null,
    best,
    target,
    plateau: plateauOf(points, best),
    serial: beside,
    yTicks: scoreTicks(drawn, [...(target === null ? [] : [target]), ...beside.map(({ score }) => score)]),
    xTicks: evenTicks(0, farthest > 0 ? farthest : LEAST[counted]),
  };
}

function pointOf(point: HeldOutPoint, x: number, isBest: boolean): ConvergencePoint {
  const { mean, lower, upper, n } = point.score;
  return {
    x,
    score: mean * 100,
    interval: lower === null || upper === null ? null : [lower * 100, upper * 100],
    n,
    ...(point.score.missing ? { missing: point.score.missing } : {}),
    iteration: point.iteration,
    candidateHash: point.candidateHash,
    failures: point.failures,
    isBest,
    isPartial: point.incomplete === true,
    waits: 0,
    label: describeMeasurement(point.score).whole,
  };
}

/** Spans the best to the last measurement, if any followed the best. */
function plateauOf(
  points: readonly ConvergencePoint[],
  best: ConvergencePoint | null,
): ConvergenceChart['plateau'] {
  const last = points.at(-1);
  if (best?.interval == null || last === undefined || last.waits === 0) return null;
  return { fromX: best.x, toX: last.x, band: best.interval };
}

function waitSentence(points: readonly ConvergencePoint[], stopping: StoppingSettings | undefined): string {
  const waits = points.at(-1)?.waits ?? 0;
  if (waits === 0) return '';
  const patience = stopping?.patience == null ? '' : ` of ${stopping.patience} that the run waits for`;
  return ` ${plural(waits, 'measurement')}${patience} without a better one since.`;
}

function thinnedNote({ measurements, leftOut }: Pick<RunState, 'measurements' | 'leftOut'>): string {
  if (leftOut.measurements === 0) return '';
  const all = measurements.length + leftOut.measurements;
  return ` · ${formatCount(measurements.length)} of ${formatCount(all)} measurements drawn`;
}

function partialSentence(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ' One measurement was cut short by a cap; it is drawn separately and decides nothing.'
    : ` ${count} measurements were cut short by a cap; they stand apart and decide nothing.`;
}

/** Gives scores and no gain: the best is the highest of many, so its gain is the corrected one of the headline. */
function summarize(
  points: readonly ConvergencePoint[],
  seed: ConvergencePoint | null,
  best: ConvergencePoint | null,
): string {
  if (seed === null) return 'Nothing was measured yet.';
  if (points.length === 1)
    return `The original prompt scores ${seed.label}. Training has yet to be measured.`;
  if (best === null) return `The original prompt scores ${seed.label}. Nothing has beaten it so far.`;
  return `From ${seed.label} with the original prompt to ${best.label} at best.`;
}

/** Pads the axis around the intervals, within 0..100. */
function scoreTicks(points: readonly ConvergencePoint[], others: readonly number[]): readonly number[] {
  if (points.length === 0) return [0, 50, 100];
  const low = Math.min(...others, ...points.map((point) => point.interval?.[0] ?? point.score)) - 2;
  const high = Math.max(...others, ...points.map((point) => point.interval?.[1] ?? point.score)) + 2;
  return evenTicks(Math.max(0, low), Math.min(100, high));
}
