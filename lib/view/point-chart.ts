import { evenTicks } from './ticks';

/** Points of several series with their intervals, as a chart draws them. Knows nothing of what they mean. */
export interface PlacedPoint {
  readonly x: number;
  readonly y: number;
  /** Down and up from y; left out where there is no interval. */
  readonly error: readonly [number, number] | undefined;
  /** The same left and right of x. */
  readonly errorX?: readonly [number, number] | undefined;
  readonly title: string;
  /** Everything that a number needs beside it. */
  readonly label: string;
}

export interface PointSeries {
  readonly name: string;
  readonly colour: 1 | 2 | 3 | 4;
  /** The marker tells a series as well as its colour does. */
  readonly shape: PointShape;
  /** Points in rising x are joined. */
  readonly joined: boolean;
  readonly dashed: boolean;
  /** Drawn in grey behind the others: what something else beats. */
  readonly isFaint?: boolean;
  readonly points: readonly PlacedPoint[];
}

export type PointShape = 'circle' | 'square' | 'triangle' | 'diamond' | 'star' | 'wye';

export interface PointChart {
  readonly question: string;
  readonly origin: string;
  readonly summary: string;
  readonly xLabel: string;
  readonly yUnit: string;
  readonly xTicks: readonly number[];
  /** Places of the axis that have a name instead of a number. */
  readonly namedTicks?: readonly { readonly x: number; readonly name: string }[];
  readonly yTicks: readonly number[];
  readonly series: readonly PointSeries[];
  /** Faint, never ours. */
  readonly published: readonly PlacedPoint[];
  /** Points on the Pareto front, left to right: joined by steps, with the area below and to the right shaded. */
  readonly front: readonly PlacedPoint[];
  /** A level across the chart. */
  readonly level: { readonly y: number; readonly name: string } | null;
}

/** 1, 2 and 5 times the powers of ten around these values: ticks of a log axis. */
export function logTicks(values: readonly number[]): readonly number[] {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return [1, 10];
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  const powers = Array.from(
    { length: Math.ceil(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
    (_, index) => Math.floor(Math.log10(low)) + index,
  );
  const fine = powers.flatMap((power) => [1, 2, 5].map((factor) => round(factor * 10 ** power)));
  const first = fine.findLastIndex((tick) => tick <= low);
  const last = fine.findIndex((tick) => tick >= high);
  const ticks = fine.slice(Math.max(0, first), last < 0 ? undefined : last + 1);
  return ticks.length > TICKS_MAX ? powers.map((power) => round(10 ** power)) : ticks;
}

/** More would run into each other on a phone: then powers of ten alone. */
const TICKS_MAX = 7;
const round = (tick: number) => Number(tick.toPrecision(6));

/** Round numbers that hold every interval, every mark and the level. */
export function heightTicks(
  points: readonly PlacedPoint[],
  { level, least, most }: { readonly level: number | null; readonly least: number; readonly most: number },
): readonly number[] {
  const values = points.flatMap(({ y, error }) => [y - (error?.[0] ?? 0), y + (error?.[1] ?? 0)]);
  const all = level === null ? values : [...values, level];
  if (all.length === 0) return [0, 50, 100];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = Math.max((high - low) * 0.05, 1);
  return evenTicks(Math.max(least, low - room), Math.min(most, high + room));
}
