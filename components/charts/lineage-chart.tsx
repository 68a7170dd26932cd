'use client';

import {
  CartesianGrid,
  ComposedChart,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { LineageDot, LineageChart as Prepared } from '@/lib/view/run-search';
import { ChartBody } from './chart-body';
import { AXIS, axisLabel, GRID, MARGIN } from './chart-style';
import { PointTip } from './chart-tip';
import { Marker } from './legend-marks';

/** Shape and filling tell the roles apart as well as colour does. */
const ROLES = [
  {
    role: 'dominated',
    name: 'matched or beaten everywhere',
    shape: 'circle',
    fill: 'var(--surface)',
    stroke: 'var(--ink-faint)',
  },
  {
    role: 'undominated',
    name: 'possible parent',
    shape: 'circle',
    fill: 'var(--series-1)',
    stroke: 'var(--series-1)',
  },
  {
    role: 'best',
    name: 'best on selection',
    shape: 'diamond',
    fill: 'var(--series-2)',
    stroke: 'var(--series-2)',
  },
] as const;

interface LineageChartProps {
  readonly chart: Prepared;
  /** Opens a candidate's changes by pointer; the parent provides the keyboard alternative. */
  readonly onChoose: (hash: string) => void;
}

/** The pool as a family tree: each candidate at the iteration that made it and at its score, with lines to its parents. */
export function LineageChart({ chart, onChoose }: LineageChartProps) {
  const roles = ROLES.filter(({ role }) => chart.dots.some((dot) => dot.role === role));
  return (
    <ChartBody
      legend={roles.map(({ role, name, shape, fill, stroke }) => ({
        ...{ key: role, name, mark: <Marker shape={shape} fill={fill} stroke={stroke} /> },
      }))}
    >
      {(isShown) => (
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...AXIS}
              type="number"
              dataKey="x"
              domain={[0, chart.xMax]}
              allowDecimals={false}
              tickFormatter={(value: number) => (value === 0 ? 'original' : String(value))}
              label={axisLabel('iteration')}
            />
            <YAxis
              {...AXIS}
              width={48}
              type="number"
              dataKey="y"
              domain={[chart.yTicks[0] ?? 0, chart.yTicks.at(-1) ?? 100]}
              ticks={[...chart.yTicks]}
              unit=" %"
            />
            <Tooltip
              content={
                <PointTip titleOf={(dot: LineageDot) => (dot.role === 'best' ? 'Best' : 'Candidate')} />
              }
              cursor={false}
              isAnimationActive={false}
            />
            {chart.edges
              .filter(({ from, to }) => isShown(from.role) && isShown(to.role))
              .map(({ key, from, to }) => (
                <ReferenceLine
                  key={key}
                  segment={[
                    { x: from.x, y: from.y },
                    { x: to.x, y: to.y },
                  ]}
                  stroke="var(--line-strong)"
                  strokeWidth={2}
                  className="cursor-pointer"
                  onClick={() => onChoose(to.hash)}
                />
              ))}
            {roles
              .filter(({ role }) => isShown(role))
              .map(({ role, shape, fill, stroke }) => (
                <Scatter
                  key={role}
                  data={chart.dots.filter((dot) => dot.role === role)}
                  fill={fill}
                  stroke={stroke}
                  shape={shape}
                  className="cursor-pointer"
                  onClick={({ payload }) => onChoose((payload as LineageDot).hash)}
                  isAnimationActive={false}
                />
              ))}
          </ComposedChart>
        </ResponsiveContainer>
      )}
    </ChartBody>
  );
}
