import type { SweepView } from '@/lib/contracts/sweeps';
import { formatCompact, signedPoints } from './numbers';
import { DECIDED_WORDS } from './paired-comparison';
import { heightTicks, logTicks, type PlacedPoint, type PointChart, type PointSeries } from './point-chart';
import { publishedMarks } from './published-marks';
import { nameOf, playbookOf, qualityOf, saidBySize, seriesOf, sweepOrigin } from './sweep-series';

/** The paper's figure out of a sweep: quality against delay, quality against batch size, playbook against batch size. */
type Row = SweepView['figure']['rows'][number];
export type Delay = 'learning' | 'total';

export interface FigureChoice {
  readonly delay: Delay;
  readonly published: boolean;
}

export interface SweepFigure {
  readonly delay: PointChart;
  readonly quality: PointChart;
  readonly playbook: PointChart;
}

/** An arm of which a score is in doubt is in the table with its reason, and in no picture. */
export function prepareSweepFigure(given: SweepView, choice: FigureChoice): SweepFigure {
  const rows = given.figure.rows.filter(({ doubt }) => doubt === null);
  const sweep = { ...given, figure: { ...given.figure, rows } };
  return {
    delay: qualityAgainstDelay(sweep, choice),
    quality: qualityAgainstSize(sweep, choice),
    playbook: playbookAgainstSize(sweep, choice),
  };
}

function qualityAgainstDelay(sweep: SweepView, { delay, published }: FigureChoice): PointChart {
  const rows = sweep.figure.rows.filter(({ arm }) => arm !== 'noLearning');
  const timeOf = (row: Row) => (delay === 'learning' ? row.learningMs : row.totalMs).mean / 1000;
  const series = seriesOf(rows, (row) => ({ x: timeOf(row), ...qualityOf(row) }), false);
  const faint = publishedMarks(published ? sweep.figure.published : [], ({ trainSeconds, accuracy }) =>
    trainSeconds === null ? null : { x: trainSeconds, y: accuracy * 100 },
  );
  const standingOf = (row: Row) => (delay === 'learning' ? row.byLearning : row.byTotal);
  const onFront = rows.filter((row) => standingOf(row)?.onFront).toSorted((a, b) => timeOf(a) - timeOf(b));
  const front = onFront.map((row) => ({ x: timeOf(row), title: nameOf(row), ...qualityOf(row) }));
  return {
    ...framed(sweep, { series, faint }),
    question: 'Score by delay',
    summary: frontWords(onFront, standingOf),
    xLabel: `${delay === 'learning' ? 'learning time' : 'total time, evaluation included,'} in s, log`,
    xTicks: logTicks([...series.flatMap(({ points }) => points), ...faint].map(({ x }) => x)),
    front,
  };
}

function qualityAgainstSize(sweep: SweepView, { published }: FigureChoice): PointChart {
  const rows = sweep.figure.rows.filter(({ batchSize }) => batchSize !== null);
  const series = seriesOf(rows, (row) => ({ x: row.batchSize ?? 1, ...qualityOf(row) }), true);
  const faint = publishedMarks(published ? sweep.figure.published : [], ({ batchSize, accuracy }) =>
    batchSize === null ? null : { x: batchSize, y: accuracy * 100 },
  );
  return {
    ...framed(sweep, { series, faint }),
    question: 'Score by batch size',
    summary: summaryOfDifferences(sweep),
    xLabel: 'batch size, log',
    xTicks: sizeTicks(rows, faint),
    front: [],
  };
}

function playbookAgainstSize(sweep: SweepView, { published }: FigureChoice): PointChart {
  const rows = sweep.figure.rows.filter(({ batchSize }) => batchSize !== null);
  const series = seriesOf(rows, (row) => ({ x: row.batchSize ?? 1, ...playbookOf(row) }), true);
  const faint = publishedMarks(published ? sweep.figure.published : [], ({ batchSize, playbookTokens }) =>
    batchSize === null || playbookTokens === null ? null : { x: batchSize, y: playbookTokens },
  );
  const points = [...series.flatMap((one) => one.points), ...faint];
  return {
    ...framed(sweep, { series, faint }),
    question: 'Prompt tokens by batch size',
    summary:
      rows.length === 0
        ? 'Nothing has been learned yet.'
        : `Tokens of the last prompt, means over the seeds: ${saidBySize(rows, ({ playbookTokens }) => formatCompact(playbookTokens.mean))}.`,
    yUnit: '',
    xLabel: 'batch size, log',
    xTicks: sizeTicks(rows, faint),
    yTicks: heightTicks(points, { level: null, least: 0, most: Number.POSITIVE_INFINITY }),
    front: [],
    level: null,
  };
}

function framed(
  sweep: SweepView,
  { series, faint }: { readonly series: readonly PointSeries[]; readonly faint: readonly PlacedPoint[] },
) {
  const unlearned = sweep.figure.rows.find(({ arm }) => arm === 'noLearning');
  const level = unlearned ? { y: unlearned.accuracy.mean * 100, name: 'no learning' } : null;
  const points = [...series.flatMap((one) => one.points), ...faint];
  return {
    origin: sweepOrigin(sweep),
    yUnit: ' %',
    series,
    published: faint,
    level,
    yTicks: heightTicks(points, { level: level?.y ?? null, least: 0, most: 100 }),
  };
}

/** Each point of the front; a lead that is not shown is said with it. */
function frontWords(front: readonly Row[], standingOf: (row: Row) => Row['byLearning']): string {
  if (front.length === 0) return 'Nothing has been answered yet.';
  const said = front.map((row) =>
    standingOf(row)?.undecidedAgainst == null ? nameOf(row) : `${nameOf(row)} (undecided)`,
  );
  return `On the Pareto front by the means, fastest first: ${said.join('; ')}.`;
}

/** Ours where nothing else is drawn; with others beside them, round ones around all. */
export function sizeTicks(rows: readonly Row[], faint: readonly PlacedPoint[]): readonly number[] {
  const own = [...new Set(rows.flatMap(({ batchSize }) => batchSize ?? []))].sort((a, b) => a - b);
  return own.length > 0 && own.length <= 8 && faint.length === 0
    ? own
    : logTicks([...own, ...faint.map(({ x }) => x)]);
}

function summaryOfDifferences({ figure }: SweepView): string {
  const against = figure.differences.filter(
    ({ reference, arm }) => reference === 'naive' && arm === 'combee',
  );
  if (against.length === 0) return 'Naive and Combee have not both been answered at any size yet.';
  const said = against.map(
    ({ batchSize, mean, verdict }, at) =>
      `${signedPoints(mean)} at ${at === 0 ? 'batch size ' : ''}${batchSize} (${DECIDED_WORDS[verdict].word})`,
  );
  return `Combee − naive in points, paired by example: ${said.join(', ')}.`;
}
