'use client';

import { X } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useCancelScoring } from './use-trace-scorings';

interface CancelScoringProps {
  readonly scoringId: string;
  readonly title: string;
}

/** Cancels a scoring at work, after a question; nothing for those who may not. */
export function CancelScoring({ scoringId, title }: CancelScoringProps) {
  const { mayExperiment } = useViewer();
  const cancel = useCancelScoring(scoringId);
  const [asks, setAsks] = useState(false);
  if (!mayExperiment) return null;
  return (
    <>
      <Button size="sm" aria-label={`Cancel: ${title}`} onClick={() => setAsks(true)}>
        <X aria-hidden /> Cancel
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Cancel ${title}?`}
        confirmLabel="Cancel scoring"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onError: tellProblem, onSettled: () => setAsks(false) })}
      >
        Scores so far are kept. The other traces can be scored later.
      </ConfirmDialog>
    </>
  );
}
