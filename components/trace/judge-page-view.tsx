'use client';

import { useSearchParams } from 'next/navigation';
import { ProblemNotice } from '@/components/api/problem-notice';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { TraceView } from '@/lib/contracts/traces';
import type { JudgedTrace } from '@/lib/view/judge-queue';
import { traceFilterOf, traceFilterQuery, traceFilterWords } from '@/lib/view/trace-filter-address';
import { JudgeQueue } from './judge-queue';
import { TraceSteps } from './trace-steps';
import { useJudgeTrace, useTracesToJudge } from './use-traces';

/** The queue of traces without a judgement, narrowed by the filter in the address. */
export function JudgePageView() {
  const filter = traceFilterOf(new URLSearchParams(useSearchParams()));
  const queue = useTracesToJudge(filter);
  const judge = useJudgeTrace();
  const words = traceFilterWords(filter);
  const query = traceFilterQuery(filter);
  return (
    <>
      <PageHeader
        title="Judge traces"
        crumbs={[{ label: 'Traces', href: query === '' ? '/traces' : `/traces?${query}` }]}
        description={words.length === 0 ? 'The newest traces without a judgement.' : words.join(', ')}
      />
      {queue.isPending ? <SkeletonRows label="Loading traces" rows={6} /> : null}
      {queue.isError ? <ProblemNotice error={queue.error} onRetry={() => queue.refetch()} /> : null}
      {queue.data ? (
        <JudgeQueue
          queue={queue.data.items.map(judgedOf)}
          total={queue.data.total}
          judge={async (id, value, note) => {
            await judge.mutateAsync({ id, value, explanation: note });
          }}
          steps={(id) => <TraceSteps traceId={id} isOpen={false} />}
        />
      ) : null}
    </>
  );
}

const judgedOf = ({
  id,
  task,
  output,
  error,
  service,
  models,
  steps,
  startedAt,
}: TraceView): JudgedTrace => ({
  ...{ id, task, output, error, service, steps, startedAt },
  model: models[0] ?? null,
});
