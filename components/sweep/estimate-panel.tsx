'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { ProblemNotice } from '@/components/api/problem-notice';
import { DefinitionList } from '@/components/ui/definition-list';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import type { SweepEstimateView } from '@/lib/contracts/sweep-shapes';
import { estimateLines } from '@/lib/view/sweep-draft';
import { estimateBasisSentence } from '@/lib/words/estimate-basis';

interface EstimatePanelProps {
  readonly estimate: UseQueryResult<SweepEstimateView>;
  /** Whether the values in the fields can be read at all. */
  readonly isReadable: boolean;
}

/** Expected time and cost of the sweep, and why it would be refused. */
export function EstimatePanel({ estimate, isReadable }: EstimatePanelProps) {
  const { data } = estimate;
  return (
    <section
      aria-label="What the sweep is expected to take"
      aria-busy={estimate.isFetching}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-sunken px-3.5 py-3"
    >
      <h3 className="font-medium text-[0.8125rem]">Expected</h3>
      {!isReadable ? (
        <p className="text-ink-faint text-xs">The estimate follows once the fields can be read.</p>
      ) : estimate.isError ? (
        <ProblemNotice error={estimate.error} onRetry={() => estimate.refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <>
          <DefinitionList items={[...estimateLines(data)]} />
          <p className="text-ink-faint text-xs">{estimateBasisSentence(data)}</p>
          {data.refusal ? <Notice tone="honey">{data.refusal} Take less, or raise the budget.</Notice> : null}
        </>
      )}
    </section>
  );
}
