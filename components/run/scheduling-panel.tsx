'use client';

import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ColumnChart } from '@/components/charts/column-chart';
import { SeriesLineChart } from '@/components/charts/line-chart';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RunDispatchView } from '@/lib/contracts/dispatch';
import type { RunState } from '@/lib/projection/run-state';
import { tableOfSeries } from '@/lib/view/data-table';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { prepareReasons, prepareSizes, prepareUtilisation } from '@/lib/view/run-dispatch';
import { FlushTable } from './flush-table';
import { PreemptionList } from './preemption-list';
import { useDispatch } from './use-dispatch';

interface SchedulingPanelProps {
  readonly runId: string;
  readonly state: RunState;
  readonly origin: NumberOrigin;
}

/** Why the requests of a run went out when they did: the pinned policy, and what it did. */
export function SchedulingPanel({ runId, state, origin }: SchedulingPanelProps) {
  const told = state.dispatched;
  // After paging back the pages are kept: a live run would otherwise start the list over with each iteration.
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const dispatch = useDispatch(runId, heldAt ?? told);
  const [first] = dispatch.data?.pages ?? [];
  if (dispatch.isPending)
    return (
      <Card flush>
        <SkeletonRows label="Loading how requests went out" rows={8} />
      </Card>
    );
  if (dispatch.isError || first === undefined)
    return <ProblemNotice error={dispatch.error} onRetry={() => dispatch.refetch()} />;
  if (first.policy === null && first.actual.flushes === 0)
    return (
      <Card flush>
        <EmptyState icon={CalendarClock} title="This run pins no batching policy">
          Each request is sent as soon as a lane is free. Turn the policy on in the settings of the
          experiment.
        </EmptyState>
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      <DispatchCharts dispatch={first} origin={origin} />
      {first.pseudocode === null ? null : (
        <Card
          title="What does the pinned policy say?"
          description="Run over the arrivals in the journal, it gives every batch again."
        >
          <CodeBlock text={first.pseudocode} what="the batching policy" />
        </Card>
      )}
      <PreemptionList candidates={first.priorityCandidates} preemptions={state.preemptions} />
      <FlushTable
        flushes={dispatch.data.pages.flatMap((page) => page.flushes)}
        readAll={async () => (await dispatch.readAllPages()).flatMap((page) => page.flushes)}
        origin={origin}
        hasMore={dispatch.hasNextPage}
        isLoadingMore={dispatch.isFetchingNextPage}
        onMore={() => {
          setHeldAt(heldAt ?? told);
          dispatch.fetchNextPage();
        }}
        {...(heldAt !== null && heldAt < told ? { onNewest: () => setHeldAt(null) } : {})}
      />
    </div>
  );
}

function DispatchCharts({ dispatch, origin }: { dispatch: RunDispatchView; origin: NumberOrigin }) {
  const reasons = prepareReasons(dispatch, origin);
  const sizes = prepareSizes(dispatch, origin);
  const lanes = prepareUtilisation(dispatch, origin);
  const isEmpty = dispatch.actual.flushes === 0;
  return (
    <>
      <ChartFrame
        question={reasons.question}
        origin={reasons.origin}
        summary={reasons.summary}
        isEmpty={isEmpty}
        emptyText="Each closed iteration adds a column of batches, parted by what made them go."
        chart={<ColumnChart chart={reasons} stacked />}
        data={tableOfSeries(reasons)}
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <ChartFrame
          question={sizes.question}
          origin={sizes.origin}
          summary={sizes.summary}
          isEmpty={sizes.rows.length === 0}
          emptyText="The expected sizes appear with the policy, the actual ones with the first closed iteration."
          chart={<ColumnChart chart={sizes} />}
          data={tableOfSeries(sizes)}
        />
        <ChartFrame
          question={lanes.question}
          origin={lanes.origin}
          summary={lanes.summary}
          isEmpty={isEmpty}
          emptyText="Each closed iteration says how long its lanes were busy."
          chart={<SeriesLineChart chart={lanes} />}
          data={tableOfSeries(lanes)}
        />
      </div>
    </>
  );
}
