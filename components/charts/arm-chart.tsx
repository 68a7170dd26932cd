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
import type { ArmDot, ArmChart as Prepared } from '@/lib/view/arm-chart';
import { AXIS, axisLabel, GRID, levelLine, MARGIN, seriesColour } from './chart-style';
import { PointTip } from './chart-tip';
import { MarkerLegend } from './marker-legend';

export function ArmChart({ chart }: { chart: Prepared }) {
  const right = (chart.chosenAt ?? Math.max(2, chart.xTicks.at(-1) ?? 2)) * 1.4;
  return (
    <div className="flex h-full flex-col gap-1">
      <MarkerLegend series={chart.series} hasPublished={chart.published.length > 0} />
      <div className="min-h-0 flex-1">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...AXIS}
              type="number"
              scale="log"
              dataKey="x"
              domain={[0.8, right]}
              ticks={[...chart.xTicks, ...(chart.chosenAt === null ? [] : [chart.chosenAt])]}
              tickFormatter={(value: number) => (value === chart.chosenAt ? 'controller' : String(value))}
              allowDataOverflow
              label={axisLabel('batch size, log')}
            />
            <YAxis
              {...AXIS}
              width={48}
              type="number"
              dataKey="accuracy"
              domain={[chart.yTicks[0] ?? 0, chart.yTicks.at(-1) ?? 100]}
              ticks={[...chart.yTicks]}
              unit=" %"
            />
            <Tooltip
              content={<PointTip titleOf={(dot: ArmDot) => dot.arm} />}
              cursor={false}
              isAnimationActive={false}
            />
            {chart.originalAccuracy === null ? null : (
              <ReferenceLine
                y={chart.originalAccuracy}
                {...levelLine('original prompt', 'insideBottomLeft')}
              />
            )}
            <Scatter
              data={[...chart.published]}
              fill="none"
              stroke="var(--ink-faint)"
              shape="cross"
              opacity={0.7}
              isAnimationActive={false}
            />
            {chart.series.map((series) => (
              <Scatter
                key={series.name}
                data={[...series.dots]}
                fill={seriesColour(series.colour)}
                shape={series.shape}
                isAnimationActive={false}
              >
                <ErrorBar
                  dataKey="error"
                  direction="y"
                  width={4}
                  strokeWidth={1.2}
                  stroke={seriesColour(series.colour)}
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
