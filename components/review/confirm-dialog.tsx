'use client';

import { useMutation } from '@tanstack/react-query';
import { ApiProblem, callApi } from '@/components/api/client';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, passwordOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { confirmSignIn } from '@/lib/contracts/people';

/** True where a decision was refused only because the sign-in is too long ago. */
export function needsConfirming(error: unknown): boolean {
  return error instanceof ApiProblem && error.problem.code === 'SIGN_IN_STALE';
}

interface ConfirmDialogProps {
  /** Carries the decision out. */
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** "Confirm it is you": the password once more before a decision that takes a recent sign-in. */
export function ConfirmDialog({ onConfirmed, onClose }: ConfirmDialogProps) {
  const confirm = useMutation({
    mutationFn: (password: string) => callApi(confirmSignIn, { body: { password } }),
    onSuccess: onConfirmed,
  });
  return (
    <FormDialog
      title="Confirm it is you"
      description="You signed in more than 15 minutes ago. Your password once more, and the decision is sent."
      submitLabel="Confirm and decide"
      busy={confirm.isPending}
      error={confirm.error}
      onSubmit={(form) => confirm.mutate(passwordOf(form, 'password'))}
      onClose={onClose}
    >
      <Field
        id="confirm-password"
        label="Password"
        hint="Without a password of yours here: sign out and sign in again."
        fault={faultsOf(confirm.error)('password')}
      >
        {(control) => (
          <Input {...control} autoFocus name="password" type="password" autoComplete="current-password" />
        )}
      </Field>
    </FormDialog>
  );
}
