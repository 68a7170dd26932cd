'use client';

import { type ReactNode, useId } from 'react';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { FormDialog } from './form-dialog';
import { faultsOf, textOf } from './form-values';

interface ReasonDialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly closeLabel?: string;
  readonly hint?: string;
  readonly optional?: boolean;
  /** How the API calls the reason. */
  readonly name?: string;
  /** The mutation that the reason goes to. */
  readonly sending: { readonly isPending: boolean; readonly error: unknown };
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** A step that asks for a reason, which is kept with it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { hint, optional = false, name = 'reason', sending, onReason, ...dialog } = props;
  return (
    <FormDialog
      {...dialog}
      busy={sending.isPending}
      error={sending.error}
      onSubmit={(form) => onReason(textOf(form, name))}
    >
      <Field
        id={useId()}
        label="Reason"
        hint={hint}
        optional={optional}
        fault={faultsOf(sending.error)(name)}
      >
        {(control) => <Textarea {...control} autoFocus name={name} />}
      </Field>
    </FormDialog>
  );
}
