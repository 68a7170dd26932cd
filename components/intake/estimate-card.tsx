'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { ForecastList } from '@/components/diagnosis/forecast-list';
import { useIntakeEstimate } from '@/components/queries/use-intakes';
import { DefinitionList } from '@/components/ui/definition-list';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import type { IntakeView } from '@/lib/contracts/intakes';
import { estimateLines } from '@/lib/view/intake-words';

/** Estimated cost and time of a run, before anything is spent, and whether the budget reaches a first measurement. */
export function EstimateCard({ view }: { view: IntakeView }) {
  const estimate = useIntakeEstimate(view);
  const { data } = estimate;
  return (
    <section
      aria-label="What the run is expected to take"
      aria-busy={estimate.isFetching}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-sunken px-3.5 py-3"
    >
      <h3 className="font-medium text-[0.8125rem]">Expected</h3>
      {estimate.isError ? <ProblemNotice error={estimate.error} onRetry={() => estimate.refetch()} /> : null}
      {estimate.isPending ? <Skeleton className="h-24 w-full" /> : null}
      {data?.openBecause ? <p className="text-ink-soft text-xs">{data.openBecause}</p> : null}
      {data?.amounts ? (
        <>
          <DefinitionList items={estimateLines(data.amounts)} />
          <p className="text-ink-faint text-xs">{data.basis}</p>
          {data.diagnosis ? <ForecastList forecast={data.diagnosis} /> : null}
        </>
      ) : null}
      {data?.floor
        .filter(({ isReached }) => !isReached)
        .map(({ name, sentence }) => (
          <Notice key={name} tone="honey">
            {sentence}
          </Notice>
        ))}
    </section>
  );
}
