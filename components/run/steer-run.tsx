'use client';

import { Pause, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Button, type ButtonProps } from '@/components/ui/button';
import type { RunView } from '@/lib/contracts/run-shapes';
import { isEnded } from '@/lib/domain/run';
import { ConfirmDialog } from './run-panels';
import { useControlRun } from './use-run';

interface SteerRunProps {
  readonly run: Pick<RunView, 'id' | 'label' | 'status' | 'control'>;
  /** Without words, for a row among rows: the name of each button says which run it is about. */
  readonly isSmall?: boolean;
}

/** Pause, resume and stop of a run that has not ended; nothing for one that has. */
export function SteerRun({ run, isSmall = false }: SteerRunProps) {
  const { mayExperiment } = useViewer();
  const control = useControlRun(run.id);
  const [asksStop, setAsksStop] = useState(false);
  if (isEnded(run.status)) return null;
  const send = (action: 'pause' | 'resume' | 'stop') =>
    control.mutate({ action }, { onError: tellProblem, onSettled: () => setAsksStop(false) });
  const common = (word: string): Omit<ButtonProps, 'children'> => ({
    disabled: control.isPending,
    blocked: mayExperiment ? undefined : NO_EXPERIMENTS,
    ...(isSmall ? { title: word } : {}),
    ...(isSmall ? { size: 'iconSm', 'aria-label': `${word} ${run.label}` } : {}),
  });
  return (
    <>
      {run.status === 'paused' || run.control === 'pause' ? (
        <Button key="resume" {...common('Resume')} variant="primary" onClick={() => send('resume')}>
          <Play aria-hidden /> {isSmall ? null : 'Resume'}
        </Button>
      ) : (
        <Button key="pause" {...common('Pause')} onClick={() => send('pause')}>
          <Pause aria-hidden /> {isSmall ? null : 'Pause'}
        </Button>
      )}
      <Button key="stop" {...common('Stop')} variant="danger" onClick={() => setAsksStop(true)}>
        <Square aria-hidden /> {isSmall ? null : 'Stop'}
      </Button>
      {asksStop ? (
        <ConfirmDialog
          open
          onOpenChange={setAsksStop}
          title="Stop this run?"
          confirmLabel="Stop the run"
          danger
          busy={control.isPending}
          onConfirm={() => send('stop')}
        >
          The current iteration ends, what was learned is measured and kept, and the run cannot go on
          afterwards. To go on later, pause it instead.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
