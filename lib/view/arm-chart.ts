import type { ArmComparison } from '@/lib/contracts/comparisons';
import { formatPoints, formatScore } from './numbers';

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
  readonly shape: 'circle' | 'square' | 'triangle' | 'diamond';
}

export interface ArmChart {
  readonly question: string;
  readonly origin: string;
  readonly summary: string;
  readonly series: readonly ArmSeries[];
  readonly published: readonly ArmDot[];
  readonly ticks: readonly number[];
  /** Where arms without a fixed size are drawn. */
  readonly chosenAt: number | null;
  readonly domain: readonly [number, number];
  readonly originalAccuracy: number | null;
}

const SHAPES = ['circle', 'square', 'triangle', 'diamond'] as const;
/** Seeds of one arm are drawn beside one another, by this factor on the log axis. */
const SEED_STEP = 1.05;

export function prepareArmChart(comparison: ArmComparison): ArmChart {
  const sizes = comparison.rows.flatMap((row) => (row.batchSize === null ? [] : [row.batchSize]));
  const publishedSizes = comparison.published.flatMap((point) =>
    point.batchSize === null ? [] : [point.batchSize],
  );
  const largest = Math.max(1, ...sizes, ...publishedSizes);
  const chosenAt = comparison.rows.some((row) => row.batchSize === null) ? largest * 2 : null;
  const published = comparison.published
    .filter((point) => point.batchSize !== null)
    .map((point) => ({
      arm: `Published, ${point.method} ${point.arm}`,
      x: point.batchSize ?? 1,
      accuracy: point.accuracy * 100,
      error: undefined,
      label: `${formatScore(point.accuracy)}, published, other hardware`,
    }));
  const series = comparison.rows.map(
    (row, index): ArmSeries => ({
      name: row.name,
      colour: ((index % 4) + 1) as ArmSeries['colour'],
      shape: SHAPES[index % SHAPES.length] ?? 'circle',
      dots: row.gains.map((gain, seed) => ({
        arm: row.name,
        x: (row.batchSize ?? chosenAt ?? 1) * SEED_STEP ** (seed - (row.gains.length - 1) / 2),
        accuracy: (row.originalMean + gain.mean) * 100,
        error:
          gain.lower === null || gain.upper === null
            ? undefined
            : [(gain.mean - gain.lower) * 100, (gain.upper - gain.mean) * 100],
        label: `${formatPoints(gain.mean)} over the original prompt (${intervalOf(gain)}, n = ${gain.n})`,
      })),
    }),
  );
  return {
    question: 'How much of the serial gain does each arm keep?',
    origin: originOf(comparison),
    summary: comparison.warning ?? summaryOf(comparison),
    series,
    published,
    ticks: [1, 5, 10, 20, 50, 100, 200].filter((tick) => tick <= (chosenAt ?? largest) * 1.2),
    chosenAt,
    domain: domainOf([...series.flatMap((one) => one.dots), ...published]),
    originalAccuracy: comparison.rows[0] ? comparison.rows[0].originalMean * 100 : null,
  };
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
  const practice = rows.some((row) => row.practice) ? ['practice model'] : [];
  return [datasetName, 'held-out', hardware, ...practice].filter((part) => part !== '').join(' · ');
}

function summaryOf({ rows }: ArmComparison): string {
  const [reference, ...others] = rows;
  if (!reference || others.length === 0) return 'One arm alone: there is nothing to compare it with yet.';
  const kept = others.map(
    (row) => `${row.name} keeps ${row.kept === null ? 'no stated share' : formatScore(row.kept)}`,
  );
  return `Of the gain of "${reference.name}" (${formatPoints(reference.gain)}), ${kept.join('; ')}.`;
}

function domainOf(dots: readonly ArmDot[]): readonly [number, number] {
  const low = dots.map((dot) => dot.accuracy - (dot.error?.[0] ?? 0));
  const high = dots.map((dot) => dot.accuracy + (dot.error?.[1] ?? 0));
  if (dots.length === 0) return [0, 100];
  return [
    Math.max(0, Math.floor(Math.min(...low) / 5) * 5),
    Math.min(100, Math.ceil(Math.max(...high) / 5) * 5),
  ];
}
