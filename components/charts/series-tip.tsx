import type { SeriesChart, SeriesRow } from '@/lib/view/series-chart';
import { ChartTip } from './chart-tip';

interface SeriesTipProps {
  readonly chart: SeriesChart;
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: SeriesRow }[];
}

/** All values of one column; what is zero or unknown is left out of the box, not out of the table. */
export function SeriesTip({ chart, active, payload }: SeriesTipProps) {
  const row = payload?.[0]?.payload;
  if (!active || !row) return null;
  return (
    <ChartTip title={`${chart.xLabel} ${row.x}`}>
      <ul>
        {chart.series.map(({ key, name }) => {
          const value = row.values[key];
          return value ? (
            <li key={key}>
              {name}: {Number(value.toFixed(1)).toLocaleString('en-US')}
            </li>
          ) : null;
        })}
        {row.note ? <li>{row.note}</li> : null}
      </ul>
    </ChartTip>
  );
}
