'use client';

import {
  Area,
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
import { formatCompact } from '@/lib/view/numbers';
import type { PlacedPoint, PointChart as Prepared } from '@/lib/view/point-chart';
import { AXIS, axisLabel, GRID, levelLine, MARGIN, markColour, seriesColour } from './chart-style';
import { PointTip } from './chart-tip';
import { MarkerLegend } from './marker-legend';

/** Points with their intervals on a log axis; a front as steps over what it beats; published values as faint crosses. */
export function PointChart({ chart }: { chart: Prepared }) {
  const named = chart.namedTick ?? null;
  const left = chart.xTicks[0] ?? 1;
  const right = Math.max(
    chart.xTicks.at(-1) ?? 10,
    named?.x ?? 0,
    ...[...chart.series.flatMap(({ points }) => points), ...chart.published].map(({ x }) => x),
  );
  const steps = stepsOf(chart.front, right * ROOM);
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
              domain={[left / ROOM, right * ROOM]}
              ticks={[...chart.xTicks, ...(named ? [named.x] : [])]}
              tickFormatter={(value: number) =>
                value === named?.x ? named.name : Number(value.toPrecision(3)).toLocaleString('en-US')
              }
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
            <Tooltip
              content={<PointTip titleOf={(point: PlacedPoint) => point.title} />}
              cursor={false}
              isAnimationActive={false}
            />
            {chart.level === null ? null : (
              <ReferenceLine y={chart.level.y} {...levelLine(chart.level.name, 'insideBottomLeft')} />
            )}
            {steps.length > 0 ? (
              <Area
                data={steps}
                type="stepAfter"
                dataKey="y"
                baseValue={chart.yTicks[0] ?? 0}
                stroke="var(--ink-soft)"
                strokeWidth={1.4}
                fill="var(--ink-faint)"
                fillOpacity={0.1}
                activeDot={false}
                isAnimationActive={false}
              />
            ) : null}
            <Scatter
              data={[...chart.published]}
              fill="none"
              stroke="var(--ink-faint)"
              shape="cross"
              opacity={0.6}
              isAnimationActive={false}
            />
            {chart.series.flatMap((series) =>
              series.joined && series.points.length > 1
                ? [
                    <Line
                      key={`line ${series.name}`}
                      data={[...series.points]}
                      dataKey="y"
                      stroke={seriesColour(series.colour)}
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
                fill={markColour(series)}
                fillOpacity={series.isFaint ? 0.55 : 1}
                shape={series.shape}
                isAnimationActive={false}
              >
                {(['y', 'x'] as const).map((direction) => (
                  <ErrorBar
                    key={direction}
                    dataKey={direction === 'y' ? 'error' : 'errorX'}
                    direction={direction}
                    width={4}
                    strokeWidth={series.isFaint ? 0.8 : 1.2}
                    stroke={markColour(series)}
                    isAnimationActive={false}
                  />
                ))}
              </Scatter>
            ))}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

/** So that no point sits on the frame. */
const ROOM = 1.2;

/** What is best stays so to the right end, for whoever takes longer. */
function stepsOf(front: readonly PlacedPoint[], right: number) {
  const last = front.at(-1);
  return last === undefined
    ? []
    : [...front, last].map(({ x, y }, at) => ({ x: at < front.length ? x : right, y }));
}
