'use client';

import { Stethoscope } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { SerialDiagnosis } from '@/lib/domain/serial-diagnosis';
import { useMakeDiagnosis } from './use-diagnoses';

interface DiagnoseButtonProps {
  readonly source:
    | Pick<Extract<SerialDiagnosis['source'], { kind: 'run' }>, 'kind' | 'runId'>
    | Pick<Extract<SerialDiagnosis['source'], { kind: 'imported' }>, 'kind' | 'importedRunId'>;
  readonly label?: string;
}

/** Asks once more; what that costs is said before. */
export function DiagnoseButton({ source, label = 'Diagnose again' }: DiagnoseButtonProps) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const make = useMakeDiagnosis();
  const [asks, setAsks] = useState(false);
  const curve = source.kind === 'run' ? { runId: source.runId } : { importedRunId: source.importedRunId };
  return (
    <>
      <Button blocked={mayExperiment ? undefined : NO_EXPERIMENTS} onClick={() => setAsks(true)}>
        <Stethoscope aria-hidden /> {label}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`${label}?`}
        confirmLabel="Diagnose"
        busy={make.isPending || make.isSuccess}
        onConfirm={() =>
          make.mutate(curve, {
            onError: tellProblem,
            onSuccess: ({ summary }) => router.push(`/diagnoses/${summary.id}`),
          })
        }
      >
        Each diagnosis without a go widens the bounds of the next one, and the newest one binds.
        {source.kind === 'run'
          ? ''
          : ' An imported curve has means only, so it is undecided here; single scores go through the API, and it opens no run.'}
      </ConfirmDialog>
    </>
  );
}
