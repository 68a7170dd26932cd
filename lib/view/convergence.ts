import { describeOrigin, type NumberOrigin } from './number-origin';
import { describeMeasurement, formatPoints } from './numbers';
import type { HeldOutPoint, RunState } from './run-state';

/** The convergence curve: what training bought on held-out. */
export interface ConvergenceChart {
  readonly question: string;
  readonly origin: string;
  /** For screen readers and for whoever reads one sentence only. */
  readonly summary: string;
  readonly xLabel: string;
  readonly points: readonly ConvergencePoint[];
  readonly seedScore: number | null;
  readonly best: ConvergencePoint | null;
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
  readonly iteration: number;
  readonly candidateHash: string;
  readonly failures: number;
  readonly isBest: boolean;
  readonly label: string;
}

export type ConvergenceAxis = 'rollouts' | 'minutes';

const AXIS_LABELS: Readonly<Record<ConvergenceAxis, string>> = {
  rollouts: 'training rollouts',
  minutes: 'minutes since the start, evaluation included',
};

export function prepareConvergence(
  state: RunState,
  origin: NumberOrigin,
  axis: ConvergenceAxis,
): ConvergenceChart {
  const bestIndex = state.measurements.findLastIndex((point) => point.best);
  const points = state.measurements.map((point, index) =>
    pointOf(point, xOf(point, axis, state), index === bestIndex),
  );
  const best = points[bestIndex] ?? null;
  const seed = points[0] ?? null;
  return {
    question: 'Does held-out get better as the run learns?',
    origin: describeOrigin(origin),
    summary: summarize(points, seed, best),
    xLabel: AXIS_LABELS[axis],
    points,
    seedScore: seed?.score ?? null,
    best,
    yTicks: scoreTicks(points),
    xTicks: evenTicks(0, Math.max(1, ...points.map((point) => point.x))),
  };
}

function xOf(point: HeldOutPoint, axis: ConvergenceAxis, state: RunState): number {
  if (axis === 'rollouts') return point.trainExamplesSeen;
  return Math.round(((point.atMs - (state.startedAtMs ?? point.atMs)) / 60_000) * 100) / 100;
}

function pointOf(point: HeldOutPoint, x: number, isBest: boolean): ConvergencePoint {
  const { mean, lower, upper, n } = point.score;
  return {
    x,
    score: mean * 100,
    interval: lower === null || upper === null ? null : [lower * 100, upper * 100],
    n,
    iteration: point.iteration,
    candidateHash: point.candidateHash,
    failures: point.failures,
    isBest,
    label: describeMeasurement(point.score).whole,
  };
}

function summarize(
  points: readonly ConvergencePoint[],
  seed: ConvergencePoint | null,
  best: ConvergencePoint | null,
): string {
  if (seed === null || best === null) return 'Nothing was measured yet.';
  if (points.length === 1) return `The seed candidate scores ${seed.label}. Training has yet to be measured.`;
  const gain = formatPoints((best.score - seed.score) / 100);
  return `From ${seed.label} with the seed to ${best.label} at best: ${gain}. ${decisive(seed, best)}`;
}

/** The honest sentence under a comparison. Intervals that overlap do not prove that nothing changed. */
function decisive(seed: ConvergencePoint, best: ConvergencePoint): string {
  if (best.x === seed.x) return 'Nothing has beaten the seed so far.';
  if (seed.interval === null || best.interval === null) return 'No interval, so this decides nothing.';
  return best.interval[0] > seed.interval[1]
    ? 'The intervals do not overlap.'
    : 'The intervals overlap: not decisive by itself.';
}

/** The axis keeps a little air around the intervals, inside 0..100. */
function scoreTicks(points: readonly ConvergencePoint[]): readonly number[] {
  if (points.length === 0) return [0, 50, 100];
  const low = Math.min(...points.map((point) => point.interval?.[0] ?? point.score)) - 2;
  const high = Math.max(...points.map((point) => point.interval?.[1] ?? point.score)) + 2;
  return evenTicks(Math.max(0, low), Math.min(100, high));
}

/** Four to six round numbers that enclose the range: 1, 2 or 5 times a power of ten apart. */
function evenTicks(low: number, high: number): readonly number[] {
  const raw = Math.max(1e-6, high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(8)),
  );
}
