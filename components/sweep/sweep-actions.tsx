'use client';

import { CircleStop, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { SweepView } from '@/lib/contracts/sweeps';
import { useControlSweep } from './use-sweeps';

/** Pause, resume and cancel; a cancel is asked for twice, since it cannot be taken back. */
export function SweepActions({ sweep }: { sweep: SweepView }) {
  const { mayExperiment } = useViewer();
  const control = useControlSweep(sweep.id);
  const [asks, setAsks] = useState(false);
  if (!mayExperiment || (sweep.status !== 'running' && sweep.status !== 'paused')) return null;
  const say = (action: 'pause' | 'resume' | 'cancel') =>
    control.mutate(action, { onError: tellProblem, onSettled: () => setAsks(false) });
  // Runs may have been paused by themselves, for a provider that is away.
  const canResume = sweep.status === 'paused' || sweep.cells.some(({ status }) => status === 'paused');
  return (
    <>
      {canResume ? (
        <Button variant="primary" busy={control.isPending} onClick={() => say('resume')}>
          <Play aria-hidden /> Resume
        </Button>
      ) : null}
      {sweep.status === 'running' ? (
        <Button busy={control.isPending} onClick={() => say('pause')}>
          <Pause aria-hidden /> Pause
        </Button>
      ) : null}
      <Button variant="danger" onClick={() => setAsks(true)}>
        <CircleStop aria-hidden /> Cancel sweep
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Cancel ${sweep.name}?`}
        confirmLabel="Cancel the sweep"
        danger
        busy={control.isPending}
        onConfirm={() => say('cancel')}
      >
        {sweep.counts.waiting} waiting cells will never start, and {sweep.counts.going} runs end after the
        iteration that they are in. What has been answered is kept. This cannot be taken back.
      </ConfirmDialog>
    </>
  );
}
