'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import type { SweepCellView } from '@/lib/contracts/sweeps';
import { ARM_WORDS } from '@/lib/view/sweep-words';
import { useRetryCell } from './use-sweeps';

interface RetryDialogProps {
  readonly sweepId: string;
  readonly cell: SweepCellView;
  readonly onClose: () => void;
}

/** A lost cell gets another run; the reason is kept, so that nobody wonders later why there were two. */
export function RetryDialog({ sweepId, cell, onClose }: RetryDialogProps) {
  const retry = useRetryCell(sweepId);
  const fault = faultsOf(retry.error);
  const submit = (form: FormData) => {
    const reason = textOf(form, 'reason');
    retry.mutate({ cellId: cell.id, reason }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Start ${ARM_WORDS[cell.arm].name.toLowerCase()}, seed ${cell.seed}, again`}
      description="It gets another run with the same settings and seed. What the first one used stays charged to the budget."
      submitLabel="Start again"
      busy={retry.isPending}
      error={retry.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id="retry-reason" label="Reason" hint="Kept with the attempt" fault={fault('reason')}>
        {(control) => <Textarea {...control} name="reason" />}
      </Field>
    </FormDialog>
  );
}
