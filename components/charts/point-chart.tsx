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
import { ChartBody, type IsShown, type LegendEntry } from './chart-body';
import { AXIS, axisLabel, GRID, levelLine, MARGIN, markColour, seriesColour } from './chart-style';
import { PointTip } from './chart-tip';
import { Marker } from './legend-marks';

/** Points with their intervals on a log axis; a front as steps over what it beats; published values as faint crosses. */
export function PointChart({ chart }: { chart: Prepared }) {
  const named = chart.namedTicks ?? [];
  const nameAt = new Map(named.map(({ x, name }) => [x, name]));
  const left = chart.xTicks[0] ?? 1;
  const right = Math.max(
    chart.xTicks.at(-1) ?? (named.length > 0 ? 1 : 10),
    ...named.map(({ x }) => x),
    ...[...chart.series.flatMap(({ points }) => points), ...chart.published].map(({ x }) => x),
  );
  return (
    <ChartBody legend={legendOf(chart)}>
      {(isShown) => (
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...AXIS}
              type="number"
              scale="log"
              dataKey="x"
              domain={[left / ROOM, right * ROOM]}
              ticks={[...chart.xTicks, ...named.map(({ x }) => x)]}
              tickFormatter={(value: number) =>
                nameAt.get(value) ?? Number(value.toPrecision(3)).toLocaleString('en-US')
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
            {isFrontShown(chart, isShown) ? (
              <Area
                data={stepsOf(chart.front, right * ROOM)}
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
            {isShown(PUBLISHED) ? (
              <Scatter
                data={[...chart.published]}
                fill="none"
                stroke="var(--ink-faint)"
                shape="cross"
                opacity={0.6}
                isAnimationActive={false}
              />
            ) : null}
            {chart.series.flatMap((series) =>
              isShown(series.name) && series.joined && series.points.length > 1
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
            {chart.series
              .filter(({ name }) => isShown(name))
              .map((series) => (
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
      )}
    </ChartBody>
  );
}

const PUBLISHED = 'published, other hardware';

function legendOf({ series, published }: Prepared): readonly LegendEntry[] {
  const ours = series.map((one) => ({
    ...{ key: one.name, name: one.name, mark: <Marker shape={one.shape} fill={markColour(one)} /> },
  }));
  const mark = <Marker shape="cross" fill="none" />;
  return published.length === 0 ? ours : [...ours, { key: PUBLISHED, name: PUBLISHED, mark }];
}

/** A front of what is left would be another front: it is drawn while all of its points are. */
function isFrontShown({ front, series }: Prepared, isShown: IsShown): boolean {
  const titles = new Set(
    series.flatMap(({ name, points }) => (isShown(name) ? points.map(({ title }) => title) : [])),
  );
  return front.length > 0 && front.every(({ title }) => titles.has(title));
}

/** Padding, so that no point touches the frame. */
const ROOM = 1.2;

/** Steps of the front; the best point extends to the right end. */
function stepsOf(front: readonly PlacedPoint[], right: number) {
  const last = front.at(-1);
  return last === undefined
    ? []
    : [...front, last].map(({ x, y }, at) => ({ x: at < front.length ? x : right, y }));
}
