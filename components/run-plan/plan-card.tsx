'use client';

import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleStop,
  type LucideIcon,
  Pause,
  Play,
  RefreshCw,
} from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { RunPlanView } from '@/lib/contracts/run-plans';
import {
  isPlanOpen,
  PLAN_STATUS_WORDS,
  type PlanStepLine,
  planStepLines,
  whereWords,
} from '@/lib/view/run-plan-words';
import { usedWords } from '@/lib/view/set-progress-words';
import { PlanStop } from './plan-stop';
import { useControlPlan, useNewestPlan } from './use-run-plans';

interface PlanCardProps {
  readonly experimentId: string;
}

/** Where the newest plan of an experiment is; nothing before one was started. */
export function PlanCard({ experimentId }: PlanCardProps) {
  const { data: plan } = useNewestPlan(experimentId);
  if (!plan) return null;
  const { word, tone } = PLAN_STATUS_WORDS[plan.status];
  const live = plan.runs.find(({ status }) => status === 'running');
  return (
    <Card
      title="Run plan"
      description={whereWords(plan)}
      actions={
        <>
          <Badge tone={tone}>{word}</Badge>
          {isPlanOpen(plan) ? <PlanActions plan={plan} /> : null}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ol aria-label="Steps of the plan" className="grid gap-2 sm:grid-cols-3">
          {planStepLines(plan).map((line, index) => (
            <PlanStep key={line.step} line={line} number={index + 1} isPaused={plan.status === 'paused'} />
          ))}
        </ol>
        <PlanStop plan={plan} />
        <p className="numbers flex flex-wrap gap-x-3 gap-y-1 text-ink-faint text-xs">
          {usedWords(plan.progress)}
          {live ? (
            <Link href={`/runs/${live.id}?tab=rollouts`} className="text-ink underline underline-offset-2">
              Watch its rollouts
            </Link>
          ) : null}
        </p>
      </div>
    </Card>
  );
}

const ICONS: Readonly<Record<PlanStepLine['state'], LucideIcon>> = {
  done: CircleCheck,
  now: RefreshCw,
  stopped: CircleStop,
  next: CircleDashed,
};

interface PlanStepProps {
  readonly line: PlanStepLine;
  readonly number: number;
  readonly isPaused: boolean;
}

function PlanStep({ line, number, isPaused }: PlanStepProps) {
  const isHeld = isPaused && line.state === 'now';
  return (
    <li
      aria-current={line.state === 'now' ? 'step' : undefined}
      className="flex items-center justify-between gap-2 rounded-lg border border-line px-3 py-2 text-[0.8125rem]"
    >
      <span className={line.state === 'next' ? 'text-ink-faint' : 'font-medium'}>
        {number}.{' '}
        {line.href ? (
          <Link
            href={line.href}
            className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
          >
            {line.name}
          </Link>
        ) : (
          line.name
        )}
      </span>
      <Badge tone={isHeld ? 'info' : line.tone} icon={isHeld ? CirclePause : ICONS[line.state]}>
        {isHeld ? 'Paused' : line.word}
      </Badge>
    </li>
  );
}

function PlanActions({ plan }: { plan: RunPlanView }) {
  const { mayExperiment } = useViewer();
  const control = useControlPlan(plan.id);
  if (!mayExperiment) return null;
  const say = (action: 'pause' | 'resume' | 'cancel') => control.mutate(action, { onError: tellProblem });
  return (
    <>
      {plan.status === 'running' ? (
        <Button size="sm" disabled={control.isPending} onClick={() => say('pause')}>
          <Pause aria-hidden /> Pause
        </Button>
      ) : null}
      {plan.status === 'paused' ? (
        <Button size="sm" variant="primary" disabled={control.isPending} onClick={() => say('resume')}>
          <Play aria-hidden /> Resume
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" disabled={control.isPending} onClick={() => say('cancel')}>
        <CircleStop aria-hidden /> Cancel plan
      </Button>
    </>
  );
}
