import type { ArmComparison } from '@/lib/contracts/comparisons';
import { countWords } from '@/lib/domain/scored-count';
import { describeHardware } from './number-origin';
import { formatPoints, formatScore, formatSpan } from './numbers';
import { agentWords } from './pinned-agent';
import {
  heightTicks,
  type PlacedPoint,
  type PointChart,
  type PointSeries,
  type PointShape,
} from './point-chart';

const SHAPES: readonly PointShape[] = ['circle', 'square', 'triangle', 'diamond'];
const SIZE_TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;
/** On the log axis, seeds of one arm and arms of one size are drawn next to each other by these factors. */
const SEED_STEP = 1.05;
const ARM_STEP = 1.22;

/**
 * Chart data for arms side by side: one point per seed, at its gain above the mean start of its arm, in % of held-out,
 * with the paired interval of the gain, and the published values as faint marks of their own.
 */
export function prepareArmChart(comparison: ArmComparison): PointChart {
  const { rows } = comparison;
  const published = publishedPoints(comparison);
  const sizes = rows.flatMap((row) => (row.batchSize === null ? [] : [row.batchSize]));
  const largest = Math.max(1, ...sizes, ...published.map(({ x }) => x));
  // The controller chooses its own sizes, so its point lies to the right of every fixed size.
  const chosenAt = rows.some((row) => row.batchSize === null) ? largest * 2 : null;
  const series = rows.map((row, index) => seriesOf(row, index, placeOf(rows, index, chosenAt)));
  const original = originalOf(rows);
  return {
    question:
      rows[0]?.batchSize === 1
        ? 'How much of the serial gain does each arm keep?'
        : 'How much does each arm gain?',
    origin: originOf(comparison),
    summary: comparison.warning ?? [summaryOf(comparison), ...apartWords(rows)].join(' '),
    series,
    published,
    front: [],
    xLabel: 'batch size, log',
    xTicks: SIZE_TICKS.filter((tick) => tick <= largest),
    namedTicks: chosenAt === null ? [] : [{ x: chosenAt, name: 'controller' }],
    yUnit: ' %',
    yTicks: heightTicks([...series.flatMap(({ points }) => points), ...published], {
      level: original,
      least: 0,
      most: 100,
    }),
    level: original === null ? null : { y: original, name: 'original prompt' },
  };
}

type Row = ArmComparison['rows'][number];

/** Half of the last digit shown: arms within it started at the same score. */
const SAME = 0.0005;

/** Start of all arms, in %; null if their starts differ, since one line would be false for some of them. */
function originalOf(rows: readonly Row[]): number | null {
  const [first] = rows;
  return first && !beganApart(rows) ? first.originalMean * 100 : null;
}

function beganApart(rows: readonly Row[]): boolean {
  const scores = rows.map(({ originalMean }) => originalMean);
  return Math.max(...scores) - Math.min(...scores) > SAME;
}

function apartWords(rows: readonly Row[]): readonly string[] {
  if (rows.length === 0 || !beganApart(rows)) return [];
  const scores = rows.map(({ originalMean }) => originalMean);
  return [
    `Their original prompts were measured apart, at ${formatScore(Math.min(...scores))} to ${formatScore(Math.max(...scores))}, so no line marks it: a point is drawn at its own gain above the mean of its arm.`,
  ];
}

/** Arms of one size are placed around it, in the order of the rows. */
function placeOf(rows: readonly Row[], index: number, chosenAt: number | null): number {
  const size = rows[index]?.batchSize ?? null;
  const together = rows.flatMap((row, at) => (row.batchSize === size ? [at] : []));
  const offset = together.indexOf(index) - (together.length - 1) / 2;
  return (size ?? chosenAt ?? 1) * ARM_STEP ** offset;
}

function seriesOf(row: Row, index: number, place: number): PointSeries {
  return {
    name: row.name,
    colour: ((index % 4) + 1) as PointSeries['colour'],
    // The fifth arm has the first colour again, with another shape.
    shape: SHAPES[(index + Math.floor(index / 4)) % SHAPES.length] ?? 'circle',
    joined: false,
    dashed: false,
    points: row.gains.map((gain, seed) => ({
      title: row.name,
      x: place * SEED_STEP ** (seed - (row.gains.length - 1) / 2),
      y: (row.originalMean + gain.mean) * 100,
      error:
        gain.lower === null || gain.upper === null
          ? undefined
          : [(gain.mean - gain.lower) * 100, (gain.upper - gain.mean) * 100],
      label: `${formatPoints(gain.mean)} over the original prompt (${formatSpan(gain)}, ${countWords(gain)})`,
    })),
  };
}

function publishedPoints({ published }: ArmComparison): readonly PlacedPoint[] {
  return published.flatMap((point) =>
    point.batchSize === null
      ? []
      : [
          {
            title: `Published, ${point.method}, ${point.arm}, batch size ${point.batchSize}`,
            x: point.batchSize,
            y: point.accuracy * 100,
            error: undefined,
            label: `${formatScore(point.accuracy)}, other hardware, no interval`,
          },
        ],
  );
}

function originOf({ rows, datasetName, agents, hardware }: ArmComparison): string {
  const practice = rows.some((row) => row.practice);
  return [datasetName, 'held-out', ...agents.map(agentWords), describeHardware({ hardware, practice })]
    .filter((part) => part !== '')
    .join(' · ');
}

function summaryOf({ rows }: ArmComparison): string {
  const [reference, ...others] = rows;
  if (!reference || others.length === 0) return 'One arm alone: there is nothing to compare it with yet.';
  if (reference.batchSize !== 1) {
    const gained = rows.map((row) => `“${row.name}” ${formatPoints(row.gain)}`);
    return `Over the original prompt: ${gained.join(', ')}. The sequential arm (batch size 1) is not among these runs, so no arm has a share of its gain.`;
  }
  if (others.every((row) => row.kept === null))
    return `“${reference.name}” gained nothing, so no arm has a share of its gain.`;
  const kept = others.map((row) => `“${row.name}” keeps ${formatScore(row.kept)}`);
  return `“${reference.name}” gains ${formatPoints(reference.gain)}; of that, ${kept.join(', ')}.`;
}
