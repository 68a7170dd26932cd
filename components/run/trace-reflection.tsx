'use client';

import Link from 'next/link';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RolloutTraceView } from '@/lib/contracts/run-shapes';
import { InsightTrails } from './insight-trails';
import { TraceMessage } from './trace-message';
import { useInsights } from './use-insights';

/** What the reflector made of the rollout; stays in sight while the trace is read. */
export function TraceReflection({ runId, trace }: { runId: string; trace: RolloutTraceView }) {
  const { rollout, reflection } = trace;
  return (
    <section className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-0">
      <h3 className="font-medium text-[0.8125rem]">Reflection</h3>
      {reflection === null || reflection === '' ? (
        <Notice>{noReflectionWords(rollout.split)}</Notice>
      ) : (
        <>
          <TraceMessage from="what was learned" text={reflection} isExact={false} />
          <Link
            href={`/runs/${runId}?tab=iterations&iteration=${rollout.iteration + 1}&reflection=${rollout.ordinal + 1}`}
            className="w-fit text-honey-text text-xs underline underline-offset-2"
          >
            Follow it through the scan of iteration {rollout.iteration + 1}
          </Link>
          <WhereItWent runId={runId} iteration={rollout.iteration} ordinal={rollout.ordinal} />
        </>
      )}
    </section>
  );
}

interface WhereItWentProps {
  readonly runId: string;
  readonly iteration: number;
  readonly ordinal: number;
}

function WhereItWent({ runId, ...reflection }: WhereItWentProps) {
  const insights = useInsights(runId, reflection);
  return (
    <>
      <h3 className="font-medium text-[0.8125rem]">Where did its insights go?</h3>
      {insights.isPending ? <SkeletonRows label="Following its insights" rows={2} /> : null}
      {insights.isError ? <ProblemNotice error={insights.error} onRetry={() => insights.refetch()} /> : null}
      {insights.data?.note ? <Notice>{insights.data.note}</Notice> : null}
      {insights.data && insights.data.items.length === 0 && insights.data.note === null ? (
        <Notice>None of them has been through a scan yet.</Notice>
      ) : null}
      {insights.data && insights.data.items.length > 0 ? (
        <InsightTrails
          runId={runId}
          label="What became of its insights"
          trails={insights.data.items}
          without="reflections"
        />
      ) : null}
    </>
  );
}

function noReflectionWords(split: string): string {
  return split === 'train'
    ? 'No usable reflection was made of this rollout, so it taught the prompt nothing.'
    : 'Nothing is learned from this split: its answers are scored and never shown to a reflector.';
}
