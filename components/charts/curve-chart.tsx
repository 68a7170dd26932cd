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
import type { CurveDot, CurveChart as Prepared } from '@/lib/view/curve-chart';
import { AXIS, axisLabel, GRID, levelLine, MARGIN, seriesColour } from './chart-style';
import { PointTip } from './chart-tip';

/** A line a run; imported ones are dashed with square marks, so that colour does not say it alone. */
export function CurveChart({ chart }: { chart: Prepared }) {
  return (
    <div className="flex h-full flex-col gap-1">
      <ul className="flex max-h-16 flex-wrap gap-x-4 gap-y-1 overflow-y-auto text-ink-soft text-xs">
        {chart.series.map((series) => (
          <li key={series.key} className="flex min-w-0 items-center gap-1.5">
            <svg width="22" height="8" viewBox="0 0 22 8" aria-hidden="true" className="shrink-0">
              <line
                x1="0"
                x2="22"
                y1="4"
                y2="4"
                stroke={seriesColour(series.colour)}
                strokeWidth="2"
                strokeDasharray={series.isImported ? '5 3' : undefined}
              />
            </svg>
            <span className="truncate">{series.name}</span>
            {series.isImported ? <span className="text-ink-faint">imported</span> : null}
          </li>
        ))}
      </ul>
      <div className="min-h-0 flex-1">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...AXIS}
              dataKey="x"
              type="number"
              domain={[0, chart.xTicks.at(-1) ?? 1]}
              ticks={[...chart.xTicks]}
              label={axisLabel(chart.xLabel)}
              tickFormatter={(value: number) => value.toLocaleString('en-US')}
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
            {chart.series.map((series) => (
              <Scatter
                key={series.key}
                data={[...series.dots]}
                fill={seriesColour(series.colour)}
                shape={series.isImported ? 'square' : 'circle'}
                line={{
                  stroke: seriesColour(series.colour),
                  strokeWidth: 2,
                  ...(series.isImported ? { strokeDasharray: '5 3' } : {}),
                }}
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
      </div>
    </div>
  );
}
