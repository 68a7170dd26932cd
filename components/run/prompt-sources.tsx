'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { plural } from '@/lib/view/numbers';
import { InsightTrails } from './insight-trails';
import { useInsights } from './use-insights';

/** Sources of a prompt without bullets: the insights that the version of this iteration says, by line, with their traces. */
export function PromptSources({ runId, iteration }: { runId: string; iteration: number }) {
  const insights = useInsights(runId, { iteration });
  const said = (insights.data?.items ?? []).filter(({ place }) => place === 'prompt');
  return (
    <section className="mt-5 flex flex-col gap-2">
      <h3 className="font-medium text-[0.8125rem]">
        Which reflections of iteration {iteration + 1} does it say?
      </h3>
      {insights.isPending ? <SkeletonRows label="Following the lines back" rows={3} /> : null}
      {insights.isError ? <ProblemNotice error={insights.error} onRetry={() => insights.refetch()} /> : null}
      {insights.data?.note ? <Notice>{insights.data.note}</Notice> : null}
      {insights.data && said.length === 0 && insights.data.note === null ? (
        <Notice>No insight of that iteration was recognised in the prompt as it is now.</Notice>
      ) : null}
      {said.length > 0 ? (
        <>
          <p className="text-ink-faint text-xs">
            {plural(said.length, 'insight')} recognised, each with its line.
          </p>
          <InsightTrails runId={runId} label="Insights in the prompt" trails={said} />
        </>
      ) : null}
    </section>
  );
}
