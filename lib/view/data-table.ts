import { csvLine } from '@/lib/domain/csv-line';
import type { BatchFitChart } from './batch-fit';
import type { DifferenceChart } from './canary/difference-chart';
import type { ConvergenceChart } from './convergence';
import type { CurveChart } from './curve-chart';
import type { PlacedPoint, PointChart } from './point-chart';
import type { HeatMap } from './run-diversity';
import type { LineageChart } from './run-search';
import type { SurvivalSizeChart } from './run-survival';
import type { SeriesChart } from './series-chart';

/**
 * Numbers of a chart in rows, for the table next to it and for its files. A number stays as exact as it was drawn
 * from, with its unit in the name of its column; the component decides how many digits it shows.
 */
export interface DataTable {
  readonly name: string;
  readonly columns: readonly DataColumn[];
  readonly rows: readonly (readonly DataValue[])[];
}

export interface DataColumn {
  readonly name: string;
  readonly isNumber?: boolean;
}

/** Null = not measured. */
export type DataValue = string | number | boolean | null;

export function csvOfTable({ columns, rows }: DataTable): string {
  return [csvLine(columns.map(({ name }) => name)), ...rows.map(csvLine)].join('');
}

/** An object a row, by the names of the columns. */
export function jsonOfTable({ columns, rows }: DataTable): string {
  const named = rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])));
  return `${JSON.stringify(named, null, 2)}\n`;
}

/** A name for files: lower case letters, digits and hyphens. */
export function fileNameOf({ name }: Pick<DataTable, 'name'>): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, 60) || 'chart';
}

const text = (name: string): DataColumn => ({ name });
const number = (name: string): DataColumn => ({ name, isNumber: true });

export function tableOfSeries(chart: SeriesChart): DataTable {
  const hasNotes = chart.rows.some(({ note }) => note);
  const unit = chart.yLabel.endsWith('%') ? ', %' : '';
  return {
    name: chart.question,
    columns: [
      text(chart.xLabel),
      ...chart.series.map((series) => number(`${series.name}${unit}`)),
      ...(hasNotes ? [text('note')] : []),
    ],
    rows: chart.rows.map((row) => [
      row.x,
      ...chart.series.map(({ key }) => row.values[key] ?? null),
      ...(hasNotes ? [row.note ?? null] : []),
    ]),
  };
}

/** Ours first; what was published says so. */
export function tableOfPoints(chart: PointChart, value: string): DataTable {
  const named = new Map(chart.namedTicks?.map(({ x, name }) => [x, name]));
  const rowOf = (point: PlacedPoint, source: string) => [
    ...[point.title, source, named.get(point.x) ?? point.x, point.y],
    ...boundsOf(point.y, point.error),
    point.label,
  ];
  return {
    name: chart.question,
    columns: [
      text('point'),
      text('source'),
      ...[number(chart.xLabel), number(value), number('lower'), number('upper')],
      text('in words'),
    ],
    rows: [
      ...chart.series.flatMap((series) => series.points.map((point) => rowOf(point, series.name))),
      ...chart.published.map((point) => rowOf(point, 'published, other hardware')),
    ],
  };
}

/** All dots that are drawn, a line after the other. */
export function tableOfCurves(chart: CurveChart, name: string): DataTable {
  return {
    name,
    columns: [
      text('line'),
      ...[number(chart.xLabel), number('score, %'), number('lower'), number('upper')],
      text('in words'),
    ],
    rows: chart.series.flatMap((series) =>
      series.dots.map((dot) => [series.name, dot.x, dot.score, ...boundsOf(dot.score, dot.error), dot.label]),
    ),
  };
}

export function tableOfConvergence(chart: ConvergenceChart): DataTable {
  return {
    name: chart.question,
    columns: [
      ...[number('iteration'), number(chart.xLabel), number('score, %'), number('lower'), number('upper')],
      ...[
        number('n'),
        number('missing'),
        number('without an answer'),
        text('best'),
        text('cut short by a cap'),
        text('candidate'),
      ],
    ],
    // The original prompt is at 0, before the first iteration.
    rows: [...chart.points, ...chart.partials].map((point) => [
      ...[point.iteration + 1, point.x, point.score],
      ...(point.interval ?? [null, null]),
      ...[point.n, point.missing ?? 0, point.failures, point.isBest, point.isPartial, point.candidateHash],
    ]),
  };
}

export function tableOfFit(chart: BatchFitChart): DataTable {
  return {
    name: chart.question,
    columns: [
      ...[number('iteration'), number('batch size'), number('epoch time, s'), number('above the line, %')],
      ...[text('this iteration'), text('usable for the fit')],
    ],
    rows: chart.points.map((point) => [
      ...[point.iteration + 1, point.size, point.seconds],
      ...[point.offLine === null ? null : point.offLine * 100, point.delay],
      point.tainted ? 'no, cut by a pause or crash' : 'yes',
    ]),
  };
}

/** Table of a heat map, the most similar pairs first: a reader looks for those. */
export function tableOfHeat(map: HeatMap): DataTable {
  const cells = [...map.cells].sort((a, b) => b.similarity - a.similarity);
  return {
    name: map.question,
    columns: [number('group'), number('other group'), number('similarity'), text('above the limit')],
    rows: cells.map((cell) => [
      ...[cell.row + 1, cell.column + 1, cell.similarity],
      cell.isCopy ? 'yes, a copy' : 'no',
    ]),
  };
}

export function tableOfLineage(chart: LineageChart): DataTable {
  return {
    name: chart.question,
    columns: [
      ...[number('iteration'), number('score on selection, %')],
      ...[text('standing'), text('candidate'), text('in words')],
    ],
    rows: chart.dots.map(({ x, y, role, hash, label }) => [x, y, role, hash, label]),
  };
}

export function tableOfSurvivalSizes(chart: SurvivalSizeChart): DataTable {
  return {
    name: chart.question,
    columns: [
      ...[number('batch size'), number('survived, %'), number('lower'), number('upper')],
      ...[number('n'), number('falling fit, %')],
    ],
    rows: chart.points.map(({ size, share, interval, n, fitted }) => [
      ...[size, share, ...boundsOf(share, interval)],
      ...[n, fitted],
    ]),
  };
}

export function tableOfDifference(chart: DifferenceChart, name: string): DataTable {
  return {
    name,
    columns: [
      ...[text('look'), number(chart.counts), number('difference, points')],
      ...[number('lower'), number('upper'), text('in words')],
    ],
    rows: chart.dots.map(({ title, x, difference, band, label }) => [
      ...[title, x, difference],
      ...(band ?? [null, null]),
      label,
    ]),
  };
}

/** From distances down and up to the ends themselves. */
function boundsOf(at: number, error: readonly [number, number] | undefined): readonly DataValue[] {
  return error ? [at - error[0], at + error[1]] : [null, null];
}
