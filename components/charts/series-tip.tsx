import type { SeriesChart, SeriesRow } from '@/lib/view/series-chart';
import type { IsShown } from './chart-body';
import { ChartTip } from './chart-tip';

interface SeriesTipProps {
  readonly chart: SeriesChart;
  readonly isShown: IsShown;
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: SeriesRow }[];
}

/** All values of one column; what is zero or unknown is left out of the box, not out of the table. */
export function SeriesTip({ chart, isShown, active, payload }: SeriesTipProps) {
  const row = payload?.[0]?.payload;
  if (!active || !row) return null;
  return (
    <ChartTip title={`${chart.xLabel} ${row.x}`}>
      <ul>
        {chart.series.map(({ key, name }) => {
          const value = row.values[key];
          return value && isShown(key) ? (
            <li key={key}>
              {name}: {spanText(row.least?.[key] ?? value, value)}
            </li>
          ) : null;
        })}
        {row.note ? <li>{row.note}</li> : null}
      </ul>
    </ChartTip>
  );
}

const numberText = (value: number) => Number(value.toFixed(1)).toLocaleString('en-US');

const spanText = (least: number, most: number) =>
  least === most ? numberText(most) : `${numberText(least)} to ${numberText(most)}`;
