'use client';

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { SeriesChart, SeriesRow } from '@/lib/view/series-chart';
import { ChartBody } from './chart-body';
import { AXIS, axisLabel, colourOf, GRID, MARGIN, namesOf } from './chart-style';
import { Swatch } from './legend-marks';
import { SeriesTip } from './series-tip';

interface ColumnChartProps {
  readonly chart: SeriesChart;
  /** True if the series add up to a total. */
  readonly stacked?: boolean;
}

export function ColumnChart({ chart, stacked }: ColumnChartProps) {
  const legend = chart.series.map(({ key, name, colour }) => ({
    ...{ key, name, mark: <Swatch fill={colourOf(colour)} /> },
  }));
  return (
    <ChartBody legend={legend.length > 1 ? legend : []}>
      {(isShown) => (
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={[...chart.rows]}
            margin={COLUMN_MARGIN}
            accessibilityLayer={false}
            barGap={1}
            barCategoryGap={isMerged(chart) ? MERGED_GAP : undefined}
          >
            <CartesianGrid {...GRID} />
            <XAxis {...AXIS} {...namesOf(chart.rows)} dataKey="x" label={axisLabel(chart.xLabel)} />
            <YAxis
              {...AXIS}
              width={52}
              domain={[chart.yTicks[0] ?? 0, chart.yTicks.at(-1) ?? 1]}
              ticks={[...chart.yTicks]}
              label={axisLabel(chart.yLabel, true)}
            />
            <Tooltip
              content={<SeriesTip chart={chart} isShown={isShown} />}
              cursor={{ fill: 'var(--hover)' }}
              isAnimationActive={false}
            />
            {chart.series
              .filter(({ key }) => isShown(key))
              .flatMap(({ key, name, colour }) =>
                partsOf(chart, key).map(({ part, dataKey, opacity }) => (
                  <Bar
                    key={`${key}/${part}`}
                    name={name}
                    dataKey={dataKey}
                    fill={colourOf(colour)}
                    fillOpacity={opacity}
                    maxBarSize={28}
                    isAnimationActive={false}
                    {...(stacked ? { stackId: 'all' } : part === 'whole' ? {} : { stackId: key })}
                  />
                )),
              )}
          </BarChart>
        </ResponsiveContainer>
      )}
    </ChartBody>
  );
}

/** A name is centred below its column and never exceeds its width: phones need the space. */
const COLUMN_MARGIN = { ...MARGIN, right: 8 } as const;

/** Parts of a merged column: dark up to the smallest value, light up to the largest. */
function partsOf(chart: SeriesChart, key: string) {
  const most = (row: SeriesRow) => row.values[key] ?? null;
  if (!isMerged(chart)) return [{ part: 'whole', dataKey: most, opacity: 1 }];
  const least = (row: SeriesRow) => row.least?.[key] ?? most(row);
  const above = (row: SeriesRow) => (most(row) ?? 0) - (least(row) ?? 0);
  return [
    { part: 'least', dataKey: least, opacity: 1 },
    { part: 'above', dataKey: above, opacity: LIGHT },
  ];
}

const LIGHT = 0.4;

const isMerged = ({ rows }: SeriesChart) => rows.some(({ least }) => least);

/** Gap on either side of merged columns, so that neighbours do not look like a pair. */
const MERGED_GAP = '20%';
