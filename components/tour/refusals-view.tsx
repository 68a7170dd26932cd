'use client';

import { CircleCheck, CircleDashed, RotateCcw } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { PageHeader } from '@/components/ui/page-header';
import { Progress } from '@/components/ui/progress';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TOUR_EXPERIMENTS, TOUR_STEPS, type TourStep } from '@/lib/view/tour';
import { TourStepCard } from './refusal-step-card';
import { useTourPlace } from './use-refusal-request';
import { useTourProgress } from './use-tour-progress';

const IDS = TOUR_STEPS.map(({ id }) => id);
const NAMES = Object.values(TOUR_EXPERIMENTS);

/** Six experiments that show their verdict, and the shortcuts that are refused. */
export function RefusalsView() {
  const [id, setId] = useQueryState('step', parseAsStringLiteral(IDS).withDefault(IDS[0] ?? ''));
  const { done, mark, forget } = useTourProgress('waggle.tour');
  const { place, isPending, failed } = useTourPlace(NAMES);
  const index = Math.max(0, IDS.indexOf(id));
  const step = TOUR_STEPS[index];
  const goTo = (to: number) => {
    const next = TOUR_STEPS[to];
    if (!next) return;
    // An experiment is seen by reading on; a refusal only by asking.
    if (step?.kind === 'experiment') mark(step.id);
    void setId(next.id);
  };
  useArrows((by) => goTo(index + by));
  const taken = TOUR_STEPS.filter((one) => done.has(one.id)).length;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Tour', href: '/tour' }]}
        title="Refusals"
        description="Six experiments that show their verdict, and twelve shortcuts that are refused."
        actions={
          taken > 0 ? (
            <Button variant="ghost" onClick={forget}>
              <RotateCcw aria-hidden /> Begin anew
            </Button>
          ) : null
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <Card title="Steps" description={`${taken} of ${TOUR_STEPS.length} taken`} className="max-lg:order-2">
          <Progress className="mb-3" label="Steps taken" value={taken} max={TOUR_STEPS.length} tone="good" />
          <ol className="-mx-2 flex flex-col">
            {TOUR_STEPS.map((one, place) => (
              <li key={one.id}>
                <StepButton
                  step={one}
                  isCurrent={place === index}
                  isDone={done.has(one.id)}
                  onPress={() => goTo(place)}
                />
              </li>
            ))}
          </ol>
        </Card>
        {isPending ? <SkeletonRows label="Loading the steps…" rows={5} /> : null}
        {failed ? <ProblemNotice error={failed.error} onRetry={() => failed.refetch()} /> : null}
        {step && !isPending && !failed ? (
          <TourStepCard
            step={step}
            place={place}
            position={
              <>
                Step {index + 1} of {TOUR_STEPS.length}
                <span className="max-md:hidden">; the arrow keys go on and back</span>
              </>
            }
            onDone={() => mark(step.id)}
            onBack={index > 0 ? () => goTo(index - 1) : null}
            onNext={index < TOUR_STEPS.length - 1 ? () => goTo(index + 1) : null}
          />
        ) : null}
      </div>
    </>
  );
}

interface StepButtonProps {
  readonly step: TourStep;
  readonly isCurrent: boolean;
  readonly isDone: boolean;
  readonly onPress: () => void;
}

function StepButton({ step, isCurrent, isDone, onPress }: StepButtonProps) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onPress}
      className={classNames(
        'flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left text-[0.8125rem] hover:bg-hover',
        isCurrent ? 'bg-hover font-medium text-ink' : 'text-ink-soft',
      )}
    >
      <Icon
        className={classNames('size-4 shrink-0', isDone ? 'text-good' : 'text-ink-faint')}
        aria-label={isDone ? 'Taken' : 'Open'}
      />
      <span className="min-w-0">
        {step.kind === 'refusal' ? <span className="mr-1.5 font-mono text-xs">{step.id}</span> : null}
        {step.title}
      </span>
    </button>
  );
}

/** Arrow keys, except where they move within a field. */
function useArrows(onMove: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
      const { target } = event;
      if (target instanceof HTMLElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) return;
      if (event.key === 'ArrowRight') onMove(1);
      if (event.key === 'ArrowLeft') onMove(-1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
