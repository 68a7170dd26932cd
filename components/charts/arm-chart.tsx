'use client';

import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Legend,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ArmDot, ArmChart as Prepared } from '@/lib/view/arm-chart';
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
  const right = (chart.chosenAt ?? chart.ticks.at(-1) ?? 100) * 1.3;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart margin={{ ...MARGIN, bottom: 24 }} accessibilityLayer={false}>
        <CartesianGrid {...GRID} />
        <XAxis
          {...AXIS}
          type="number"
          scale="log"
          dataKey="x"
          domain={[0.85, right]}
          ticks={[...chart.ticks, ...(chart.chosenAt === null ? [] : [chart.chosenAt])]}
          tickFormatter={(value: number) => (value === chart.chosenAt ? 'controller' : String(value))}
          allowDataOverflow
          label={axisLabel('batch size, log')}
        />
        <YAxis {...AXIS} width={48} type="number" dataKey="accuracy" domain={[...chart.domain]} unit=" %" />
        <Tooltip content={<Tip />} cursor={false} isAnimationActive={false} />
        <Legend verticalAlign="top" height={32} wrapperStyle={{ fontSize: 12 }} />
        {chart.originalAccuracy === null ? null : (
          <ReferenceLine
            y={chart.originalAccuracy}
            stroke="var(--ink-faint)"
            strokeDasharray="5 4"
            label={{
              value: 'original prompt',
              position: 'insideBottomRight',
              fill: 'var(--ink-faint)',
              fontSize: 11,
            }}
          />
        )}
        <Scatter
          name="Published, other hardware"
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
            name={series.name}
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
  );
}
