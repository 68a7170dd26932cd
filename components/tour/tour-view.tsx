'use client';

import { ArrowRight, CircleCheck, CircleDashed, RotateCcw } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Progress } from '@/components/ui/progress';
import { SkeletonRows } from '@/components/ui/skeleton';
import { currentStep, type ResultStep, tourSteps } from '@/lib/view/tour-steps';
import { useTourFacts } from './use-tour-facts';
import { useTourProgress } from './use-tour-progress';

/** Five steps to a result. A reader may leave at any of them and continue at the first that is open. */
export function TourView() {
  const { done: opened, mark, forget } = useTourProgress('waggle.tour.result');
  const { runs, practice, isPending } = useTourFacts();
  const steps = runs.data ? tourSteps({ ...runs.data, practice, opened }) : [];
  const done = steps.filter(({ isDone }) => isDone).length;
  const current = currentStep(steps);
  return (
    <>
      <PageHeader
        title="Tour"
        description="Five steps to a result. Leave at any time; the tour continues here."
        actions={
          opened.size > 0 ? (
            <Button variant="ghost" onClick={forget}>
              <RotateCcw aria-hidden /> Start again
            </Button>
          ) : null
        }
      />
      {runs.isError ? <ProblemNotice error={runs.error} onRetry={() => runs.refetch()} /> : null}
      {isPending && !runs.isError ? <SkeletonRows label="Loading the tour…" rows={5} /> : null}
      {isPending || steps.length === 0 ? null : (
        <Card title="Steps" description={`${done} of ${steps.length} done`}>
          <Progress className="mb-2" label="Steps done" value={done} max={steps.length} tone="good" />
          <ol className="divide-y divide-line" aria-label="Steps of the tour">
            {steps.map((step, index) => (
              <Step
                key={step.id}
                step={step}
                number={index + 1}
                isCurrent={step.id === current}
                onOpen={() => mark(step.id)}
              />
            ))}
          </ol>
        </Card>
      )}
      <p className="mt-4 text-[0.8125rem] text-ink-soft">
        <Link href="/tour/refusals" className="underline underline-offset-2">
          See what Waggle refuses
        </Link>
        : twelve shortcuts, each with its rule.
      </p>
    </>
  );
}

interface StepProps {
  readonly step: ResultStep;
  readonly number: number;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

function Step({ step, number, isCurrent, onOpen }: StepProps) {
  const { title, sentence, button, href, needs, isDone } = step;
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-2.5 py-3.5 text-[0.8125rem]"
    >
      <Icon
        className={`size-5 shrink-0 ${isDone ? 'text-good' : 'text-ink-faint'}`}
        role="img"
        aria-label={isDone ? 'Done' : 'Open'}
      />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-medium">
          {number}. {title}
        </h2>
        <p className="text-ink-soft">{sentence}</p>
        {needs === null ? null : <p className="text-ink-faint text-xs">{needs}</p>}
      </div>
      {href === null ? (
        <Button disabled title={needs ?? undefined}>
          {button}
        </Button>
      ) : (
        <Button asChild variant={isCurrent ? 'primary' : 'secondary'}>
          <Link href={href} onClick={onOpen}>
            {button} <ArrowRight aria-hidden />
          </Link>
        </Button>
      )}
    </li>
  );
}
