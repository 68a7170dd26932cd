import { ProblemNotice } from '@/components/api/problem-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { InsightTrails } from './insight-trails';
import { type InsightsAsked, useInsights } from './use-insights';

interface InsightSectionProps {
  readonly runId: string;
  readonly asked: InsightsAsked;
  readonly question: string;
  /** Heading of the list of insights. */
  readonly label: string;
  /** Omits the links to the place where the reader is already. */
  readonly without: 'line' | 'reflections';
  readonly waiting: string;
  /** Said where there is none and the answer itself does not say why. */
  readonly none: string;
}

/** Insights on their way, in either direction: from a reflection, or back from a line of the prompt. */
export function InsightSection(props: InsightSectionProps) {
  const { runId, asked, question, label, without, waiting, none } = props;
  const insights = useInsights(runId, asked);
  const { items = [], note = null } = insights.data ?? {};
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-[0.8125rem]">{question}</h3>
      {insights.isPending ? <SkeletonRows label={waiting} rows={3} /> : null}
      {insights.isError ? <ProblemNotice error={insights.error} onRetry={() => insights.refetch()} /> : null}
      {note === null ? null : <Notice>{note}</Notice>}
      {insights.isSuccess && items.length === 0 && note === null ? <Notice>{none}</Notice> : null}
      {items.length === 0 ? null : (
        <InsightTrails runId={runId} label={label} trails={items} without={without} />
      )}
    </section>
  );
}
