'use client';

import { type ReactNode, useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { isEnded } from '@/lib/domain/run';
import type { ExploratoryStep } from '@/lib/view/exploratory-step';
import { BaselineDialog } from './baseline-dialog';
import { LearnAgainDialog } from './learn-again-dialog';
import { useNewestBaseline } from './use-newest-baseline';

interface NextOfExploratoryProps {
  readonly run: RunDetailView;
  readonly step: ExploratoryStep;
}

/** The step from an exploratory run to a prompt that can go live, with its button. */
export function NextOfExploratory({ run, step }: NextOfExploratoryProps) {
  const { mayExperiment } = useViewer();
  const [isOpen, setOpen] = useState(false);
  const baseline = useNewestBaseline(run.experimentId, step.kind === 'serialBaseline').data;
  const close = () => setOpen(false);
  if (step.kind === 'moreSerial')
    return (
      <Next words="The serial diagnosis is undecided. More serial examples may decide it.">
        <Button asChild size="sm" variant="primary">
          <Link href={`/experiments/${run.experimentId}`}>Open the experiment</Link>
        </Button>
      </Next>
    );
  if (step.kind === 'serialBaseline' && baseline && !isEnded(baseline.status))
    return (
      <Next words="The serial baseline is in progress. Its diagnosis appears here.">
        <Button asChild size="sm">
          <Link href={`/runs/${baseline.id}`}>Follow serial baseline</Link>
        </Button>
      </Next>
    );
  const isGo = step.kind === 'combee';
  return (
    <Next
      words={
        isGo
          ? 'The serial diagnosis says go, so a Combee run may teach a prompt that can go live.'
          : 'Next, a serial baseline: its diagnosis says whether parallel learning may be trusted here.'
      }
    >
      <Button
        size="sm"
        variant="primary"
        blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
        onClick={() => setOpen(true)}
      >
        {isGo ? 'Run Combee' : 'Run serial baseline'}
      </Button>
      {isOpen && isGo ? (
        <LearnAgainDialog run={run} traceSampleId={step.traceSampleId} onClose={close} />
      ) : null}
      {isOpen && !isGo ? <BaselineDialog run={run} onClose={close} /> : null}
    </Next>
  );
}

function Next({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <p>{words}</p>
      {children}
    </div>
  );
}
