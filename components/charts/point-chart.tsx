'use client';

import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  Symbols,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatCompact } from '@/lib/view/numbers';
import type { PlacedPoint, PointShape, PointChart as Prepared } from '@/lib/view/point-chart';
import { AXIS, axisLabel, GRID, MARGIN } from './chart-style';
import { ChartTip } from './chart-tip';

interface TipProps {
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: Partial<PlacedPoint> }[];
}

function Tip({ active, payload }: TipProps) {
  const point = payload?.map((item) => item.payload).find((known) => known?.label);
  if (!active || !point) return null;
  return <ChartTip title={point.title ?? ''}>{point.label}</ChartTip>;
}

const colourOf = (colour: number) => `var(--series-${colour})`;

/** Points with their intervals on a log axis; published values as faint crosses. */
export function PointChart({ chart }: { chart: Prepared }) {
  const [left, right] = [chart.xTicks[0] ?? 1, chart.xTicks.at(-1) ?? 10];
  return (
    <div className="flex h-full flex-col gap-1">
      <PointLegend chart={chart} />
      <div className="min-h-0 flex-1">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...AXIS}
              type="number"
              scale="log"
              dataKey="x"
              // A little room, so that no point sits on the frame.
              domain={[left / 1.2, right * 1.2]}
              ticks={[...chart.xTicks]}
              tickFormatter={(value: number) => Number(value.toPrecision(3)).toLocaleString('en-US')}
              allowDataOverflow
              label={axisLabel(chart.xLabel)}
            />
            <YAxis
              {...AXIS}
              width={52}
              type="number"
              dataKey="y"
              domain={[chart.yTicks[0] ?? 0, chart.yTicks.at(-1) ?? 100]}
              ticks={[...chart.yTicks]}
              tickFormatter={(value: number) =>
                `${value >= 1000 ? formatCompact(value) : value}${chart.yUnit}`
              }
            />
            <Tooltip content={<Tip />} cursor={false} isAnimationActive={false} />
            {chart.level === null ? null : (
              <ReferenceLine
                y={chart.level.y}
                stroke="var(--ink-faint)"
                strokeDasharray="5 4"
                label={{
                  value: chart.level.name,
                  position: 'insideBottomLeft',
                  fill: 'var(--ink-faint)',
                  fontSize: 11,
                }}
              />
            )}
            <Scatter
              data={[...chart.published]}
              fill="none"
              stroke="var(--ink-faint)"
              shape="cross"
              opacity={0.6}
              isAnimationActive={false}
            />
            {chart.front.length > 1 ? (
              <Line
                data={[...chart.front]}
                dataKey="y"
                stroke="var(--ink-soft)"
                strokeWidth={1.2}
                strokeDasharray="2 3"
                dot={false}
                activeDot={false}
                isAnimationActive={false}
              />
            ) : null}
            {chart.series.flatMap((series) =>
              series.joined && series.points.length > 1
                ? [
                    <Line
                      key={`line ${series.name}`}
                      data={[...series.points]}
                      dataKey="y"
                      stroke={colourOf(series.colour)}
                      strokeWidth={1.6}
                      dot={false}
                      activeDot={false}
                      isAnimationActive={false}
                      {...(series.dashed ? { strokeDasharray: '5 3' } : {})}
                    />,
                  ]
                : [],
            )}
            {chart.series.map((series) => (
              <Scatter
                key={series.name}
                data={[...series.points]}
                fill={colourOf(series.colour)}
                shape={series.shape}
                isAnimationActive={false}
              >
                <ErrorBar
                  dataKey="error"
                  direction="y"
                  width={4}
                  strokeWidth={1.2}
                  stroke={colourOf(series.colour)}
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

/** Each series with the marker that the chart draws. */
function PointLegend({ chart }: { chart: Prepared }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
      {chart.series.map((series) => (
        <li key={series.name} className="flex items-center gap-1.5">
          <Marker shape={series.shape} fill={colourOf(series.colour)} />
          {series.name}
        </li>
      ))}
      {chart.published.length > 0 ? (
        <li className="flex items-center gap-1.5 text-ink-faint">
          <Marker shape="cross" fill="none" />
          published, other hardware
        </li>
      ) : null}
    </ul>
  );
}

function Marker({ shape, fill }: { shape: PointShape | 'cross'; fill: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" className="shrink-0">
      <Symbols
        type={shape}
        cx={7}
        cy={7}
        size={60}
        fill={fill}
        stroke={fill === 'none' ? 'var(--ink-faint)' : 'none'}
      />
    </svg>
  );
}
