'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { ROLES, type Role } from '@/lib/domain/actor';
import { SecretOnce } from './secret-once';
import { useCreateKey } from './use-keys';

export function KeyDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateKey();
  const fault = faultsOf(create.error);
  const submit = (form: FormData) => {
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
    <FormDialog
      title="New API key"
      submitLabel="Make the key"
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
