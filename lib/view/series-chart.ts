import { formatCount } from './numbers';
import { evenTicks } from './ticks';

/** Numbers in columns that a chart draws and its table repeats. Which mark draws them is the component's business. */
export interface SeriesChart {
  readonly question: string;
  readonly origin: string;
  readonly summary: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  readonly rows: readonly SeriesRow[];
  readonly yTicks: readonly number[];
}

export interface Series {
  readonly key: string;
  readonly name: string;
  /** A colour of the charts, or a grey; the legend's order and the table tell series apart as well. */
  readonly colour: SeriesColour;
}

export type SeriesColour = 1 | 2 | 3 | 4 | 'ink' | 'faint';

export interface SeriesRow {
  readonly x: string;
  /** Null = not measured, which is drawn as a gap and never as a zero. */
  readonly values: Readonly<Record<string, number | null>>;
  /** Smallest value of each series in a row that merges several; `values` has the largest. */
  readonly least?: Readonly<Record<string, number | null>>;
  /** Text shown on hover in addition to the numbers. */
  readonly note?: string;
}

/** Keeps the ticks of a few counts whole. */
const LEAST_TOP = 5;

/** Name of an iteration; calls for the original prompt have a negative one, before the first. */
export function iterationName(iteration: number): string {
  return iteration < 0 ? 'original' : String(iteration + 1);
}

/** From zero to the highest mark; of a stack that is the sum. */
export function ticksFromZero(rows: readonly SeriesRow[], isStacked: boolean): readonly number[] {
  const tops = rows.map(({ values }) => {
    const known = Object.values(values).flatMap((value) => value ?? []);
    return isStacked ? known.reduce((sum, value) => sum + value, 0) : Math.max(0, ...known);
  });
  return evenTicks(0, Math.max(LEAST_TOP, ...tops));
}

/** So many columns all have their names; of more, those at round numbers have. */
export const NAMED_MAX = 12;

/**
 * Which of many columns have their names below them: round numbers, evenly apart. Left out where a number is missing in
 * between, as even numbers would then stand unevenly.
 */
export function roundNames(rows: readonly SeriesRow[]): readonly string[] | undefined {
  const numbers = rows.map(({ x }) => Number(x)).filter((x) => !Number.isNaN(x));
  const [first] = numbers;
  if (rows.length <= NAMED_MAX || first === undefined) return undefined;
  if (numbers.some((x, index) => x !== first + index)) return undefined;
  const last = first + numbers.length - 1;
  return evenTicks(first, last)
    .filter((tick) => tick >= first && tick <= last)
    .map(String);
}

/** Ticks of the whole scale of shares, so that a small change does not look like a large one. */
export const SHARE_TICKS: readonly number[] = [0, 25, 50, 75, 100];

/** More columns than these cannot be told apart. */
export const COLUMNS_MAX = 120;

export function newestColumns<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.slice(-COLUMNS_MAX);
}

/** Said in the origin where older columns are left out. */
export function columnsNote(total: number, what: string): string {
  return total > COLUMNS_MAX ? ` · the newest ${COLUMNS_MAX} of ${formatCount(total)} ${what}` : '';
}
