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
import { AXIS, axisLabel, GRID, MARGIN } from './chart-style';
import { PointTip } from './chart-tip';

/** Shape and filling tell the roles apart as well as colour does. */
const ROLES = [
  {
    role: 'dominated',
    name: 'beaten everywhere',
    shape: 'circle',
    fill: 'var(--surface)',
    stroke: 'var(--ink-faint)',
  },
  {
    role: 'undominated',
    name: 'best somewhere',
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
  /** A pointer's way to what a candidate changed; whoever passes it gives the keyboard one of its own. */
  readonly onChoose: (hash: string) => void;
}

/** The pool as a family tree: each candidate at the iteration that made it and at its score, with lines to its parents. */
export function LineageChart({ chart, onChoose }: LineageChartProps) {
  return (
    <div className="flex h-full flex-col gap-1">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
        {ROLES.map(({ role, name, shape, fill, stroke }) => (
          <li key={role} className="flex items-center gap-1.5">
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className="shrink-0">
              {shape === 'circle' ? (
                <circle cx={6} cy={6} r={4} fill={fill} stroke={stroke} />
              ) : (
                <path d="M6 1 L11 6 L6 11 L1 6 Z" fill={fill} stroke={stroke} />
              )}
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <div className="min-h-0 flex-1">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis
              {...AXIS}
              type="number"
              dataKey="x"
              domain={[0, chart.xMax]}
              allowDecimals={false}
              tickFormatter={(value: number) => (value === 0 ? 'seed' : String(value))}
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
            {chart.edges.map(({ key, from, to }) => (
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
            {ROLES.map(({ role, shape, fill, stroke }) => (
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
      </div>
    </div>
  );
}
