'use client';

import { ReasonDialog } from '@/components/api/reason-dialog';
import type { SweepCellView } from '@/lib/contracts/sweeps';
import { ARM_WORDS } from '@/lib/view/sweep-words';
import { useRetryCell } from './use-sweeps';

interface RetryDialogProps {
  readonly sweepId: string;
  readonly cell: SweepCellView;
  readonly onClose: () => void;
}

/** A lost cell gets another run; the reason is kept with the attempt. */
export function RetryDialog({ sweepId, cell, onClose }: RetryDialogProps) {
  const retry = useRetryCell(sweepId);
  return (
    <ReasonDialog
      title={`Start ${ARM_WORDS[cell.arm].name.toLowerCase()}, seed ${cell.seed}, again`}
      description="It gets another run with the same settings and seed. What the first one used stays charged to the budget."
      submitLabel="Start again"
      hint="Kept with the attempt"
      sending={retry}
      onReason={(reason) => retry.mutate({ cellId: cell.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
