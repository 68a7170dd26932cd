import type { SweepView } from '@/lib/contracts/sweeps';
import { READING_WORDS } from '@/lib/domain/practice-settings';
import { countWords } from '@/lib/domain/scored-count';
import { describeHardware, splitWord } from './number-origin';
import { formatCompact, formatCount, formatDuration, formatScore, plural } from './numbers';
import type { PlacedPoint, PointSeries, PointShape } from './point-chart';
import { ARM_WORDS } from './sweep-words';

/** Arms of a sweep as series: their colours and markers, and the words next to each number. */
type Row = SweepView['figure']['rows'][number];

const LOOKS: Readonly<Record<Row['arm'], { colour: 1 | 2 | 3 | 4; shape: PointShape; dashed: boolean }>> = {
  noLearning: { colour: 4, shape: 'wye', dashed: true },
  sequential: { colour: 4, shape: 'diamond', dashed: false },
  naive: { colour: 2, shape: 'square', dashed: false },
  topK: { colour: 3, shape: 'triangle', dashed: false },
  summary: { colour: 4, shape: 'star', dashed: true },
  hierarchicalSummary: { colour: 3, shape: 'wye', dashed: true },
  combee: { colour: 1, shape: 'circle', dashed: false },
};

export const seriesLook = (arm: Row['arm']) => LOOKS[arm];

/** Origin that all numbers of a sweep share; every chart of a sweep shows this line. */
export function sweepOrigin({ origin, practice, settings }: SweepView): string {
  const pace = origin.timeScale === 'off' ? 'no delays' : `delays ÷ ${origin.timeScale ?? 'not stated'}`;
  return [
    origin.datasetName,
    `${splitWord(origin.split as 'heldOut')} n = ${formatCount(origin.heldOutExamples)}`,
    describeHardware({ hardware: origin.hardware, practice }),
    ...(practice ? [pace] : []),
    ...(origin.levelTwo === null ? [] : [READING_WORDS[origin.levelTwo]]),
    plural(origin.lanes, 'lane'),
    plural(settings.seeds.length, 'seed'),
  ].join(' · ');
}

export function seriesOf(
  rows: readonly Row[],
  place: (row: Row) => Pick<PlacedPoint, 'x' | 'y' | 'error' | 'label'>,
  joined: boolean,
): PointSeries[] {
  const arms = [...new Set(rows.map(({ arm }) => arm))];
  return arms.map((arm, index) => ({
    name: ARM_WORDS[arm].name,
    ...LOOKS[arm],
    joined,
    points: rows
      .filter((row) => row.arm === arm)
      .map((row) => ({
        ...beside(place(row), joined ? index - (arms.length - 1) / 2 : 0),
        title: nameOf(row),
      })),
  }));
}

/** Arms of one size stand beside one another on the log axis, or their intervals would hide each other. */
const ARM_STEP = 1.03;
const beside = <Placed extends { readonly x: number }>(placed: Placed, steps: number): Placed => ({
  ...placed,
  x: placed.x * ARM_STEP ** steps,
});

export const nameOf = ({ arm, batchSize }: Pick<Row, 'arm' | 'batchSize'>) =>
  batchSize === null ? ARM_WORDS[arm].name : `${ARM_WORDS[arm].name}, batch size ${batchSize}`;

/** More sizes than these are said by their first and their last. */
const SIZES_SAID = 3;

/** Result of each arm at each of its batch sizes, worded as the end of a sentence. */
export function saidBySize(rows: readonly Row[], say: (row: Row) => string): string {
  const arms = [...new Set(rows.map(({ arm }) => arm))];
  return arms
    .map(
      (arm) =>
        `${ARM_WORDS[arm].name} ${sizesOf(
          rows.filter((row) => row.arm === arm),
          say,
        )}`,
    )
    .join('; ');
}

function sizesOf(rows: readonly Row[], say: (row: Row) => string): string {
  const said = rows
    .toSorted((a, b) => (a.batchSize ?? 0) - (b.batchSize ?? 0))
    .map((row) => `${say(row)} at ${row.batchSize}`);
  return said.length > SIZES_SAID ? `${said[0]} to ${said.at(-1)}` : said.join(', ');
}

export function qualityOf({ accuracy, seeds, learningMs, totalMs }: Row) {
  const { mean, lower, upper } = accuracy;
  const interval =
    lower === null || upper === null
      ? 'no interval'
      : `95 % ${(lower * 100).toFixed(1)}–${(upper * 100).toFixed(1)} %`;
  return {
    y: mean * 100,
    error: errorOf(accuracy, 100),
    label: `${formatScore(mean)} (${interval}, ${plural(seeds.length, 'seed')}, ${countWords(accuracy)}) · learning ${formatDuration(learningMs.mean)} · total ${formatDuration(totalMs.mean)}`,
  };
}

export function playbookOf({ playbookTokens, bullets }: Row) {
  const { mean, n } = playbookTokens;
  return {
    y: mean,
    error: errorOf(playbookTokens, 1),
    label: `${formatCompact(mean)} tokens, ${formatCount(bullets.mean)} bullets (${plural(n, 'seed')})`,
  };
}

/** Nothing that is drawn can be below 0, whatever Student's interval says. */
export function errorOf(
  { mean, lower, upper }: Pick<Row['accuracy'], 'mean' | 'lower' | 'upper'>,
  factor: number,
): [number, number] | undefined {
  if (lower === null || upper === null) return undefined;
  return [(mean - Math.max(0, lower)) * factor, (upper - mean) * factor];
}
