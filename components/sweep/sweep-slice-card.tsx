'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { ChartFrame } from '@/components/charts/chart-frame';
import { PointChart } from '@/components/charts/point-chart';
import { Segmented } from '@/components/ui/segmented';
import type { SweepView } from '@/lib/contracts/sweeps';
import { tableOfPoints } from '@/lib/view/data-table';
import { prepareSweepSlice, SLICE_RESULTS, sliceName } from '@/lib/view/sweep-slice';

/** Each cell as a mark of its own; which result is drawn stands in the address. */
export function SweepSliceCard({ sweep }: { sweep: SweepView }) {
  const [result, setResult] = useQueryState(
    'slice',
    parseAsStringLiteral(SLICE_RESULTS).withDefault('score'),
  );
  const chart = prepareSweepSlice(sweep, result);
  return (
    <ChartFrame
      question={chart.question}
      origin={chart.origin}
      summary={chart.summary}
      isEmpty={chart.series.length === 0}
      emptyText="A mark appears with each cell that is done and has this result."
      controls={
        <Segmented
          label="Result"
          value={result}
          onChange={setResult}
          options={[
            { value: 'score', label: 'Score' },
            { value: 'minutes', label: 'Learning time' },
            { value: 'dollars', label: '$' },
            { value: 'tokens', label: 'Tokens' },
          ]}
        />
      }
      chart={<PointChart chart={chart} />}
      data={tableOfPoints(chart, sliceName(result))}
    />
  );
}
