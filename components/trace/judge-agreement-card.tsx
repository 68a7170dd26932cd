'use client';

import { Scale } from 'lucide-react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Time } from '@/components/ui/time';
import type { ScoreTracesInput, TraceScoringForecastView } from '@/lib/contracts/trace-scoring-shapes';
import { isScoringOver } from '@/lib/domain/trace-scoring';
import { plural } from '@/lib/view/numbers';
import { agreementText, expectedCost } from '@/lib/view/trace-scoring-words';
import { RefusalNotice } from './refusal-notice';
import { useCalibrateTraceJudge, useTraceScorings } from './use-trace-scorings';

interface JudgeAgreementCardProps {
  readonly calibration: NonNullable<TraceScoringForecastView['calibration']>;
  readonly body: ScoreTracesInput;
}

/** How far a judge agrees with people, and the button that compares it; a judge that passed is not compared again. */
export function JudgeAgreementCard({ calibration, body }: JudgeAgreementCardProps) {
  const { mayExperiment } = useViewer();
  const compare = useCalibrateTraceJudge();
  const { agreement, available, expected, refusal } = calibration;
  const { experimentId, usdMax, filter } = body;
  const isAtWork = (useTraceScorings().data ?? []).some(
    (one) =>
      one.purpose === 'calibrate' && one.evaluator.experimentId === experimentId && !isScoringOver(one),
  );
  const isPassed = agreement?.verdict === 'passed';
  const { service } = filter;
  return (
    <Card
      title="Agreement with people"
      description="A judge scores traces only where its order agrees with that of people."
    >
      <div className="flex flex-col gap-3 text-[0.8125rem]">
        {agreement === null ? (
          <p>Not compared yet. People have judged {plural(available, 'trace')}.</p>
        ) : (
          <p className="numbers">
            {agreementText(agreement)}. Compared on <Time at={agreement.at} />.
          </p>
        )}
        {isPassed || refusal === null ? null : <RefusalNotice refusal={refusal} />}
        {compare.isError ? <ProblemNotice error={compare.error} /> : null}
        {isPassed || expected === null ? null : (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="numbers text-ink-faint text-xs">
              {plural(expected.calls, 'call')}, cost {expectedCost(expected)}
            </span>
            <Button
              blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
              busy={compare.isPending || isAtWork}
              onClick={() => compare.mutate({ experimentId, usdMax, ...(service ? { service } : {}) })}
            >
              <Scale aria-hidden /> Compare with people
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
