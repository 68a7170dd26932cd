'use client';

import { Gauge } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';
import { SCORED_TRACES_MAX } from '@/lib/domain/trace-scoring';
import { traceFilterOf, traceFilterQuery, traceFilterWords } from '@/lib/view/trace-filter-address';
import { ScorePlan } from './score-plan';
import { ScoreSettings, type ScoringDraft } from './score-settings';
import { ScoringLines } from './scoring-lines';
import { useTraceEvaluators } from './use-trace-scorings';

const DRAFT: ScoringDraft = { experimentId: null, count: '300', usdMax: '', rescore: false };

/** Has an evaluator score collected traces: which traces, at what cost, and the button that starts it. */
export function ScoreView() {
  const filter = traceFilterOf(new URLSearchParams(useSearchParams()));
  const evaluators = useTraceEvaluators();
  const [draft, setDraft] = useState(DRAFT);
  const words = traceFilterWords(filter);
  const query = traceFilterQuery(filter);
  const experimentId = draft.experimentId ?? evaluators.data?.[0]?.experimentId ?? null;
  const usdMax = Number(draft.usdMax) > 0 ? Number(draft.usdMax) : null;
  const count = Math.min(
    SCORED_TRACES_MAX,
    Math.max(1, Math.round(Number(draft.count)) || Number(DRAFT.count)),
  );
  return (
    <>
      <PageHeader
        title="Score traces"
        crumbs={[{ label: 'Traces', href: query === '' ? '/traces' : `/traces?${query}` }]}
        description={
          <>
            {words.length === 0 ? 'All traces' : `Traces: ${words.join(', ')}`}. An evaluator scores those
            that no person has judged.
          </>
        }
      />
      <ScoringLines />
      {evaluators.isPending ? <SkeletonRows label="Loading evaluators" rows={4} /> : null}
      {evaluators.isError ? (
        <ProblemNotice error={evaluators.error} onRetry={() => evaluators.refetch()} />
      ) : null}
      {evaluators.data?.length === 0 ? <NoEvaluator /> : null}
      {experimentId === null || evaluators.data === undefined ? null : (
        <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <ScoreSettings
            evaluators={evaluators.data}
            draft={{ ...draft, experimentId }}
            onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          />
          <ScorePlan body={{ experimentId, filter, count, usdMax, rescore: draft.rescore }} />
        </div>
      )}
    </>
  );
}

function NoEvaluator() {
  return (
    <Card>
      <EmptyState icon={Gauge} title="An evaluator is needed first">
        <p>
          It belongs to an experiment: an HTTP evaluator, a program or a judge. Code that compares with an
          expected answer scores no trace.
        </p>
        <Button asChild variant="primary">
          <Link href="/experiments/new">New experiment</Link>
        </Button>
      </EmptyState>
    </Card>
  );
}
