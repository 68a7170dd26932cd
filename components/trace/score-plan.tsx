'use client';

import { Gauge } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useDeferredValue } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ScoreTracesInput, TraceScoringForecastView } from '@/lib/contracts/trace-scoring-shapes';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { formatCount, plural } from '@/lib/view/numbers';
import { traceFilterQuery } from '@/lib/view/trace-filter-address';
import { costBasis, expectedCost } from '@/lib/view/trace-scoring-words';
import { JudgeAgreementCard } from './judge-agreement-card';
import { RefusalNotice } from './refusal-notice';
import { useScoreTraces, useScoringForecast } from './use-trace-scorings';

/** Forecast of a scoring, the agreement of its judge with people, and the button that starts it. */
export function ScorePlan({ body }: { readonly body: ScoreTracesInput }) {
  const router = useRouter();
  const { mayExperiment } = useViewer();
  const forecast = useScoringForecast(useDeferredValue(body));
  const score = useScoreTraces();
  const query = traceFilterQuery(body.filter);
  const start = () =>
    score.mutate(body, { onSuccess: () => router.push(query === '' ? '/traces' : `/traces?${query}`) });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {forecast.data?.calibration ? (
        <JudgeAgreementCard calibration={forecast.data.calibration} body={body} />
      ) : null}
      <Card title="Plan">
        {forecast.isPending ? <SkeletonRows label="Counting the traces" rows={4} /> : null}
        {forecast.isError ? (
          <ProblemNotice error={forecast.error} onRetry={() => forecast.refetch()} />
        ) : null}
        {forecast.data ? (
          <div className="flex flex-col gap-4">
            <Forecast forecast={forecast.data} />
            {score.isError ? <ProblemNotice error={score.error} /> : null}
            <div className="flex flex-wrap justify-end gap-2">
              <Button
                variant="primary"
                blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
                disabled={forecast.data.refusal !== null}
                busy={score.isPending || score.isSuccess}
                onClick={start}
              >
                <Gauge aria-hidden /> Score traces
              </Button>
            </div>
          </div>
        ) : null}
      </Card>
    </div>
  );
}

function Forecast({
  forecast: { sample, expected, refusal, practice },
}: {
  forecast: TraceScoringForecastView;
}) {
  return (
    <>
      {refusal === null ? null : <RefusalNotice refusal={refusal} />}
      {sample === null ? null : (
        <p className="numbers text-[0.8125rem]">
          <strong className="font-semibold">{plural(sample.drawn, 'trace')}</strong> of{' '}
          {formatCount(sample.matched)}
          {sample.isCut ? ' (the newest that match)' : ''}. Left out: {leftOut(sample)}.
        </p>
      )}
      {expected === null ? null : (
        <>
          <DefinitionList
            items={[
              { term: 'Calls', value: formatCount(expected.calls) },
              { term: 'Cost', value: expectedCost(expected) },
            ]}
          />
          {practice ? (
            <span>
              <Badge tone="info">{PRACTICE_LABEL}</Badge>
            </span>
          ) : null}
          <p className="text-ink-faint text-xs">{costBasis(expected)}</p>
        </>
      )}
    </>
  );
}

function leftOut(sample: NonNullable<TraceScoringForecastView['sample']>): string {
  return [
    `${formatCount(sample.judgedByPeople)} judged by people`,
    `${formatCount(sample.scored)} scored already`,
    ...(sample.withoutTexts > 0 ? [`${formatCount(sample.withoutTexts)} without texts`] : []),
  ].join(', ');
}
