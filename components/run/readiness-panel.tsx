'use client';

import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { MAY_NOT_ADMINISTER, NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { tellProblem } from '@/components/api/tell-problem';
import { CostHeadline } from '@/components/cost/headline';
import { SetProgressRow } from '@/components/fact/set-progress-row';
import { Badge } from '@/components/ui/badge';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
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
    <Card title="Speed claim" actions={readiness.data ? <MeasureButton view={readiness.data} /> : null}>
      {readiness.isPending ? <SkeletonRows label="Loading readiness" rows={1} /> : null}
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
  return (
    <div className="flex flex-col gap-3">
      {headline ? (
        <CostHeadline headline={headline} />
      ) : (
        <p className="flex items-center gap-2 text-[0.8125rem]">
          <Badge tone="honey">Not ready to be quoted</Badge>
          {struck ? <s className="numbers">{struck}</s> : null}
        </p>
      )}
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
      <Fold summary="Conditions">
        <Grounds view={view} isReady={headline !== null} />
      </Fold>
    </div>
  );
}

/** The three lights and what they lack. */
function Grounds({ view, isReady }: { view: ReadinessView; isReady: boolean }) {
  const plan = prepareMeasurePlan(view.estimate, false);
  const missesHardware = view.estimate?.parts.some(({ name }) => name === 'hardware') ?? false;
  return (
    <div className="flex flex-col gap-3 text-[0.8125rem] text-ink-soft">
      <p>{describeBaseline(view)}</p>
      {isReady ? null : (
        <p>
          {view.sentence}
          {struckRatio(view) && view.claim?.cost ? ` ${view.claim.cost.sentence}` : null}
        </p>
      )}
      {plan ? (
        <p>
          Measuring what is missing takes about <span className="numbers">{plan.total}</span>
          {missesHardware ? ', without other hardware' : ''}.
        </p>
      ) : null}
      <ul className="grid gap-3">
        {prepareLights(view).map((light) => (
          <ReadinessLight key={light.name} light={light} runId={view.runId} />
        ))}
      </ul>
      <Waiving view={view} />
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

function MeasureButton({ view }: { view: ReadinessView }) {
  const { mayExperiment } = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" blocked={mayExperiment ? undefined : NO_EXPERIMENTS} onClick={() => setIsOpen(true)}>
        <Gauge aria-hidden /> Measure readiness
      </Button>
      {isOpen ? <MeasureReadinessDialog view={view} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function Waiving({ view }: { view: ReadinessView }) {
  const { mayAdminister } = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  const hardware = view.lights.find(({ name }) => name === 'hardware')?.state;
  if (hardware === 'green' || hardware === 'waived') return null;
  const noWaiver = view.practice
    ? 'Numbers of the practice model are a rehearsal: there is no hardware class to waive.'
    : mayAdminister
      ? undefined
      : MAY_NOT_ADMINISTER;
  return (
    <div>
      <Button size="sm" blocked={blockedBy(noWaiver)} onClick={() => setIsOpen(true)}>
        Waive other hardware
      </Button>
      {noWaiver ? (
        <p className="mt-1 text-ink-faint text-xs">Waiving is not possible here. {noWaiver}</p>
      ) : null}
      {isOpen ? <WaiverDialog runId={view.runId} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}
