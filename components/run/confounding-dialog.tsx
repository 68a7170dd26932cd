'use client';

import { type FormEvent, useId } from 'react';
import { faultsOf, textOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { useAcknowledgeConfounding } from './use-confounding';

/** Somebody's word that a headline may stand although the proposer also serves; the run carries it for good. */
export function ConfoundingDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const formId = useId();
  const acknowledge = useAcknowledgeConfounding(runId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    acknowledge.mutate(textOf(new FormData(event.currentTarget), 'reason'), { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Let the headline stand?"
      description="The run and its reports then say that proposer and serving model are the same, with your name and reason, for good."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" busy={acknowledge.isPending}>
            Acknowledge it
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {acknowledge.isError ? <ProblemNotice error={acknowledge.error} /> : null}
        <Field
          id="confounding-reason"
          label="Reason"
          hint="Why one model in both roles does not make the gain, in at least 20 characters"
          fault={faultsOf(acknowledge.error)('reason')}
        >
          {(control) => <Textarea {...control} name="reason" />}
        </Field>
      </form>
    </Dialog>
  );
}
