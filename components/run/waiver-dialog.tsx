'use client';

import { type FormEvent, useId } from 'react';
import { faultsOf, textOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { useWaiveHardware } from './use-readiness';

/** An owner's word that one hardware class has to do; the claim carries it for good. */
export function WaiverDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const formId = useId();
  const waive = useWaiveHardware(runId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    waive.mutate(textOf(new FormData(event.currentTarget), 'reason'), { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Waive other hardware?"
      description="The claim then says “single hardware class”, with your name and reason, for good."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" busy={waive.isPending}>
            Waive it
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {waive.isError ? <ProblemNotice error={waive.error} /> : null}
        <Field
          id="waiver-reason"
          label="Reason"
          hint="Why one hardware class has to do, in at least 20 characters"
          fault={faultsOf(waive.error)('reason')}
        >
          {(control) => <Textarea {...control} name="reason" />}
        </Field>
      </form>
    </Dialog>
  );
}
