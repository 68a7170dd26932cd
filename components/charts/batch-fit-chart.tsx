'use client';

import {
  Area,
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
import type { PointShape } from '@/lib/view/point-chart';
import { evenTicks } from '@/lib/view/ticks';
import { ChartBody } from './chart-body';
import { AXIS, axisLabel, GRID, MARGIN } from './chart-style';
import { PointTip } from './chart-tip';
import { Marker } from './legend-marks';

export type Scale = 'log' | 'linear';

interface BatchFitChartProps {
  readonly chart: Prepared;
  readonly scale: Scale;
}

/** Purpose of a measurement, shown by shape and colour. */
const KINDS = [
  { kind: 'profile', name: 'profile', shape: 'circle', fill: 'var(--series-1)', stroke: 'var(--series-1)' },
  {
    kind: 'confirming',
    name: 'confirming',
    shape: 'star',
    fill: 'var(--series-3)',
    stroke: 'var(--series-3)',
  },
  { kind: 'later', name: 'later', shape: 'circle', fill: 'var(--surface)', stroke: 'var(--series-1)' },
  {
    kind: 'tainted',
    name: 'cut, not in the fit',
    shape: 'diamond',
    fill: 'var(--surface)',
    stroke: 'var(--ink-faint)',
  },
] as const satisfies readonly {
  kind: string;
  name: string;
  shape: PointShape;
  fill: string;
  stroke: string;
}[];

const kindOf = ({ measuredFor, tainted }: BatchFitPoint) => (tainted ? 'tainted' : measuredFor);

const titleOf = ({ size, iteration }: BatchFitPoint) => `Batch size ${size}, iteration ${iteration + 1}`;

const textOf = ({ label, tainted, offLine }: BatchFitPoint) =>
  [
    label,
    ...(offLine === null
      ? []
      : [`${Math.abs(offLine * 100).toFixed(0)} % ${offLine > 0 ? 'above' : 'below'} the line`]),
    ...(tainted ? ['cut by a pause or crash, not in the fit'] : []),
  ].join(' · ');

const seconds = (value: number) =>
  value >= 10_000
    ? `${Math.round(value / 1000)}k`
    : Number(value.toPrecision(value < 1 ? 2 : 4)).toLocaleString('en-US');

export function BatchFitChart({ chart, scale }: BatchFitChartProps) {
  const kinds = KINDS.filter(({ kind }) => chart.drawn.some((point) => kindOf(point) === kind));
  const hasProfile = kinds.some(({ kind }) => kind === 'profile');
  const axes = axesOf(chart, scale);
  return (
    <ChartBody
      legend={kinds.map(({ kind, name, shape, fill, stroke }) => ({
        key: kind,
        // Without a profile there is nothing that it would be later than.
        name: kind === 'later' && !hasProfile ? 'timed iteration' : name,
        mark: <Marker shape={shape} fill={fill} stroke={stroke} />,
      }))}
    >
      {(isShown) => (
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...AXIS}
              {...axes.x}
              dataKey="size"
              type="number"
              label={axisLabel(`batch size, ${scale}`)}
            />
            <YAxis
              {...AXIS}
              {...axes.y}
              dataKey="seconds"
              type="number"
              width={56}
              tickFormatter={seconds}
              label={axisLabel(`epoch time in s, ${scale}`, true)}
            />
            <Tooltip
              content={<PointTip titleOf={titleOf} textOf={textOf} />}
              cursor={false}
              isAnimationActive={false}
            />
            <Area
              data={[...chart.line]}
              dataKey="band"
              stroke="none"
              fill="var(--series-2)"
              fillOpacity={0.15}
              activeDot={false}
              isAnimationActive={false}
            />
            <Line
              data={[...chart.line]}
              dataKey="seconds"
              stroke="var(--series-2)"
              strokeWidth={1.5}
              {...BARE}
            />
            {kinds
              .filter(({ kind }) => isShown(kind))
              .map(({ kind, shape, fill, stroke }) => (
                <Scatter
                  key={kind}
                  data={chart.drawn.filter((point) => kindOf(point) === kind)}
                  dataKey="seconds"
                  shape={shape}
                  fill={fill}
                  stroke={stroke}
                  strokeWidth={1.5}
                  isAnimationActive={false}
                />
              ))}
            {chart.chosen === null ? null : (
              <ReferenceLine
                x={chart.chosen}
                stroke="var(--series-1)"
                strokeDasharray="5 4"
                label={{
                  ...{ value: `size ${chart.chosen}`, position: 'insideTopRight' },
                  ...{ fill: 'var(--ink-soft)', fontSize: 11 },
                }}
              />
            )}
          </ComposedChart>
        </ResponsiveContainer>
      )}
    </ChartBody>
  );
}

const BARE = { dot: false, activeDot: false, isAnimationActive: false } as const;

/** A log axis needs its own domain and ticks, or it draws nothing (values at or below 0) or too many. */
function axesOf({ sizeTicks, secondTicks }: Prepared, scale: Scale) {
  const axis = (ticks: readonly number[]) => {
    if (scale === 'log')
      return {
        scale: 'log' as const,
        // Padding, so that no point touches the frame.
        domain: [(ticks[0] ?? 1) / 1.15, (ticks.at(-1) ?? 10) * 1.15] as [number, number],
        ticks: [...ticks],
        allowDataOverflow: true,
      };
    const even = evenTicks(0, ticks.at(-1) ?? 10);
    const end = (even.at(-1) ?? 10) * 1.04;
    return { domain: [0, end] as [number, number], ticks: [...even], allowDataOverflow: true };
  };
  return { x: axis(sizeTicks), y: axis(secondTicks) };
}
