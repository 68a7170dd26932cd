'use client';

import { useId, useState } from 'react';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { useReviewSteps } from './use-review';

/** Back to draft, with a reason that stays. */
export function ReopenDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const formId = useId();
  const { reopen } = useReviewSteps(reportId);
  const [note, setNote] = useState('');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Take it back to draft"
      description="What was decided no longer counts; the history keeps it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={reopen.isPending}
            onClick={() => reopen.mutate({ note }, { onSuccess: onClose })}
          >
            Back to draft
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {reopen.error ? <ProblemNotice error={reopen.error} /> : null}
        <Field id={`${formId}-note`} label="Reason" fault={faultsOf(reopen.error)('note')}>
          {(control) => (
            <Textarea {...control} autoFocus value={note} onChange={(event) => setNote(event.target.value)} />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
