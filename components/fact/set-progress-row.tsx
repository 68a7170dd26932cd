'use client';

import { CircleStop, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Progress } from '@/components/ui/progress';
import type { SetProgressView } from '@/lib/contracts/set-progress';
import { endedWords, usedWords } from '@/lib/view/set-progress-words';

interface SetProgressRowProps {
  readonly progress: SetProgressView;
  readonly busy: boolean;
  readonly onControl: (action: 'pause' | 'resume' | 'stop') => void;
}

/** Several runs as one: how far, what they used, and one word to all of them. */
export function SetProgressRow({ progress, busy, onControl }: SetProgressRowProps) {
  const { mayExperiment } = useViewer();
  const [asksStop, setAsksStop] = useState(false);
  const { runs, ended, paused } = progress;
  const open = runs - ended;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="numbers min-w-0 flex-1 text-[0.8125rem]">{endedWords(progress)}</span>
        {mayExperiment && paused > 0 ? (
          <Button size="sm" disabled={busy} onClick={() => onControl('resume')}>
            <Play aria-hidden /> Resume
          </Button>
        ) : null}
        {mayExperiment && open > paused ? (
          <Button size="sm" disabled={busy} onClick={() => onControl('pause')}>
            <Pause aria-hidden /> Pause
          </Button>
        ) : null}
        {mayExperiment && open > 0 ? (
          <Button size="sm" variant="ghost" disabled={busy} onClick={() => setAsksStop(true)}>
            <CircleStop aria-hidden /> Stop all
          </Button>
        ) : null}
      </div>
      <Progress label="Runs that have ended" value={ended} max={runs} tone={open === 0 ? 'good' : 'honey'} />
      <p className="numbers text-ink-faint text-xs">{usedWords(progress)}</p>
      <ConfirmDialog
        open={asksStop}
        onOpenChange={setAsksStop}
        title="Stop all runs?"
        confirmLabel="Stop all runs"
        danger
        busy={busy}
        onConfirm={() => {
          setAsksStop(false);
          onControl('stop');
        }}
      >
        Each run ends after its iteration and keeps what was answered. This cannot be taken back.
      </ConfirmDialog>
    </div>
  );
}
