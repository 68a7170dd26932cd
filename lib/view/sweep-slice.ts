import type { SweepView } from '@/lib/contracts/sweeps';
import { formatCount, formatDuration, formatScore, formatUsd, plural } from './numbers';
import { heightTicks, logTicks, type PlacedPoint, type PointChart } from './point-chart';
import { nameOf, seriesLook, sweepOrigin } from './sweep-series';
import { ARM_WORDS } from './sweep-words';

/** One result of a sweep against its batch sizes, a mark a seed: what the means of the figure leave out. */
export const SLICE_RESULTS = ['score', 'minutes', 'dollars', 'tokens'] as const;
export type SliceResult = (typeof SLICE_RESULTS)[number];

type Cell = SweepView['cells'][number];
type Result = NonNullable<Cell['result']>;

const UNITS: Readonly<Record<SliceResult, { readonly unit: string; readonly name: string }>> = {
  score: { unit: ' %', name: 'held-out score, %' },
  minutes: { unit: ' min', name: 'learning time, min' },
  dollars: { unit: ' $', name: 'list price, US dollars' },
  tokens: { unit: ' k', name: 'thousand tokens' },
};

export const sliceName = (result: SliceResult): string => UNITS[result].name;

export function prepareSweepSlice(sweep: SweepView, result: SliceResult): PointChart {
  const placed = sweep.cells.flatMap((cell) => {
    const at =
      cell.batchSize === null || cell.status !== 'done' ? null : pointOf(cell, cell.batchSize, result);
    return at === null ? [] : [{ arm: cell.arm, at }];
  });
  const arms = [...new Set(placed.map(({ arm }) => arm))];
  const points = placed.map(({ at }) => at);
  return {
    question: 'Do the seeds agree?',
    origin: sweepOrigin(sweep),
    summary: summaryOf(placed.length, sweep.cells.length, points),
    xLabel: 'batch size, log',
    yUnit: UNITS[result].unit,
    xTicks: logTicks(points.map(({ x }) => x)),
    yTicks: heightTicks(points, {
      level: null,
      least: 0,
      most: result === 'score' ? 100 : Number.POSITIVE_INFINITY,
    }),
    series: arms.map((arm) => ({
      name: ARM_WORDS[arm].name,
      ...seriesLook(arm),
      joined: false,
      points: placed.flatMap((one) => (one.arm === arm ? [one.at] : [])),
    })),
    ...{ published: [], front: [], level: null },
  };
}

function pointOf({ arm, batchSize, seed, result }: Cell, x: number, wanted: SliceResult): PlacedPoint | null {
  const y = result === null ? null : resultOf(result, wanted);
  if (result === null || y === null) return null;
  const { lower, upper, accuracy, n, learningMs, costUsd, tokens } = result;
  const hasInterval = wanted === 'score' && lower !== null && upper !== null;
  return {
    x,
    y,
    error: hasInterval ? [(accuracy - lower) * 100, (upper - accuracy) * 100] : undefined,
    title: `${nameOf({ arm, batchSize })}, seed ${seed}`,
    label: `${formatScore(accuracy)} (n = ${formatCount(n)}) · learning ${formatDuration(learningMs)} · ${formatUsd(costUsd)} · ${plural(tokens, 'token')}`,
  };
}

function resultOf(result: Result, wanted: SliceResult): number | null {
  if (wanted === 'score') return result.accuracy * 100;
  if (wanted === 'minutes') return result.learningMs / 60_000;
  return wanted === 'dollars' ? result.costUsd : result.tokens / 1000;
}

/** The widest gap between seeds of one arm at one size, in the unit that is drawn. */
function summaryOf(drawn: number, cells: number, points: readonly PlacedPoint[]): string {
  if (drawn === 0) return 'No cell with a batch size is done yet.';
  const groups = new Map<string, number[]>();
  for (const { title, y } of points) {
    const group = title.replace(/, seed \d+$/, '');
    groups.set(group, [...(groups.get(group) ?? []), y]);
  }
  const [widest] = [...groups]
    .filter(([, values]) => values.length > 1)
    .map(([group, values]) => ({ group, low: Math.min(...values), high: Math.max(...values) }))
    .sort((a, b) => b.high - b.low - (a.high - a.low));
  const counted = `${drawn} of ${plural(cells, 'cell')} are drawn.`;
  if (widest === undefined) return `One seed each so far: nothing can be said of their agreement. ${counted}`;
  const digits = (value: number) => Number(value.toPrecision(3)).toLocaleString('en-US');
  return `The seeds lie furthest apart for ${widest.group}: ${digits(widest.low)} to ${digits(widest.high)}. ${counted}`;
}
