'use client';

import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ForecastList } from '@/components/diagnosis/forecast-list';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RunPlanForecastView, RunPlanView } from '@/lib/contracts/run-plans';
import { EXPLORE_WORDS, explorationIsCertain, plannedWords, STOP_TITLES } from '@/lib/view/run-plan-words';
import { estimateBasisSentence } from '@/lib/words/estimate-basis';
import { usePlanForecast, useStartPlan } from './use-run-plans';

interface PlanDialogProps {
  readonly experiment: { readonly id: string; readonly name: string };
  /** Offers a single run too. */
  readonly onSingle?: () => void;
  readonly onStarted?: (plan: RunPlanView) => void;
  readonly onClose: () => void;
}

/** Plan of one press of Run: its runs in order, with cost and time first. */
export function PlanDialog({ experiment, onSingle, onStarted, onClose }: PlanDialogProps) {
  const forecast = usePlanForecast(experiment.id);
  const start = useStartPlan(experiment.id);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const explores = chosen ?? (forecast.isSuccess && explorationIsCertain(forecast.data));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Run ${experiment.name}`}
      description="One plan: each step starts when the one before allows it."
      footer={
        <>
          {start.isError ? <ProblemNotice className="w-full" error={start.error} /> : null}
          {onSingle ? (
            <Button className="mr-auto" variant="ghost" onClick={onSingle}>
              Single run…
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!forecast.isSuccess}
            busy={start.isPending || start.isSuccess}
            onClick={() => start.mutate({ explores }, { onSuccess: onStarted ?? onClose })}
          >
            Start plan
          </Button>
        </>
      }
    >
      {forecast.isPending ? <SkeletonRows label="Estimating the plan" rows={8} /> : null}
      {forecast.isError ? <ProblemNotice error={forecast.error} onRetry={() => forecast.refetch()} /> : null}
      {forecast.isSuccess ? (
        <Forecast forecast={forecast.data} explores={explores} onExplores={setChosen} />
      ) : null}
    </Dialog>
  );
}

interface ForecastProps {
  readonly forecast: RunPlanForecastView;
  readonly explores: boolean;
  readonly onExplores: (explores: boolean) => void;
}

function Forecast({ forecast, explores, onExplores }: ForecastProps) {
  const { diagnosis, practice } = forecast;
  const { lines, inAll, stops } = plannedWords(forecast, explores);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {diagnosis && diagnosis.verdict !== 'go' ? (
        <Notice tone="honey" title={STOP_TITLES[diagnosis.verdict === 'noGo' ? 'noGo' : 'undecided']}>
          {diagnosis.reason}
        </Notice>
      ) : null}
      <ol aria-label="Runs in order" className="divide-y divide-line rounded-lg border border-line">
        {lines.map((line, index) => (
          <li key={line.step} className="flex flex-col gap-1 px-3.5 py-2.5">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium text-[0.8125rem]">
                {index + 1}. {line.name}
              </span>
              {line.isDone ? (
                <Badge tone="good" icon={CircleCheck}>
                  Done already
                </Badge>
              ) : null}
              {line.isDone ? null : (
                <span className="numbers ml-auto whitespace-nowrap text-[0.8125rem]">
                  about {line.time} · {line.cost}
                </span>
              )}
            </div>
            <p className="numbers text-ink-faint text-xs">
              {line.meaning}
              {line.isDone ? '' : ` About ${line.rollouts} rollouts.`}
            </p>
          </li>
        ))}
        <li className="flex flex-wrap items-center justify-between gap-x-4 bg-sunken px-3.5 py-2.5 text-[0.8125rem]">
          <span className="font-medium">
            In all {practice ? <Badge tone="info">Practice prices, nothing is paid</Badge> : null}
          </span>
          <span className="numbers">
            about {inAll.time} · {inAll.cost}
          </span>
          <span className="numbers basis-full text-ink-faint text-xs">About {inAll.rollouts} rollouts.</span>
        </li>
      </ol>
      <section aria-label="Stops" className="flex flex-col gap-1 text-[0.8125rem]">
        <h3 className="font-medium">The plan stops where</h3>
        <ul className="list-disc pl-5 text-ink-soft">
          {stops.map(({ sentence, ruleId, isCertain }) => (
            <li
              key={sentence}
              title={ruleId ? `Rule ${ruleId}` : undefined}
              className={isCertain ? 'text-honey-text' : undefined}
            >
              {sentence}
            </li>
          ))}
        </ul>
      </section>
      {forecast.stops.some(({ isPassedExploring }) => isPassedExploring) ? (
        <Checkbox checked={explores} onCheckedChange={onExplores} hint={EXPLORE_WORDS}>
          Explore where the diagnosis is undecided
        </Checkbox>
      ) : null}
      {diagnosis?.verdict === 'go' ? null : <ForecastList forecast={forecast.diagnosisForecast} />}
      <p className="text-ink-faint text-xs">{estimateBasisSentence(forecast)}</p>
    </div>
  );
}
