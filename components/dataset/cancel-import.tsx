'use client';

import { X } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useCancelImport } from './use-dataset-imports';

interface CancelImportProps {
  readonly importId: string;
  readonly title: string;
}

/** Cancels an import that is going on, after a question; nothing for those who may not. */
export function CancelImport({ importId, title }: CancelImportProps) {
  const { mayExperiment } = useViewer();
  const cancel = useCancelImport(importId);
  const [asks, setAsks] = useState(false);
  if (!mayExperiment) return null;
  return (
    <>
      <Button size="sm" aria-label={`Cancel import of ${title}`} onClick={() => setAsks(true)}>
        <X aria-hidden /> Cancel
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Cancel the import of ${title}?`}
        confirmLabel="Cancel import"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onError: tellProblem, onSettled: () => setAsks(false) })}
      >
        Nothing of it is kept. The files can be imported again.
      </ConfirmDialog>
    </>
  );
}
