'use client';

import { type FormEvent, type ReactNode, useId } from 'react';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ProblemNotice } from './problem-notice';

interface FormDialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly shape?: 'box' | 'wide';
  /** On the button that sends it. */
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly closeLabel?: string;
  readonly busy: boolean;
  /** Why it cannot be sent now; the form shows it, too. */
  readonly blocked?: string | undefined;
  /** Why the last sending failed; null where it did not. */
  readonly error: unknown;
  readonly onSubmit: (fields: FormData, form: HTMLFormElement) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog that is open while it is drawn. The server checks what is sent, so the browser does not. */
export function FormDialog(props: FormDialogProps) {
  const formId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React lets it rise to the form that the dialog was opened from, which must not be sent with it.
    event.stopPropagation();
    props.onSubmit(new FormData(event.currentTarget), event.currentTarget);
  };
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      shape={props.shape ?? 'box'}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button onClick={props.onClose}>{props.closeLabel ?? 'Cancel'}</Button>
          <Button
            type="submit"
            form={formId}
            variant={props.danger ? 'danger' : 'primary'}
            busy={props.busy}
            blocked={blockedBy(props.blocked)}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {props.error ? <ProblemNotice error={props.error} /> : null}
        {props.children}
      </form>
    </Dialog>
  );
}
