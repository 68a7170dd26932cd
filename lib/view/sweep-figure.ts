import type { SweepView } from '@/lib/contracts/sweeps';
import { paretoFront } from '@/lib/stats/pareto-front';
import { formatCompact, signedPoints } from './numbers';
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

export function prepareSweepFigure(sweep: SweepView, choice: FigureChoice): SweepFigure {
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
  const front = frontOf(rows, timeOf);
  const names = front.map(({ title }) => title);
  return {
    ...framed(sweep, { series, faint }),
    question: 'What does quality cost in time?',
    summary:
      names.length === 0
        ? 'Nothing has been answered yet.'
        : `On the Pareto front, fastest first: ${names.join('; ')}. No other point is as fast and as good.`,
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
    question: 'What does a larger batch do to quality?',
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
    question: 'How much of what was learned is still in the prompt?',
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

/** For learning time it is the sweep's own; for total time it is taken again, since another point may be on it. */
function frontOf(rows: readonly Row[], timeOf: (row: Row) => number): PlacedPoint[] {
  const placed = rows.map((row) => ({ x: timeOf(row), title: nameOf(row), ...qualityOf(row) }));
  return paretoFront(placed.map((point) => ({ ...point, delay: point.x, quality: point.y })));
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
    ({ batchSize, overExamples }, at) =>
      `${signedPoints(overExamples.mean)} at ${at === 0 ? 'batch size ' : ''}${batchSize}`,
  );
  return `Combee − naive in points, paired by example over seeds: ${said.join(', ')}. The intervals stand in the table below.`;
}
