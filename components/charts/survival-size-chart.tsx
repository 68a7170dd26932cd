'use client';

import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { SurvivalSizeChart as Prepared, SurvivalSizePoint } from '@/lib/view/run-survival';
import { ChartBody } from './chart-body';
import { AXIS, axisLabel, GRID, MARGIN } from './chart-style';
import { PointTip } from './chart-tip';
import { LineMark, Marker } from './legend-marks';

const LEGEND = [
  {
    key: 'share',
    name: 'survived',
    mark: <Marker shape="circle" fill="var(--series-1)" stroke="var(--series-1)" />,
  },
  { key: 'fitted', name: 'falling line through them', mark: <LineMark stroke="var(--series-2)" /> },
] as const;

/** A point a size with its interval, and the falling line that the brake reads. */
export function SurvivalSizeChart({ chart }: { chart: Prepared }) {
  const data = [...chart.points];
  const ticks = [...chart.sizeTicks];
  return (
    <ChartBody legend={data.length > 1 ? LEGEND : []}>
      {(isShown) => (
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...AXIS}
              type="number"
              scale="log"
              domain={[(ticks[0] ?? 1) / 1.15, (ticks.at(-1) ?? 10) * 1.15]}
              ticks={ticks}
              allowDataOverflow
              dataKey="size"
              label={axisLabel('batch size, log')}
            />
            <YAxis
              {...AXIS}
              type="number"
              width={52}
              domain={[0, 100]}
              ticks={[0, 25, 50, 75, 100]}
              dataKey="share"
              unit=" %"
            />
            <Tooltip
              content={<PointTip titleOf={(point: SurvivalSizePoint) => `Batch size ${point.size}`} />}
              cursor={false}
              isAnimationActive={false}
            />
            {data.length > 1 && isShown('fitted') ? (
              <Line
                data={data}
                dataKey="fitted"
                stroke="var(--series-2)"
                strokeWidth={1.5}
                dot={false}
                activeDot={false}
                isAnimationActive={false}
              />
            ) : null}
            {isShown('share') ? (
              <Scatter data={data} dataKey="share" fill="var(--series-1)" isAnimationActive={false}>
                <ErrorBar
                  dataKey="interval"
                  direction="y"
                  width={5}
                  stroke="var(--series-1)"
                  isAnimationActive={false}
                />
              </Scatter>
            ) : null}
            {chart.floor === null ? null : (
              <ReferenceLine
                y={chart.floor}
                stroke="var(--ink-faint)"
                strokeDasharray="5 4"
                label={{
                  value: `floor ${chart.floor.toFixed(0)} %`,
                  position: 'insideBottomLeft',
                  fill: 'var(--ink-soft)',
                  fontSize: 11,
                }}
              />
            )}
          </ComposedChart>
        </ResponsiveContainer>
      )}
    </ChartBody>
  );
}
