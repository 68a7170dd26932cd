import type { ArmComparison } from '@/lib/contracts/comparisons';
import { describeHardware } from './number-origin';
import { formatPoints, formatScore } from './numbers';
import { evenTicks } from './ticks';

/**
 * Arms side by side as a chart draws them: one dot a seed with the paired interval of its gain, and the published
 * values as faint marks that are never taken for ours.
 */
export interface ArmDot {
  readonly arm: string;
  readonly x: number;
  /** Held-out accuracy in %, with the paired 95 % interval of the gain laid around it. */
  readonly accuracy: number;
  readonly error: readonly [number, number] | undefined;
  readonly label: string;
}

export interface ArmSeries {
  readonly name: string;
  readonly dots: readonly ArmDot[];
  /** Which of the series colours; the marker's shape tells it as well. */
  readonly colour: 1 | 2 | 3 | 4;
  readonly shape: ArmShape;
}

export type ArmShape = (typeof SHAPES)[number];

export interface ArmChart {
  readonly question: string;
  readonly origin: string;
  readonly summary: string;
  readonly series: readonly ArmSeries[];
  readonly published: readonly ArmDot[];
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
  /** Where arms without a fixed size are drawn. */
  readonly chosenAt: number | null;
  readonly originalAccuracy: number | null;
}

const SHAPES = ['circle', 'square', 'triangle', 'diamond'] as const;
const SIZE_TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;
/** On the log axis, seeds of one arm and arms of one size are drawn beside one another by these factors. */
const SEED_STEP = 1.05;
const ARM_STEP = 1.22;

export function prepareArmChart(comparison: ArmComparison): ArmChart {
  const { rows } = comparison;
  const published = publishedDots(comparison);
  const sizes = rows.flatMap((row) => (row.batchSize === null ? [] : [row.batchSize]));
  const largest = Math.max(1, ...sizes, ...published.map((dot) => dot.x));
  const chosenAt = rows.some((row) => row.batchSize === null) ? largest * 2 : null;
  const series = rows.map((row, index) => seriesOf(row, index, placeOf(rows, index, chosenAt)));
  const originalAccuracy = rows[0] ? rows[0].originalMean * 100 : null;
  return {
    question:
      rows[0]?.batchSize === 1
        ? 'How much of the serial gain does each arm keep?'
        : 'How much does each arm gain?',
    origin: originOf(comparison),
    summary: comparison.warning ?? summaryOf(comparison),
    series,
    published,
    xTicks: SIZE_TICKS.filter((tick) => tick <= largest),
    yTicks: scoreTicks([...series.flatMap((one) => one.dots), ...published], originalAccuracy),
    chosenAt,
    originalAccuracy,
  };
}

type Row = ArmComparison['rows'][number];

/** Arms of one size stand around it, in the order of the rows. */
function placeOf(rows: readonly Row[], index: number, chosenAt: number | null): number {
  const size = rows[index]?.batchSize ?? null;
  const together = rows.flatMap((row, at) => (row.batchSize === size ? [at] : []));
  const offset = together.indexOf(index) - (together.length - 1) / 2;
  return (size ?? chosenAt ?? 1) * ARM_STEP ** offset;
}

function seriesOf(row: Row, index: number, place: number): ArmSeries {
  return {
    name: row.name,
    colour: ((index % 4) + 1) as ArmSeries['colour'],
    // The fifth arm has the first colour again, with another shape.
    shape: SHAPES[(index + Math.floor(index / 4)) % SHAPES.length] ?? 'circle',
    dots: row.gains.map((gain, seed) => ({
      arm: row.name,
      x: place * SEED_STEP ** (seed - (row.gains.length - 1) / 2),
      accuracy: (row.originalMean + gain.mean) * 100,
      error:
        gain.lower === null || gain.upper === null
          ? undefined
          : [(gain.mean - gain.lower) * 100, (gain.upper - gain.mean) * 100],
      label: `${formatPoints(gain.mean)} over the original prompt (${intervalOf(gain)}, n = ${gain.n})`,
    })),
  };
}

function publishedDots({ published }: ArmComparison): readonly ArmDot[] {
  return published.flatMap((point) =>
    point.batchSize === null
      ? []
      : [
          {
            arm: `Published, ${point.method}, ${point.arm}, batch size ${point.batchSize}`,
            x: point.batchSize,
            accuracy: point.accuracy * 100,
            error: undefined,
            label: `${formatScore(point.accuracy)}, other hardware, no interval`,
          },
        ],
  );
}

export function intervalOf({
  lower,
  upper,
}: {
  readonly lower: number | null;
  readonly upper: number | null;
}): string {
  return lower === null || upper === null
    ? 'no interval'
    : `95 % ${formatPoints(lower)} to ${formatPoints(upper)}`;
}

function originOf({ rows, datasetName, hardware }: ArmComparison): string {
  const practice = rows.some((row) => row.practice);
  return [datasetName, 'held-out', describeHardware({ hardware, practice })]
    .filter((part) => part !== '')
    .join(' · ');
}

function summaryOf({ rows }: ArmComparison): string {
  const [reference, ...others] = rows;
  if (!reference || others.length === 0) return 'One arm alone: there is nothing to compare it with yet.';
  if (reference.batchSize !== 1)
    return 'The sequential arm (batch size 1) is not among these runs, so no arm has a share of its gain; add a serial baseline to see shares.';
  if (others.every((row) => row.kept === null))
    return `“${reference.name}” gained nothing, so no arm has a share of its gain.`;
  const kept = others.map((row) => `“${row.name}” keeps ${formatScore(row.kept)}`);
  return `“${reference.name}” gains ${formatPoints(reference.gain)}; of that, ${kept.join(', ')}.`;
}

/** The axis keeps every interval, every published mark and the original prompt's line inside. */
function scoreTicks(dots: readonly ArmDot[], original: number | null): readonly number[] {
  const values = dots.flatMap(({ accuracy, error }) => [
    accuracy - (error?.[0] ?? 0),
    accuracy + (error?.[1] ?? 0),
  ]);
  const all = original === null ? values : [...values, original];
  if (all.length === 0) return [0, 50, 100];
  return evenTicks(Math.max(0, Math.min(...all) - 2), Math.min(100, Math.max(...all) + 2));
}
