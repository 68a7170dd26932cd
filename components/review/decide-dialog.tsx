'use client';

import { useId, useState } from 'react';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import type { ReportReviewView } from '@/lib/contracts/reviews';
import type { ReviewDecision } from '@/lib/domain/review';
import { ConfirmDialog, needsConfirming } from './confirm-dialog';
import { useReviewSteps } from './use-review';

interface DecideDialogProps {
  /** As it was when the dialog opened: the decision binds the content that was read, not what came since. */
  readonly review: ReportReviewView;
  readonly onClose: () => void;
}

export function DecideDialog({ review, onClose }: DecideDialogProps) {
  const formId = useId();
  const { decide } = useReviewSteps(review.reportId);
  const [read] = useState(review);
  const [note, setNote] = useState('');
  const send = (decision: ReviewDecision) =>
    decide.mutate({ decision, note, hash: read.hash }, { onSuccess: onClose });
  const chosen = decide.variables?.decision;
  if (chosen && needsConfirming(decide.error))
    return <ConfirmDialog onConfirmed={() => send(chosen)} onClose={() => decide.reset()} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Decide on version ${read.version}`}
      description="Your decision binds exactly the content with this hash and stays in the history."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={decide.isPending && chosen === 'rejected'}
            disabled={decide.isPending}
            onClick={() => send('rejected')}
          >
            Reject
          </Button>
          <Button
            variant="primary"
            busy={decide.isPending && chosen === 'accepted'}
            disabled={decide.isPending}
            onClick={() => send('accepted')}
          >
            Accept
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {decide.error ? <ProblemNotice error={decide.error} /> : null}
        <p className="text-[0.8125rem]">
          <span className="text-ink-faint">Content </span>
          <code className="break-all font-mono text-xs">{read.hash}</code>
        </p>
        <Field
          id={`${formId}-note`}
          label="Note"
          hint="A rejection says what has to change; an acceptance may say what convinced you."
          fault={faultsOf(decide.error)('note')}
        >
          {(control) => (
            <Textarea {...control} autoFocus value={note} onChange={(event) => setNote(event.target.value)} />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
