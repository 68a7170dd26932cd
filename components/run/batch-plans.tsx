'use client';

import { useMemo } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ColumnChart } from '@/components/charts/column-chart';
import type { RunState } from '@/lib/projection/run-state';
import { prepareBatchPlans } from '@/lib/view/batch-plan-chart';
import { tableOfSeries } from '@/lib/view/data-table';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { BatchPlanTable } from './batch-plan-table';

interface BatchPlansProps {
  readonly state: RunState;
  readonly origin: NumberOrigin;
}

/** Every plan of the batch size: planned against used, and the reason of each. */
export function BatchPlans({ state, origin }: BatchPlansProps) {
  const plans = useMemo(() => prepareBatchPlans(state, origin), [state, origin]);
  return (
    <>
      <ChartFrame
        question={plans.question}
        origin={plans.origin}
        summary={plans.summary}
        isEmpty={plans.rows.length === 0}
        emptyText="The first plan is made when the original prompt has been measured."
        chart={<ColumnChart chart={plans} />}
        data={tableOfSeries({ ...plans, rows: plans.everyRow })}
      />
      <BatchPlanTable plans={state.plans} leftOut={state.plansLeftOut} />
    </>
  );
}
