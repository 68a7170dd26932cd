'use client';

import { type FormEvent, useId } from 'react';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { ROLES, type Role } from '@/lib/domain/actor';
import { SecretOnce } from './secret-once';
import { useCreateKey } from './use-keys';

export function KeyDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const create = useCreateKey();
  const fault = faultsOf(create.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    create.mutate({
      name: textOf(form, 'name'),
      role: textOf(form, 'role') as Role,
      expiresInDays: numberOf(form, 'expiresInDays'),
    });
  };
  if (create.data)
    return (
      <SecretOnce title="Your new key" what="the key" secret={create.data.secret} onClose={onClose}>
        Copy it now. Waggle keeps only a hash of it and cannot show it again.
      </SecretOnce>
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New API key"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={create.isPending}>
            Make the key
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {create.isError ? <ProblemNotice error={create.error} /> : null}
        <Field id="key-name" label="Name" hint="What uses it, as in nightly sweep" fault={fault('name')}>
          {(control) => <Input {...control} name="name" autoFocus />}
        </Field>
        <Field id="key-role" label="Role" hint="The least that the job needs" fault={fault('role')}>
          {(control) => (
            <Select {...control} name="role" defaultValue="experimenter">
              {ROLES.map((role) => (
                <option key={role}>{role}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          id="key-days"
          label="Ends after days"
          optional
          hint="Empty: until revoked"
          fault={fault('expiresInDays')}
        >
          {(control) => <Input {...control} name="expiresInDays" type="number" min="1" />}
        </Field>
      </form>
    </Dialog>
  );
}
