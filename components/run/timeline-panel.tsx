'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { GanttChart } from 'lucide-react';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { callApi } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ChartFrame } from '@/components/charts/chart-frame';
import { TimelineChart } from '@/components/charts/timeline-chart';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { type RunTimelineView, readTimeline } from '@/lib/contracts/timeline';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { iterationWords, prepareTimeline, tableOfTimeline } from '@/lib/view/run-timeline';
import { IterationChooser } from './iteration-chooser';

interface TimelinePanelProps {
  readonly runId: string;
  /** Iterations closed so far, another number once the run has ended: the calls are read again with each. */
  readonly readings: number;
  readonly origin: NumberOrigin;
}

/** Who was busy with what, iteration by iteration, and what the iteration had to wait for. */
export function TimelinePanel({ runId, readings, origin }: TimelinePanelProps) {
  // Counted from 1, as everywhere in addresses; 0 is the measurement of the original prompt.
  const [chosen, setChosen] = useQueryState('iteration', parseAsInteger);
  const iteration = chosen === null ? undefined : chosen - 1;
  const timeline = useQuery({
    queryKey: ['timeline', runId, iteration ?? null, readings],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callApi(readTimeline, {
        params: { runId },
        query: iteration === undefined ? {} : { iteration },
        signal,
      }),
  });
  if (timeline.isPending) return <SkeletonRows label="Reading the calls" rows={8} />;
  if (timeline.isError) return <ProblemNotice error={timeline.error} onRetry={() => timeline.refetch()} />;
  const view = timeline.data;
  if (view.iteration === null)
    return (
      <Card flush>
        <EmptyState icon={GanttChart} title="Nothing was asked yet">
          The bars come with the first calls of the run.
        </EmptyState>
      </Card>
    );
  return <Timeline view={view} origin={origin} onIteration={(next) => setChosen(next + 1)} />;
}

interface TimelineProps {
  readonly view: RunTimelineView;
  readonly origin: NumberOrigin;
  readonly onIteration: (iteration: number) => void;
}

function Timeline({ view, origin, onIteration }: TimelineProps) {
  const chart = useMemo(() => prepareTimeline(view, origin), [view, origin]);
  return (
    <ChartFrame
      question={chart.question}
      origin={chart.origin}
      summary={chart.summary}
      isEmpty={chart.bars.length === 0}
      emptyText="No call of this iteration has been answered yet."
      controls={
        <IterationChooser
          iterations={view.iterations.map((iteration) => ({ iteration, words: iterationWords(iteration) }))}
          value={view.iteration}
          onChange={onIteration}
        />
      }
      chart={<TimelineChart chart={chart} />}
      data={tableOfTimeline(view, chart)}
    />
  );
}
