'use client';

import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { type AxisWindow, isInWindow, windowOf, windowTicks } from '@/lib/view/chart-zoom';
import type { CurveDot, CurveChart as Prepared } from '@/lib/view/curve-chart';
import { ChartBody } from './chart-body';
import { AXIS, axisLabel, GRID, levelLine, MARGIN, seriesColour, TICK_DIGITS } from './chart-style';
import { PointTip } from './chart-tip';
import { LineMark, Marker } from './legend-marks';

interface CurveChartProps {
  readonly chart: Prepared;
  /** The part of the x axis that is drawn; left out or null, all of it. */
  readonly part?: AxisWindow | null;
}

/** A line a run, told apart by dashes and marks as well, so that colour does not say it alone. Or marks alone. */
export function CurveChart({ chart, part = null }: CurveChartProps) {
  return (
    <ChartBody
      legend={chart.series.map(({ key, name, colour, shape, look, isImported }) => ({
        ...{ key, name },
        mark:
          shape === undefined ? (
            <LineMark stroke={seriesColour(colour)} dashes={look?.dashes} shape={look?.mark} />
          ) : (
            <Marker shape={shape} fill={seriesColour(colour)} />
          ),
        ...(isImported ? { note: 'imported' } : {}),
      }))}
    >
      {(isShown) => (
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...AXIS}
              dataKey="x"
              type="number"
              domain={[...(part ?? windowOf(null, chart.xTicks.at(-1) ?? 1))]}
              allowDataOverflow={part !== null}
              ticks={[...(part === null ? chart.xTicks : windowTicks(part))]}
              label={axisLabel(chart.xLabel)}
              tickFormatter={(value: number) => value.toLocaleString('en-US', TICK_DIGITS)}
            />
            <YAxis
              {...AXIS}
              width={48}
              type="number"
              dataKey="score"
              domain={[chart.yTicks[0] ?? 0, chart.yTicks.at(-1) ?? 100]}
              ticks={[...chart.yTicks]}
              unit={chart.yUnit ?? ' %'}
              {...(chart.yLabel === undefined ? {} : { label: axisLabel(chart.yLabel, true), width: 60 })}
            />
            <Tooltip
              content={<PointTip titleOf={(dot: CurveDot) => dot.series} />}
              cursor={false}
              isAnimationActive={false}
            />
            {(chart.levels ?? []).map(({ name, y }) => (
              <ReferenceLine key={name} y={y} {...levelLine(name, 'insideBottomRight')} />
            ))}
            {chart.series
              .filter(({ key }) => isShown(key))
              .map((series) => ({
                ...series,
                dots: series.dots.filter(({ x }) => part === null || isInWindow(part, x)),
              }))
              // One without data would draw that of the chart.
              .filter(({ dots }) => dots.length > 0)
              .map((series) => (
                <Scatter
                  key={series.key}
                  data={[...series.dots]}
                  fill={seriesColour(series.colour)}
                  shape={series.shape ?? series.look?.mark ?? 'circle'}
                  {...(series.shape === undefined ? { line: lineOf(series) } : {})}
                  isAnimationActive={false}
                >
                  <ErrorBar
                    dataKey="error"
                    direction="y"
                    width={4}
                    strokeWidth={1.2}
                    stroke={seriesColour(series.colour)}
                    opacity={0.55}
                    isAnimationActive={false}
                  />
                </Scatter>
              ))}
          </ComposedChart>
        </ResponsiveContainer>
      )}
    </ChartBody>
  );
}

const lineOf = ({ colour, look }: Prepared['series'][number]) => ({
  stroke: seriesColour(colour),
  strokeWidth: 2,
  ...(look?.dashes ? { strokeDasharray: look.dashes } : {}),
});
