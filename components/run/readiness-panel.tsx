'use client';

import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { MAY_NOT_ADMINISTER, MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { tellProblem } from '@/components/api/tell-problem';
import { CostHeadline } from '@/components/cost/headline';
import { SetProgressRow } from '@/components/fact/set-progress-row';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { ReadinessView } from '@/lib/contracts/readiness';
import {
  describeBaseline,
  isMeasuring,
  measuringSentence,
  prepareHeadline,
  prepareLights,
  prepareMeasurePlan,
  struckRatio,
} from '@/lib/view/run-readiness';
import { MeasureReadinessDialog } from './measure-readiness-dialog';
import { ReadinessLight } from './readiness-light';
import { useControlReadiness, useReadiness } from './use-readiness';
import { WaiverDialog } from './waiver-dialog';

/** Whether the speed of a run may be quoted: three lights, and the one button that measures what they lack. */
export function ReadinessPanel({ runId }: { runId: string }) {
  const readiness = useReadiness(runId);
  if (readiness.isSuccess && readiness.data.lights.length === 0) return null;
  return (
    <Card
      title="May this speed be quoted?"
      description={readiness.data ? describeBaseline(readiness.data) : 'Against its serial baseline'}
      actions={readiness.data ? <Actions view={readiness.data} /> : null}
    >
      {readiness.isPending ? <SkeletonRows label="Loading readiness" rows={4} /> : null}
      {readiness.isError ? (
        <ProblemNotice error={readiness.error} onRetry={() => readiness.refetch()} />
      ) : null}
      {readiness.isSuccess ? <Standing view={readiness.data} /> : null}
    </Card>
  );
}

function Standing({ view }: { view: ReadinessView }) {
  const control = useControlReadiness(view.runId);
  const headline = prepareHeadline(view);
  const struck = struckRatio(view);
  const plan = prepareMeasurePlan(view.estimate, false);
  const missesHardware = view.estimate?.parts.some(({ name }) => name === 'hardware') ?? false;
  return (
    <div className="flex flex-col gap-3">
      {headline ? (
        <CostHeadline headline={headline} />
      ) : (
        <Notice tone="honey" title="Not ready to be quoted">
          {struck ? <s className="numbers mr-1.5">{struck}</s> : null}
          {view.sentence}
          {struck && view.claim?.cost ? ` ${view.claim.cost.sentence}` : null}
        </Notice>
      )}
      {plan ? (
        <p className="text-[0.8125rem] text-ink-soft">
          Measuring what is missing takes about <span className="numbers">{plan.total}</span>
          {missesHardware ? ', without other hardware' : ''}.
        </p>
      ) : null}
      {isMeasuring(view) ? (
        <p role="status" className="text-[0.8125rem] text-info">
          {measuringSentence(view)}
        </p>
      ) : null}
      {view.progress && isMeasuring(view) ? (
        <SetProgressRow
          progress={view.progress}
          busy={control.isPending}
          onControl={(action) => control.mutate(action, { onError: tellProblem })}
        />
      ) : null}
      <ul className="grid gap-3 lg:grid-cols-3">
        {prepareLights(view).map((light) => (
          <ReadinessLight key={light.name} light={light} runId={view.runId} />
        ))}
      </ul>
      {view.waiver ? (
        <p className="text-ink-faint text-xs">
          Waived by {view.waiver.by}, <Time at={view.waiver.at} />: {view.waiver.reason}
        </p>
      ) : null}
      {view.claim?.notes.map((note) => (
        <p key={note} className="text-ink-faint text-xs">
          {note}
        </p>
      ))}
    </div>
  );
}

function Actions({ view }: { view: ReadinessView }) {
  const { mayExperiment, mayAdminister } = useViewer();
  const [open, setOpen] = useState<'measure' | 'waive' | null>(null);
  const close = () => setOpen(null);
  const hardware = view.lights.find(({ name }) => name === 'hardware')?.state;
  const isOpenToWaiver = hardware !== 'green' && hardware !== 'waived';
  const noWaiver = view.practice
    ? 'Numbers of the practice model are a rehearsal: there is no hardware class to waive.'
    : mayAdminister
      ? undefined
      : MAY_NOT_ADMINISTER;
  return (
    <>
      <Button
        variant="primary"
        disabled={!mayExperiment}
        title={mayExperiment ? undefined : MAY_NOT_EXPERIMENT}
        onClick={() => setOpen('measure')}
      >
        <Gauge aria-hidden /> Measure readiness
      </Button>
      {isOpenToWaiver ? (
        <Button
          variant="ghost"
          disabled={noWaiver !== undefined}
          title={noWaiver}
          onClick={() => setOpen('waive')}
        >
          Waive other hardware
        </Button>
      ) : null}
      {isOpenToWaiver && noWaiver ? (
        <p className="max-w-80 basis-full text-ink-faint text-xs">Waiving is not possible here. {noWaiver}</p>
      ) : null}
      {open === 'measure' ? <MeasureReadinessDialog view={view} onClose={close} /> : null}
      {open === 'waive' ? <WaiverDialog runId={view.runId} onClose={close} /> : null}
    </>
  );
}
