'use client';

import { ArrowLeft, ArrowRight, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { MAY_NOT_EXPERIMENT, NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { TruthLine } from '@/components/fact/truth-line';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { TourStep } from '@/lib/view/tour';
import { requestOf, type TourPlace, useTourRequest } from './use-refusal-request';

interface StepProps {
  readonly step: TourStep;
  readonly place: TourPlace;
  readonly onDone: () => void;
}

/** One step: what is there to see or what a person says, and what Waggle answers. */
export function TourStepCard(
  props: StepProps & {
    readonly position: ReactNode;
    readonly onBack: (() => void) | null;
    readonly onNext: (() => void) | null;
  },
) {
  const { step, place, onDone, position, onBack, onNext } = props;
  return (
    <Card title={step.title} description={position}>
      {step.kind === 'experiment' ? (
        <ExperimentStep step={step} place={place} onDone={onDone} />
      ) : (
        <RefusalStep key={step.id} step={step} place={place} onDone={onDone} />
      )}
      <nav className="mt-5 flex justify-between gap-2" aria-label="Steps of the tour">
        <Button disabled={onBack === null} onClick={onBack ?? undefined}>
          <ArrowLeft aria-hidden /> Back
        </Button>
        <Button variant="primary" disabled={onNext === null} onClick={onNext ?? undefined}>
          Next <ArrowRight aria-hidden />
        </Button>
      </nav>
    </Card>
  );
}

const NOT_THERE =
  'The experiments of the tour are seeded shortly after the first start, once no run is going. This page looks again by itself.';

function ExperimentStep({ step, place, onDone }: StepProps & { step: { readonly kind: 'experiment' } }) {
  const experiment = place.experiments.find(({ name }) => name === step.experiment);
  return (
    <div className="flex flex-col gap-4">
      <Lead>{step.text}</Lead>
      {experiment === undefined ? (
        <Notice>{NOT_THERE}</Notice>
      ) : (
        <>
          <TruthLine of="experiment" id={experiment.id} live={experiment.liveRuns > 0} />
          <div>
            <Button asChild>
              <Link href={`/experiments/${experiment.id}`} onClick={onDone}>
                Open “{experiment.name}”
              </Link>
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function RefusalStep({ step, place, onDone }: StepProps & { step: { readonly kind: 'refusal' } }) {
  const { mayExperiment } = useViewer();
  const asked = useTourRequest();
  const send = requestOf(step.ask, place);
  return (
    <div className="flex flex-col gap-4">
      <blockquote className="border-honey-line border-l-2 pl-3 font-medium text-base text-ink">
        “{step.said}”
      </blockquote>
      <Lead>{step.text} It is refused, so nothing starts and nothing changes.</Lead>
      {send === null ? <Notice>{NOT_THERE}</Notice> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
          disabled={send === null}
          busy={asked.isPending}
          onClick={() => send && asked.mutate(send, { onSettled: onDone })}
        >
          <Send aria-hidden /> Ask for it
        </Button>
        {mayExperiment ? null : <p className="text-ink-faint text-xs">{MAY_NOT_EXPERIMENT}</p>}
      </div>
      {asked.isError ? <ProblemNotice error={asked.error} /> : null}
      {asked.isSuccess ? (
        <Notice tone="good" title="No rule speaks against it here.">
          The workspace has changed since the tour was made: what it asks for may be had now. Nothing was
          started.
        </Notice>
      ) : null}
    </div>
  );
}

function Lead({ children }: { children: ReactNode }) {
  return <p className="max-w-prose text-[0.8125rem] text-ink-soft">{children}</p>;
}
