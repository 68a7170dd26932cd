'use client';

import type { ReactNode } from 'react';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { SecretOnce } from '@/components/ui/secret-once';

/** Fields of every new key, whatever it may do. */
export interface KeyBasics {
  readonly name: string;
  readonly expiresInDays: number | null;
}

interface NewKeyDialogProps {
  readonly title: string;
  readonly secretTitle: string;
  /** Example of its user. */
  readonly nameHint: string;
  /** The making of it: how far that is. */
  readonly create: {
    readonly data: { readonly secret: string } | undefined;
    readonly isPending: boolean;
    readonly error: unknown;
  };
  readonly onSubmit: (basics: KeyBasics, form: FormData) => void;
  readonly onClose: () => void;
  /** The fields that say what it may do. */
  readonly children: ReactNode;
}

/** Makes a key of any kind, and shows its secret once. */
export function NewKeyDialog(props: NewKeyDialogProps) {
  const { create, onSubmit, onClose } = props;
  const fault = faultsOf(create.error);
  if (create.data)
    return (
      <SecretOnce title={props.secretTitle} what="the key" secret={create.data.secret} onClose={onClose}>
        Copy it now. Waggle keeps only a hash of it and cannot show it again.
      </SecretOnce>
    );
  return (
    <FormDialog
      title={props.title}
      submitLabel="Make the key"
      busy={create.isPending}
      error={create.error}
      onSubmit={(form) =>
        onSubmit({ name: textOf(form, 'name'), expiresInDays: numberOf(form, 'expiresInDays') }, form)
      }
      onClose={onClose}
    >
      <Field id="key-name" label="Name" hint={`What uses it, as in ${props.nameHint}`} fault={fault('name')}>
        {(control) => <Input {...control} name="name" autoFocus />}
      </Field>
      {props.children}
      <Field
        id="key-days"
        label="Days until it ends"
        optional
        hint="Empty: until revoked"
        fault={fault('expiresInDays')}
      >
        {(control) => <Input {...control} name="expiresInDays" type="number" min="1" />}
      </Field>
    </FormDialog>
  );
}
