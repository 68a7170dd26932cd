'use client';

import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { type AxisWindow, isInWindow, windowOf, windowTicks } from '@/lib/view/chart-zoom';
import type { ConvergencePoint, ConvergenceChart as Prepared } from '@/lib/view/convergence';
import { ChartBody } from './chart-body';
import { AXIS, axisLabel, GRID, levelLine, MARGIN, TICK_DIGITS } from './chart-style';
import { PointTip } from './chart-tip';
import { legendOf, OWN, SERIAL, shownOf } from './convergence-legend';
import { CurveMarks } from './curve-marks';

const textOf = ({ iteration, isBest, isPartial, failures, waits }: ConvergencePoint) =>
  [
    iteration < 0 ? 'original prompt' : `after iteration ${iteration + 1}`,
    ...(isBest ? ['best so far'] : []),
    ...(waits > 0 ? [`${waits} in a row without a better one`] : []),
    ...(isPartial ? ['cut short by a cap, decides nothing'] : []),
    ...(failures > 0 ? [`${failures} without an answer`] : []),
  ].join(' · ');

interface ConvergenceChartProps {
  readonly chart: Prepared;
  /** The part of the x axis that is drawn; left out or null, all of it. */
  readonly part?: AxisWindow | null;
}

export function ConvergenceChart({ chart, part = null }: ConvergenceChartProps) {
  return (
    <ChartBody legend={legendOf(chart)}>
      {(isShown) => <Curve chart={shownOf(chart, isShown)} hasOwn={isShown(OWN)} part={part} />}
    </ChartBody>
  );
}

function fallsAtFirst({ points, seedScore }: Prepared): boolean {
  const second = points[1]?.score;
  return second !== undefined && seedScore !== null && second < seedScore;
}

interface CurveProps {
  readonly chart: Prepared;
  readonly hasOwn: boolean;
  readonly part: AxisWindow | null;
}

function Curve({ chart, hasOwn, part }: CurveProps) {
  const along = {
    ...{ dataKey: 'x', type: 'number' as const, allowDataOverflow: part !== null },
    domain: [...(part ?? windowOf(null, chart.xTicks.at(-1) ?? 1))],
  };
  // Lines keep all of their points and are cut off at the edges: they run on beyond them.
  const isInPart = ({ x }: { readonly x: number }) => part === null || isInWindow(part, x);
  const partials = chart.partials.filter(isInPart);
  const serial = chart.serial.filter(isInPart);
  // Named where it is on its way: at its end it would meet the name of the best.
  const serialMiddle = serial[Math.floor((serial.length - 1) * 0.5)];
  // On the side of the level to which the curve does not go.
  const seedPlace = fallsAtFirst(chart) ? 'insideBottomLeft' : 'insideTopLeft';
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...chart.points]} margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid {...GRID} />
        <XAxis
          {...AXIS}
          {...along}
          ticks={[...(part === null ? chart.xTicks : windowTicks(part))]}
          label={axisLabel(chart.xLabel)}
          tickFormatter={(value: number) => value.toLocaleString('en-US', TICK_DIGITS)}
        />
        {/* Once more for the baseline: beside the run's points on one axis, the tooltip would take these for its own. */}
        <XAxis {...along} xAxisId={SERIAL} hide />
        <YAxis
          {...AXIS}
          width={48}
          dataKey="score"
          domain={[chart.yTicks[0] ?? 0, chart.yTicks.at(-1) ?? 100]}
          ticks={[...chart.yTicks]}
          unit=" %"
        />
        <Tooltip
          content={<PointTip titleOf={({ label }: ConvergencePoint) => label} textOf={textOf} />}
          cursor={{ stroke: 'var(--line-strong)' }}
          isAnimationActive={false}
        />
        {chart.plateau ? (
          <ReferenceArea
            x1={chart.plateau.fromX}
            x2={chart.plateau.toX}
            y1={chart.plateau.band[0]}
            y2={chart.plateau.band[1]}
            fill="var(--series-1)"
            fillOpacity={0.1}
            stroke="none"
            ifOverflow="hidden"
          />
        ) : null}
        {chart.target === null ? null : (
          <ReferenceLine y={chart.target} {...levelLine('target', 'insideTopRight')} stroke="var(--good)" />
        )}
        {chart.serial.length === 0 ? null : (
          <Line
            xAxisId={SERIAL}
            data={[...chart.serial]}
            dataKey="score"
            name="serial baseline"
            stroke="var(--series-2)"
            strokeWidth={1.5}
            strokeDasharray="6 3"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        )}
        {serialMiddle ? (
          <ReferenceDot
            x={serialMiddle.x}
            y={serialMiddle.score}
            r={0}
            label={{ value: 'serial', position: 'top', offset: 6, fill: 'var(--ink-soft)', fontSize: 11 }}
          />
        ) : null}
        {chart.seedScore === null ? null : (
          <ReferenceLine y={chart.seedScore} {...levelLine('original prompt', seedPlace)} />
        )}
        {hasOwn ? (
          // With its data as the others have theirs, or the tooltip counts through those alone. The chart has them for
          // its axes, which stay when every series is put away.
          <Line
            data={[...chart.points]}
            dataKey="score"
            stroke="var(--series-1)"
            strokeWidth={2}
            dot={false}
            activeDot={{ r: 5, fill: 'var(--series-1)', strokeWidth: 0 }}
            isAnimationActive={false}
          />
        ) : null}
        {hasOwn ? <CurveMarks points={chart.points.filter(isInPart)} /> : null}
        {partials.length === 0 ? null : (
          <Scatter
            data={partials}
            dataKey="score"
            fill="var(--surface)"
            stroke="var(--ink-faint)"
            strokeWidth={1.5}
            shape="diamond"
            isAnimationActive={false}
          />
        )}
        {chart.best ? (
          <ReferenceDot
            x={chart.best.x}
            y={chart.best.score}
            r={6}
            fill="var(--series-1)"
            stroke="var(--surface)"
            strokeWidth={2}
          />
        ) : null}
        {chart.best ? (
          // A dot of no size at the end of the interval, so that the words stand clear of its line.
          <ReferenceDot
            x={chart.best.x}
            y={chart.best.interval?.[1] ?? chart.best.score}
            r={0}
            label={{ value: 'best', position: 'top', offset: 6, fill: 'var(--ink-soft)', fontSize: 11 }}
          />
        ) : null}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
