/** A curve as small as a word: shape only, so it has neither axes nor an interval. */
export interface Sparkline {
  /** Points of an SVG polyline. */
  readonly points: string;
  readonly last: { readonly x: number; readonly y: number };
}

export const SPARK = { width: 120, height: 36 } as const;
/** Room for the line's own width and the dot at its end. */
const EDGE = 4;

/** Null with fewer than two values, which have no shape. Equal values are a line in the middle. */
export function prepareSparkline(values: readonly number[]): Sparkline | null {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const placed = values.map((value, index) => ({
    x: round(EDGE + (index / (values.length - 1)) * (SPARK.width - 2 * EDGE)),
    y: round(EDGE + (span === 0 ? 0.5 : 1 - (value - low) / span) * (SPARK.height - 2 * EDGE)),
  }));
  const last = placed.at(-1);
  if (last === undefined) return null;
  return { points: placed.map(({ x, y }) => `${x},${y}`).join(' '), last };
}

const round = (value: number) => Math.round(value * 10) / 10;
