/**
 * Parallel coordinates: an upright axis a quantity, a line a thing that has them all. Heights, ranges on the axes and
 * their form in an address. Knows nothing of what is drawn.
 */
export interface ParallelAxis {
  readonly key: string;
  readonly name: string;
  /** Named places at even distances instead of a scale; null = numbers. */
  readonly levels: readonly AxisPlace[] | null;
  readonly ticks: readonly AxisPlace[];
}

interface AxisPlace {
  readonly value: number;
  readonly label: string;
}

export interface ParallelLine {
  readonly key: string;
  readonly label: string;
  readonly group: string;
  /** An axis each; null = it has none, and passes the axis at its foot. */
  readonly values: readonly (number | null)[];
  readonly isWithin: boolean;
}

/** Lines of one group share colour and dashes, so that colour does not tell it alone. */
export interface LineGroup {
  readonly name: string;
  readonly colour: number;
  /** As SVG writes it; '' = unbroken. */
  readonly dashes: string;
}

export interface ParallelChart {
  readonly question: string;
  readonly origin: string;
  readonly summary: string;
  readonly axes: readonly ParallelAxis[];
  readonly groups: readonly LineGroup[];
  readonly lines: readonly ParallelLine[];
  readonly hasMissing: boolean;
}

/** Both ends belong to it; null = open. */
export interface ValueRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** By the key of the axis. */
export type ValueRanges = Readonly<Record<string, ValueRange>>;

/** Position of a value on its axis, from 0 at the lowest tick to 1 at the highest. */
export function shareOf({ levels, ticks }: ParallelAxis, value: number): number {
  if (levels !== null) {
    const at = levels.findIndex((level) => level.value === value);
    // A single level is in the middle: it is neither low nor high.
    return levels.length < 2 || at < 0 ? 0.5 : at / (levels.length - 1);
  }
  const [low, high] = endsOf(ticks);
  return high === low ? 0.5 : Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** The range that was drawn between two heights of an axis; of named places those that it covers. */
export function rangeBetween(axis: ParallelAxis, one: number, other: number): ValueRange | null {
  const low = Math.max(0, Math.min(one, other));
  const high = Math.min(1, Math.max(one, other));
  if (axis.levels !== null) {
    const covered = axis.levels.filter(({ value }) => {
      const share = shareOf(axis, value);
      return share >= low && share <= high;
    });
    const [first, last] = [covered[0], covered.at(-1)];
    return first === undefined || last === undefined ? null : { from: first.value, to: last.value };
  }
  const [bottom, top] = endsOf(axis.ticks);
  // At an end of the axis the range stays open: what comes later may lie beyond it.
  return {
    from: low === 0 ? null : rounded(bottom + low * (top - bottom)),
    to: high === 1 ? null : rounded(bottom + high * (top - bottom)),
  };
}

/** From and to as shares of the axis, for the band that shows a range. */
export function bandOf(axis: ParallelAxis, { from, to }: ValueRange): readonly [number, number] {
  const ends = [from === null ? 0 : shareOf(axis, from), to === null ? 1 : shareOf(axis, to)];
  return [Math.min(...ends), Math.max(...ends)];
}

/** True inside the range; a missing value never is. Ends typed in the wrong order are swapped. */
export function isInRange(value: number | null, { from, to }: ValueRange): boolean {
  if (value === null) return false;
  const isReversed = from !== null && to !== null && from > to;
  const [low, high] = isReversed ? [to, from] : [from, to];
  return (low === null || value >= low) && (high === null || value <= high);
}

/** With one range more, or with one less where both of its ends are open. */
export function withRange(ranges: ValueRanges, key: string, range: ValueRange | null): ValueRanges {
  const { [key]: _former, ...others } = ranges;
  const isOpen = range === null || (range.from === null && range.to === null);
  return isOpen ? others : { ...others, [key]: range };
}

/** As an address holds them: "minutes:1~5,score:80~". */
export function writeRanges(ranges: ValueRanges): string {
  return Object.entries(ranges)
    .map(([key, { from, to }]) => `${key}:${from ?? ''}~${to ?? ''}`)
    .join(',');
}

/** An address may have been written by hand: what is no range is left out. */
export function readRanges(text: string): ValueRanges {
  return text.split(',').reduce<ValueRanges>((ranges, part) => {
    const [, key, from, to] = /^([a-zA-Z]+):([^~]*)~([^~]*)$/.exec(part) ?? [];
    return key === undefined ? ranges : withRange(ranges, key, { from: numberIn(from), to: numberIn(to) });
  }, {});
}

/** Null where nothing is written, or no number. */
export function numberIn(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

const endsOf = (ticks: readonly AxisPlace[]) => [ticks[0]?.value ?? 0, ticks.at(-1)?.value ?? 1] as const;

/** More digits than a hand can draw would only make the address long. */
const rounded = (value: number) => Number(value.toPrecision(4));
