import { type CurveBlock, curveNumber, curveRange } from '@/lib/domain/report-document';
import type { CurveChart, CurveDot } from './curve-chart';
import { evenTicks } from './ticks';

/** The curve of a document as the chart of a page draws it, and as the table beneath it repeats it. */
export function prepareDocumentCurve(curve: CurveBlock): CurveChart {
  const range = curveRange(curve);
  const room = range === null ? 0 : Math.max((range.y[1] - range.y[0]) * 0.05, 1e-3);
  return {
    series: curve.series.map((series, index) => ({
      key: String(index),
      name: series.name,
      origin: '',
      isImported: false,
      colour: ((index % 4) + 1) as 1 | 2 | 3 | 4,
      dots: series.points.map(
        ({ x, y, lower, upper }): CurveDot => ({
          x,
          score: y,
          error: lower === null || upper === null ? undefined : [y - lower, upper - y],
          series: series.name,
          label: `${curveNumber(y)} (${intervalText(lower, upper)}), at ${curveNumber(x)}`,
        }),
      ),
    })),
    xLabel: curve.xLabel,
    xTicks: range === null ? [0, 1] : evenTicks(Math.min(0, range.x[0]), Math.max(1, range.x[1])),
    yTicks: range === null ? [0, 50, 100] : evenTicks(range.y[0] - room, range.y[1] + room),
    yUnit: '',
    yLabel: curve.yLabel,
    levels: curve.lines ?? [],
    summary: curve.caption,
  };
}

const intervalText = (lower: number | null, upper: number | null) =>
  lower === null || upper === null ? 'no interval' : `${curveNumber(lower)}–${curveNumber(upper)}`;

/** Rows of the table beneath. */
export function documentCurveRows(curve: CurveBlock): readonly (readonly string[])[] {
  return curve.series.flatMap(({ name, points }) =>
    points.map(({ x, y, lower, upper }) => [
      name,
      curveNumber(x),
      curveNumber(y),
      intervalText(lower, upper),
    ]),
  );
}
