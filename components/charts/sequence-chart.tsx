'use client';

import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { DifferenceDot, DifferenceChart as Prepared } from '@/lib/view/canary/difference-chart';
import { ChartBody } from './chart-body';
import { AXIS, axisLabel, GRID, levelLine, MARGIN } from './chart-style';
import { PointTip } from './chart-tip';

const pointTick = (value: number) => `${value < 0 ? '−' : ''}${Math.abs(value)} pt`;

/** A difference with its sequence as a band, against the margin below and no difference in the middle. */
export function SequenceChart({ chart }: { chart: Prepared }) {
  return (
    <ChartBody>
      {() => (
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={[...chart.dots]} margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...AXIS}
              dataKey="x"
              type="number"
              domain={[0, chart.xTicks.at(-1) ?? 1]}
              ticks={[...chart.xTicks]}
              label={axisLabel(chart.counts)}
              tickFormatter={(value: number) => value.toLocaleString('en-US')}
            />
            <YAxis
              {...AXIS}
              width={60}
              domain={[chart.yTicks[0] ?? -1, chart.yTicks.at(-1) ?? 1]}
              ticks={[...chart.yTicks]}
              tickFormatter={pointTick}
              allowDataOverflow
            />
            <Tooltip
              content={<PointTip titleOf={({ title }: DifferenceDot) => title} />}
              cursor={{ stroke: 'var(--line-strong)' }}
              isAnimationActive={false}
            />
            <Area
              dataKey="band"
              stroke="none"
              fill="var(--series-1)"
              fillOpacity={0.18}
              activeDot={false}
              isAnimationActive={false}
            />
            <ReferenceLine y={0} stroke="var(--line-strong)" />
            <ReferenceLine
              y={chart.margin}
              {...levelLine('the margin', 'insideBottomRight')}
              stroke="var(--bad)"
            />
            <Line
              dataKey="difference"
              stroke="var(--series-1)"
              strokeWidth={2}
              dot={chart.dots.length <= 40 ? { r: 2.5, fill: 'var(--surface)' } : false}
              activeDot={{ r: 4, fill: 'var(--series-1)', strokeWidth: 0 }}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      )}
    </ChartBody>
  );
}
