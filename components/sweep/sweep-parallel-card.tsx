'use client';

import { ChartFrame } from '@/components/charts/chart-frame';
import { ParallelChart } from '@/components/charts/parallel-chart';
import type { SweepView } from '@/lib/contracts/sweeps';
import { prepareSweepParallel, tableOfParallel } from '@/lib/view/sweep-parallel';
import { CellRangeFields } from './cell-range-fields';
import { useCellRanges } from './use-cell-ranges';

/** Every cell as a line over factors and results; the ranges chosen here choose the cells of the table below too. */
export function SweepParallelCard({ sweep }: { sweep: SweepView }) {
  const { ranges, setRange } = useCellRanges();
  const chart = prepareSweepParallel(sweep, ranges);
  return (
    <ChartFrame
      question={chart.question}
      origin={chart.origin}
      summary={chart.summary}
      isEmpty={chart.lines.length === 0}
      emptyText="A line appears with each cell of the sweep."
      chart={<ParallelChart chart={chart} ranges={ranges} onRange={setRange} />}
      data={tableOfParallel(chart)}
      below={<CellRangeFields axes={chart.axes} ranges={ranges} onRange={setRange} />}
    />
  );
}
