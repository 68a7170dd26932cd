'use client';

import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  Symbols,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ArmDot, ArmShape, ArmChart as Prepared } from '@/lib/view/arm-chart';
import { AXIS, axisLabel, GRID, MARGIN } from './chart-style';
import { ChartTip } from './chart-tip';

interface TipProps {
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: Partial<ArmDot> }[];
}

function Tip({ active, payload }: TipProps) {
  const dot = payload?.map((item) => item.payload).find((known) => known?.label);
  if (!active || !dot) return null;
  return <ChartTip title={dot.arm ?? ''}>{dot.label}</ChartTip>;
}

export function ArmChart({ chart }: { chart: Prepared }) {
  const right = (chart.chosenAt ?? Math.max(2, chart.xTicks.at(-1) ?? 2)) * 1.4;
  return (
    <div className="flex h-full flex-col gap-1">
      <ArmLegend chart={chart} />
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
            <Tooltip content={<Tip />} cursor={false} isAnimationActive={false} />
            {chart.originalAccuracy === null ? null : (
              <ReferenceLine
                y={chart.originalAccuracy}
                stroke="var(--ink-faint)"
                strokeDasharray="5 4"
                label={{
                  value: 'original prompt',
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
              opacity={0.7}
              isAnimationActive={false}
            />
            {chart.series.map((series) => (
              <Scatter
                key={series.name}
                data={[...series.dots]}
                fill={`var(--series-${series.colour})`}
                shape={series.shape}
                isAnimationActive={false}
              >
                <ErrorBar
                  dataKey="error"
                  direction="y"
                  width={4}
                  strokeWidth={1.2}
                  stroke={`var(--series-${series.colour})`}
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

/** In the order of the rows, each with the marker that the chart draws. */
function ArmLegend({ chart }: { chart: Prepared }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
      {chart.series.map((series) => (
        <li key={series.name} className="flex items-center gap-1.5">
          <Marker shape={series.shape} fill={`var(--series-${series.colour})`} />
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

function Marker({ shape, fill }: { shape: ArmShape | 'cross'; fill: string }) {
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
