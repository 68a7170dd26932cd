'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { ApiProblem, callApi } from '@/components/api/client';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { confirmSignIn } from '@/lib/contracts/people';

/** True where a decision was refused only because the sign-in is too long ago. */
export function needsConfirming(error: unknown): boolean {
  return error instanceof ApiProblem && error.problem.code === 'SIGN_IN_STALE';
}

interface ConfirmDialogProps {
  /** What is decided once it is confirmed. */
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** "Confirm it is you": the password once more before a decision that takes a recent sign-in. */
export function ConfirmDialog({ onConfirmed, onClose }: ConfirmDialogProps) {
  const formId = useId();
  const confirm = useMutation({
    mutationFn: (password: string) => callApi(confirmSignIn, { body: { password } }),
    onSuccess: onConfirmed,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    confirm.mutate(typeof password === 'string' ? password : '');
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Confirm it is you"
      description="You signed in more than 15 minutes ago. Your password once more, and the decision is sent."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={confirm.isPending}>
            Confirm and decide
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {confirm.error ? <ProblemNotice error={confirm.error} /> : null}
        <Field
          id={`${formId}-password`}
          label="Password"
          hint="Without a password of yours here: sign out and sign in again."
          fault={faultsOf(confirm.error)('password')}
        >
          {(control) => (
            <Input {...control} autoFocus name="password" type="password" autoComplete="current-password" />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
