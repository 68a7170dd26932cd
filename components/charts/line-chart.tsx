'use client';

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { SeriesChart, SeriesRow } from '@/lib/view/series-chart';
import { ChartBody } from './chart-body';
import { AXIS, axisLabel, colourOf, GRID, MARGIN, namesOf } from './chart-style';
import { LineMark } from './legend-marks';
import { SeriesTip } from './series-tip';

/** More dots than these would hide their line. */
const DOTS_MAX = 40;

/** One line a series; what was not measured is a gap. Every second line is dashed, so that colour does not say it alone. */
export function SeriesLineChart({ chart }: { chart: SeriesChart }) {
  const hasDots = chart.rows.length <= DOTS_MAX;
  const lines = chart.series.map((series, index) => ({
    ...series,
    dashes: index % 2 === 1 ? '5 3' : undefined,
  }));
  return (
    <ChartBody
      legend={lines.map(({ key, name, colour, dashes }) => ({
        ...{ key, name, mark: <LineMark stroke={colourOf(colour)} dashes={dashes} /> },
      }))}
    >
      {(isShown) => (
        <ResponsiveContainer width="100%" height="100%">
          <LineChart data={[...chart.rows]} margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid {...GRID} />
            <XAxis {...AXIS} {...namesOf(chart.rows)} dataKey="x" label={axisLabel(chart.xLabel)} />
            <YAxis
              {...AXIS}
              width={48}
              domain={[0, chart.yTicks.at(-1) ?? 100]}
              ticks={[...chart.yTicks]}
              unit=" %"
            />
            <Tooltip
              content={<SeriesTip chart={chart} isShown={isShown} />}
              cursor={{ stroke: 'var(--line-strong)' }}
              isAnimationActive={false}
            />
            {lines
              .filter(({ key }) => isShown(key))
              .map(({ key, name, colour, dashes }) => (
                <Line
                  key={key}
                  name={name}
                  dataKey={(row: SeriesRow) => row.values[key] ?? null}
                  stroke={colourOf(colour)}
                  strokeWidth={2}
                  dot={
                    hasDots
                      ? { r: 2.5, fill: 'var(--surface)', stroke: colourOf(colour), strokeDasharray: '0' }
                      : false
                  }
                  isAnimationActive={false}
                  {...(dashes === undefined ? {} : { strokeDasharray: dashes })}
                />
              ))}
          </LineChart>
        </ResponsiveContainer>
      )}
    </ChartBody>
  );
}
