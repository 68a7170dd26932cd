'use client';

import { type FormEvent, useId } from 'react';
import { faultsOf, textOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
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
  const formId = useId();
  const retry = useRetryCell(sweepId);
  const fault = faultsOf(retry.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = textOf(new FormData(event.currentTarget), 'reason');
    retry.mutate({ cellId: cell.id, reason }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Start ${ARM_WORDS[cell.arm].name.toLowerCase()}, seed ${cell.seed}, again`}
      description="It gets another run with the same settings and seed. What the first one used stays charged to the budget."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={retry.isPending}>
            Start again
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {retry.isError ? <ProblemNotice error={retry.error} /> : null}
        <Field id="retry-reason" label="Reason" hint="Kept with the attempt" fault={fault('reason')}>
          {(control) => <Textarea {...control} name="reason" />}
        </Field>
      </form>
    </Dialog>
  );
}
