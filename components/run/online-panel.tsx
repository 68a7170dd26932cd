'use client';

import { useMemo } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { SeriesLineChart } from '@/components/charts/line-chart';
import type { RunState } from '@/lib/projection/run-state';
import { tableOfSeries } from '@/lib/view/data-table';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { prepareOnlineScore } from '@/lib/view/online-score';

/** The online score of a run that measures each window before it learns from it; nothing for other runs. */
export function OnlinePanel({ state, origin }: { state: RunState; origin: NumberOrigin }) {
  const chart = useMemo(() => prepareOnlineScore(state, origin), [state, origin]);
  if (chart === null) return null;
  return (
    <ChartFrame
      question={chart.question}
      origin={chart.origin}
      summary={chart.summary}
      isEmpty={false}
      emptyText=""
      chart={<SeriesLineChart chart={chart} />}
      data={tableOfSeries(chart)}
    />
  );
}
