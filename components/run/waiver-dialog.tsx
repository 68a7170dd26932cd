'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { useWaiveHardware } from './use-readiness';

/** An owner's word that one hardware class has to do; the claim carries it for good. */
export function WaiverDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const waive = useWaiveHardware(runId);
  const submit = (form: FormData) => {
    waive.mutate(textOf(form, 'reason'), { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Waive other hardware?"
      description="The claim then says “single hardware class”, with your name and reason, for good."
      submitLabel="Waive it"
      danger
      busy={waive.isPending}
      error={waive.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        id="waiver-reason"
        label="Reason"
        hint="Why one hardware class has to do, in at least 20 characters"
        fault={faultsOf(waive.error)('reason')}
      >
        {(control) => <Textarea {...control} name="reason" />}
      </Field>
    </FormDialog>
  );
}
