'use client';

import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { BatchFitPoint, BatchFitChart as Prepared } from '@/lib/view/batch-fit';
import { AXIS, axisLabel, GRID, MARGIN } from './chart-style';
import { PointTip } from './chart-tip';

const titleOf = ({ size, iteration }: BatchFitPoint) => `Batch size ${size}, iteration ${iteration + 1}`;

const textOf = ({ label, tainted }: BatchFitPoint) =>
  tainted ? `${label} · cut by a pause or crash, not in the fit` : label;

const seconds = (value: number) =>
  value >= 10_000
    ? `${Math.round(value / 1000)}k`
    : Number(value.toPrecision(value < 1 ? 2 : 4)).toLocaleString('en-US');

/** A log axis needs its own domain and ticks, or it draws nothing (values at or below 0) or too many. */
function logAxis(ticks: readonly number[]) {
  return {
    scale: 'log' as const,
    type: 'number' as const,
    // A little room, so that no point sits on the frame.
    domain: [(ticks[0] ?? 1) / 1.15, (ticks.at(-1) ?? 10) * 1.15] as [number, number],
    ticks: [...ticks],
    allowDataOverflow: true,
  };
}

export function BatchFitChart({ chart }: { chart: Prepared }) {
  const clean = chart.points.filter((point) => !point.tainted);
  const tainted = chart.points.filter((point) => point.tainted);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid {...GRID} />
        <XAxis {...AXIS} {...logAxis(chart.sizeTicks)} dataKey="size" label={axisLabel('batch size, log')} />
        <YAxis
          {...AXIS}
          {...logAxis(chart.secondTicks)}
          dataKey="seconds"
          width={56}
          tickFormatter={seconds}
          label={axisLabel('epoch time in s, log', true)}
        />
        <Tooltip
          content={<PointTip titleOf={titleOf} textOf={textOf} />}
          cursor={false}
          isAnimationActive={false}
        />
        <Line
          data={[...chart.line]}
          dataKey="seconds"
          stroke="var(--series-2)"
          strokeWidth={1.5}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
        <Scatter data={clean} dataKey="seconds" fill="var(--series-1)" isAnimationActive={false} />
        <Scatter
          data={tainted}
          dataKey="seconds"
          fill="var(--surface)"
          stroke="var(--ink-faint)"
          shape="diamond"
          isAnimationActive={false}
        />
        {chart.chosen === null ? null : (
          <ReferenceLine
            x={chart.chosen}
            stroke="var(--series-1)"
            strokeDasharray="5 4"
            label={{
              value: `size ${chart.chosen}`,
              position: 'insideTopRight',
              fill: 'var(--ink-soft)',
              fontSize: 11,
            }}
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
