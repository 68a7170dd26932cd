'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { useAcknowledgeConfounding } from './use-confounding';

/** Somebody's word that a headline may stand although the proposer also serves; the run carries it for good. */
export function ConfoundingDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const acknowledge = useAcknowledgeConfounding(runId);
  const submit = (form: FormData) => {
    acknowledge.mutate(textOf(form, 'reason'), { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Let the headline stand?"
      description="The run and its reports then say that proposer and serving model are the same, with your name and reason, for good."
      submitLabel="Acknowledge it"
      danger
      busy={acknowledge.isPending}
      error={acknowledge.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        id="confounding-reason"
        label="Reason"
        hint="Why one model in both roles does not make the gain, in at least 20 characters"
        fault={faultsOf(acknowledge.error)('reason')}
      >
        {(control) => <Textarea {...control} name="reason" />}
      </Field>
    </FormDialog>
  );
}
