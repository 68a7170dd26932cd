import type { SweepView } from '@/lib/contracts/sweeps';
import { countWords } from '@/lib/domain/scored-count';
import { SWEEP_ARMS } from '@/lib/domain/sweep-arms';
import { formatDuration, formatScore, formatUsd, plural } from './numbers';
import { heightTicks, logTicks, type PlacedPoint, type PointChart, type PointSeries } from './point-chart';
import { nameOf, seriesLook, sweepOrigin } from './sweep-series';
import { type SliceMark, type SliceUnit, wordsOfSlice } from './sweep-slice-words';
import { ARM_WORDS } from './sweep-words';

/**
 * One result of a sweep along one factor, a series for each value of a second one and a mark a cell: what the means of
 * the figure leave out. The third factor is what is left to scatter.
 */
export const SLICE_RESULTS = ['score', 'minutes', 'dollars', 'tokens'] as const;
export type SliceResult = (typeof SLICE_RESULTS)[number];

export const SLICE_FACTORS = ['batchSize', 'arm', 'seed'] as const;
export type SliceFactor = (typeof SLICE_FACTORS)[number];

export interface SliceChoice {
  readonly result: SliceResult;
  /** On the axis. */
  readonly along: SliceFactor;
  /** Which values have a series each. */
  readonly by: SliceFactor;
}

type Cell = SweepView['cells'][number];
type Result = NonNullable<Cell['result']>;
type Look = Pick<PointSeries, 'colour' | 'shape' | 'dashed'>;

const UNITS: Readonly<
  Record<SliceResult, { readonly unit: string; readonly name: string; readonly asked: string }>
> = {
  score: { unit: ' %', name: 'held-out score, %', asked: 'the held-out score' },
  minutes: { unit: ' min', name: 'learning time, min', asked: 'learning time' },
  dollars: { unit: ' $', name: 'list price, US dollars', asked: 'the list price' },
  tokens: { unit: ' k', name: 'thousand tokens', asked: 'the number of tokens' },
};

export const FACTOR_WORDS: Readonly<Record<SliceFactor, SliceUnit['rest']>> = {
  batchSize: 'batch size',
  arm: 'arm',
  seed: 'seed',
};

/** Told apart by marker and colour together: with every round of the colours the marker is another one. */
const SHAPES: readonly PointSeries['shape'][] = ['circle', 'square', 'triangle', 'diamond', 'star', 'wye'];
/** A longer name of an arm would run into the next one; the marks say it whole. */
const TICK_NAME_MAX = 12;

export const sliceName = (result: SliceResult): string => UNITS[result].name;

/** An address may name one factor twice: then the first other one is the second. */
export function secondFactor(along: SliceFactor, by: SliceFactor): SliceFactor {
  return by === along ? (SLICE_FACTORS.find((factor) => factor !== along) ?? by) : by;
}

export function prepareSweepSlice(sweep: SweepView, choice: SliceChoice): PointChart {
  const { result, along } = choice;
  const by = secondFactor(along, choice.by);
  const cells = sweep.cells.filter(
    (cell) => isDrawn(cell, result) && (along !== 'batchSize' || cell.batchSize !== null),
  );
  const places = valuesOf(cells, along);
  const placeOf = (cell: Cell) =>
    along === 'batchSize' ? (cell.batchSize ?? 1) : 2 ** places.indexOf(keyOf(cell, along));
  const drawn = cells.map((cell) => ({ cell, at: pointOf(cell, placeOf(cell), result) }));
  const points = drawn.map(({ at }) => at);
  return {
    question: `How does ${UNITS[result].asked} change with the ${FACTOR_WORDS[along]}, ${FACTOR_WORDS[by]} by ${FACTOR_WORDS[by]}?`,
    origin: sweepOrigin(sweep),
    summary: [
      ...wordsOfSlice(marksOf(drawn, { along, by }), { unit: UNITS[result].unit, rest: restOf(along, by) }),
      `${drawn.length} of ${plural(sweep.cells.length, 'cell')} are drawn${sizelessWords(sweep, choice)}.`,
    ].join(' '),
    xLabel: along === 'batchSize' ? 'batch size, log' : FACTOR_WORDS[along],
    yUnit: UNITS[result].unit,
    ...(along === 'batchSize'
      ? { xTicks: logTicks(points.map(({ x }) => x)) }
      : { xTicks: [], namedTicks: places.map((key, at) => ({ x: 2 ** at, name: tickName(along, key) })) }),
    yTicks: heightTicks(points, {
      ...{ level: null, least: 0, most: result === 'score' ? 100 : Number.POSITIVE_INFINITY },
    }),
    series: valuesOf(cells, by).map((key, at) => ({
      ...{ name: valueName(by, key), ...lookOf(by, key, at), joined: false },
      points: drawn.flatMap((one) => (keyOf(one.cell, by) === key ? [one.at] : [])),
    })),
    ...{ published: [], front: [], level: null },
  };
}

const isDrawn = ({ status, result }: Cell, wanted: SliceResult): boolean =>
  status === 'done' && result !== null && resultOf(result, wanted) !== null;

/** Arms by their place in the list of arms; no batch size is 0, before all that are one. */
function keyOf({ arm, batchSize, seed }: Cell, factor: SliceFactor): number {
  if (factor === 'arm') return SWEEP_ARMS.indexOf(arm);
  return factor === 'seed' ? seed : (batchSize ?? 0);
}

const valuesOf = (cells: readonly Cell[], factor: SliceFactor): readonly number[] =>
  [...new Set(cells.map((cell) => keyOf(cell, factor)))].sort((a, b) => a - b);

function valueName(factor: SliceFactor, key: number): string {
  if (factor === 'arm') return armName(key);
  if (factor === 'batchSize' && key === 0) return 'no batch size';
  return `${FACTOR_WORDS[factor]} ${key}`;
}

function tickName(factor: SliceFactor, key: number): string {
  const name = factor === 'arm' ? armName(key) : String(key);
  return name.length > TICK_NAME_MAX ? `${name.slice(0, TICK_NAME_MAX - 1)}…` : name;
}

function armName(key: number): string {
  const arm = SWEEP_ARMS[key];
  return arm === undefined ? '' : ARM_WORDS[arm].name;
}

function lookOf(factor: SliceFactor, key: number, at: number): Look {
  const arm = factor === 'arm' ? SWEEP_ARMS[key] : undefined;
  if (arm !== undefined) return seriesLook(arm);
  return {
    colour: ((at % 4) + 1) as Look['colour'],
    shape: SHAPES[(at + Math.floor(at / 4)) % SHAPES.length] ?? 'circle',
    dashed: false,
  };
}

function pointOf({ arm, batchSize, seed, result }: Cell, x: number, wanted: SliceResult): PlacedPoint {
  const title = `${nameOf({ arm, batchSize })}, seed ${seed}`;
  if (result === null) return { x, y: 0, error: undefined, title, label: '' };
  const { lower, upper, accuracy, learningMs, costUsd, tokens } = result;
  const hasInterval = wanted === 'score' && lower !== null && upper !== null;
  return {
    x,
    y: resultOf(result, wanted) ?? 0,
    error: hasInterval ? [(accuracy - lower) * 100, (upper - accuracy) * 100] : undefined,
    title,
    label: `${formatScore(accuracy)} (${countWords(result)}) · learning ${formatDuration(learningMs)} · ${formatUsd(costUsd)} · ${plural(tokens, 'token')}`,
  };
}

function resultOf(result: Result, wanted: SliceResult): number | null {
  if (wanted === 'score') return result.accuracy * 100;
  if (wanted === 'minutes') return result.learningMs / 60_000;
  return wanted === 'dollars' ? result.costUsd : result.tokens / 1000;
}

interface Drawn {
  readonly cell: Cell;
  readonly at: PlacedPoint;
}

const restOf = (along: SliceFactor, by: SliceFactor): SliceUnit['rest'] =>
  FACTOR_WORDS[SLICE_FACTORS.find((factor) => factor !== along && factor !== by) ?? 'seed'];

/** In the order of the axis, and of the series at one place of it. */
function marksOf(
  drawn: readonly Drawn[],
  { along, by }: Pick<SliceChoice, 'along' | 'by'>,
): readonly SliceMark[] {
  return drawn
    .toSorted((a, b) => keyOf(a.cell, along) - keyOf(b.cell, along) || keyOf(a.cell, by) - keyOf(b.cell, by))
    .map(({ cell, at }) => ({
      place: valueName(along, keyOf(cell, along)),
      series: valueName(by, keyOf(cell, by)),
      y: at.y,
    }));
}

/** No learning has no place on an axis of batch sizes. */
function sizelessWords({ cells }: SweepView, { along, result }: SliceChoice): string {
  const sizeless = cells.filter((cell) => isDrawn(cell, result) && cell.batchSize === null).length;
  return along === 'batchSize' && sizeless > 0
    ? `; ${sizeless} without a batch size ${sizeless === 1 ? 'is' : 'are'} left out`
    : '';
}
