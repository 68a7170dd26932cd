import type { SweepCellView, SweepView } from '@/lib/contracts/sweeps';
import type { SweepArm } from '@/lib/domain/sweep';
import { SWEEP_ARMS } from '@/lib/domain/sweep-arms';
import type { DataTable } from './data-table';
import { formatScore, plural } from './numbers';
import { isInRange, type ParallelAxis, type ParallelChart, type ValueRanges } from './parallel-chart';
import { nameOf, seriesLook, sweepOrigin } from './sweep-series';
import { ARM_WORDS, CELL_STATUS_WORDS } from './sweep-words';
import { evenTicks } from './ticks';

/** Every cell of a sweep as a line over what was varied and what came of it, and which of them lie in chosen ranges. */
type AxisKey = 'arm' | 'batchSize' | 'seed' | 'gain' | 'score' | 'minutes' | 'dollars' | 'tokens';
type Axis = ParallelAxis & { readonly key: AxisKey };

const FACTORS = ['arm', 'batchSize', 'seed'] as const;
const NAMES: Readonly<Record<AxisKey, string>> = {
  arm: 'arm',
  batchSize: 'batch size',
  seed: 'seed',
  gain: 'gain, pt',
  score: 'score, %',
  minutes: 'minutes',
  dollars: 'dollars',
  tokens: 'k tokens',
};

/** Seven arms share four colours, so each has dashes of its own. */
const DASHES: Readonly<Record<SweepArm, string>> = {
  noLearning: '1 4',
  sequential: '10 3',
  naive: '6 3',
  topK: '2 3',
  summary: '10 3 2 3',
  hierarchicalSummary: '5 3 1 3 1 3',
  combee: '',
};

/** The cells in the ranges, in their order; ranges on what this sweep does not draw count for nothing. */
export function cellsWithin(sweep: SweepView, ranges: ValueRanges): readonly SweepCellView[] {
  const drawn = axesOf(sweep).flatMap(({ key }) => {
    const range = ranges[key];
    return range === undefined ? [] : [{ key, range }];
  });
  return sweep.cells.filter((cell) =>
    drawn.every(({ key, range }) => isInRange(readingOf(cell, key), range)),
  );
}

/** Whether a range of the address narrows this sweep. */
export function isNarrowed(sweep: SweepView, ranges: ValueRanges): boolean {
  return axesOf(sweep).some(({ key }) => ranges[key] !== undefined);
}

export function prepareSweepParallel(sweep: SweepView, ranges: ValueRanges): ParallelChart {
  const axes = axesOf(sweep);
  const within = new Set(cellsWithin(sweep, ranges));
  const lines = sweep.cells.map((cell) => ({
    key: cell.id,
    label: labelOf(cell),
    group: ARM_WORDS[cell.arm].name,
    values: axes.map(({ key }) => readingOf(cell, key)),
    isWithin: within.has(cell),
  }));
  const arms = SWEEP_ARMS.filter((arm) => sweep.cells.some((cell) => cell.arm === arm));
  return {
    question: 'Settings of the good cells',
    origin: sweepOrigin(sweep),
    summary: isNarrowed(sweep, ranges)
      ? summaryOfRanges(sweep, axes, [...within])
      : summaryOfBest(sweep, axes),
    axes,
    groups: arms.map((arm) => ({
      ...{ name: ARM_WORDS[arm].name, colour: seriesLook(arm).colour, dashes: DASHES[arm] },
    })),
    lines,
    hasMissing: lines.some(({ values }) => values.includes(null)),
  };
}

/** A cell a row with the values of its line. */
export function tableOfParallel({ question, axes, lines }: ParallelChart): DataTable {
  return {
    name: question,
    columns: [
      { name: 'cell' },
      ...axes.map(({ name, key }) => ({ name, isNumber: key !== 'arm' })),
      { name: 'in the ranges' },
    ],
    rows: lines.map(({ label, values, isWithin, group }) => [
      label,
      ...axes.map(({ key }, at) => (key === 'arm' ? group : (values[at] ?? null))),
      isWithin ? 'yes' : 'no',
    ]),
  };
}

/** Axes: varying factors, then results known for some cell; the gain where every done cell has an original score. */
function axesOf(sweep: SweepView): readonly Axis[] {
  const { cells } = sweep;
  const varied = FACTORS.filter((key) => new Set(cells.map((cell) => readingOf(cell, key))).size > 1);
  const done = cells.filter((cell) => readingOf(cell, 'score') !== null);
  const hasGain = done.length > 0 && done.every((cell) => readingOf(cell, 'gain') !== null);
  const isPriced = done.some((cell) => readingOf(cell, 'dollars') !== null);
  return [
    ...varied.map((key) => levelAxis(cells, key)),
    numberAxis(cells, hasGain ? 'gain' : 'score'),
    numberAxis(cells, 'minutes'),
    numberAxis(cells, isPriced ? 'dollars' : 'tokens'),
  ];
}

function levelAxis(cells: readonly SweepCellView[], key: (typeof FACTORS)[number]): Axis {
  const levels = [...new Set(cells.flatMap((cell) => readingOf(cell, key) ?? []))]
    .sort((a, b) => a - b)
    .map((value) => ({ value, label: levelName(key, value) }));
  return { key, name: NAMES[key], levels, ticks: levels };
}

const levelName = (key: AxisKey, value: number) => {
  const arm = key === 'arm' ? SWEEP_ARMS[value] : undefined;
  return arm === undefined ? String(value) : ARM_WORDS[arm].name;
};

function numberAxis(cells: readonly SweepCellView[], key: AxisKey): Axis {
  const values = cells.flatMap((cell) => readingOf(cell, key) ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const ticks = values.length === 0 ? [0, 1] : low === high ? [low] : evenTicks(low, high);
  return {
    ...{ key, name: NAMES[key], levels: null },
    ticks: ticks.map((value) => ({ value, label: Number(value.toPrecision(6)).toLocaleString('en-US') })),
  };
}

/** Results count only of done cells, as in every mean of the sweep. An arm is its place in the list of arms. */
function readingOf({ arm, batchSize, seed, status, result }: SweepCellView, key: AxisKey): number | null {
  if (key === 'arm') return SWEEP_ARMS.indexOf(arm);
  if (key === 'batchSize') return batchSize;
  if (key === 'seed') return seed;
  if (result === null || status !== 'done') return null;
  if (key === 'score') return result.accuracy * 100;
  if (key === 'minutes') return result.learningMs / 60_000;
  if (key === 'dollars') return result.costUsd;
  if (key === 'tokens') return result.tokens / 1000;
  return result.seedAccuracy === null ? null : (result.accuracy - result.seedAccuracy) * 100;
}

function labelOf(cell: SweepCellView): string {
  const reached = readingOf(cell, 'score');
  const end =
    reached === null ? CELL_STATUS_WORDS[cell.status].word.toLowerCase() : formatScore(reached / 100);
  return `${nameOf(cell)}, seed ${cell.seed}: ${end}`;
}

function summaryOfRanges(sweep: SweepView, axes: readonly Axis[], cells: readonly SweepCellView[]): string {
  const counted = `${cells.length} of ${plural(sweep.cells.length, 'cell')} in the ranges`;
  return cells.length === 0
    ? `${counted}: widen one, or clear them.`
    : `${counted}; ${sharedWords(cells, axes)}.`;
}

/** A quarter is few enough to share something and many enough not to be one lucky seed. */
const BEST_SHARE = 1 / 4;

function summaryOfBest({ cells }: SweepView, axes: readonly Axis[]): string {
  const result = axes.some(({ key }) => key === 'gain') ? 'gain' : 'score';
  const ranked = cells
    .flatMap((cell) => {
      const value = readingOf(cell, result);
      return value === null ? [] : [{ cell, value }];
    })
    .sort((a, b) => b.value - a.value)
    .map(({ cell }) => cell);
  if (ranked.length === 0) return 'No cell is done yet.';
  const best = ranked.slice(0, Math.ceil(ranked.length * BEST_SHARE));
  const asked = result === 'gain' ? 'held-out gain' : 'held-out score';
  return `The best ${best.length} of ${plural(ranked.length, 'done cell')} by ${asked}: ${sharedWords(best, axes)}. Draw a range on an axis, or choose it below, to see other cells.`;
}

/** Values to which these cells limit each factor; a factor with all of its values among them is left out. */
function sharedWords(cells: readonly SweepCellView[], axes: readonly Axis[]): string {
  const limits = axes.flatMap(({ key, name, levels }) => {
    const found = levels?.filter(({ value }) => cells.some((cell) => readingOf(cell, key) === value)) ?? [];
    return levels === null || found.length === levels.length || found.length === 0
      ? []
      : [`${name} ${found.map(({ label }) => label).join(' or ')}`];
  });
  return limits.length === 0
    ? 'they share nothing that was varied'
    : `what they have in common is ${limits.join('; ')}`;
}
