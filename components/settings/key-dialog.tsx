'use client';

import { faultsOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { ROLES, type Role } from '@/lib/domain/actor';
import { NewKeyDialog } from './new-key-dialog';
import { useCreateKey } from './use-keys';

export function KeyDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateKey();
  return (
    <NewKeyDialog
      title="New API key"
      secretTitle="Your new key"
      nameHint="nightly sweep"
      create={create}
      onSubmit={(basics, form) => create.mutate({ ...basics, role: textOf(form, 'role') as Role })}
      onClose={onClose}
    >
      <Field
        id="key-role"
        label="Role"
        hint="The least that the job needs"
        fault={faultsOf(create.error)('role')}
      >
        {(control) => (
          <Select {...control} name="role" defaultValue="experimenter">
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </Select>
        )}
      </Field>
    </NewKeyDialog>
  );
}
