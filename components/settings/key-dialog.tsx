'use client';

import { faultsOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import type { CreateKeyInput } from '@/lib/contracts/keys';
import { ROLES, type Role } from '@/lib/domain/actor';
import { RUNNER_RIGHTS } from '@/lib/view/key-words';
import { NewKeyDialog } from './new-key-dialog';
import { useCreateKey } from './use-keys';

/** A runner's key has a scope and the least role. */
const rightsIn = (chosen: string): Pick<CreateKeyInput, 'role' | 'scopes'> =>
  chosen === RUNNER_RIGHTS
    ? { role: 'viewer', scopes: ['rollouts:run'] }
    : { role: chosen as Role, scopes: [] };

export function KeyDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateKey();
  return (
    <NewKeyDialog
      title="New API key"
      secretTitle="Your new key"
      nameHint="nightly sweep"
      create={create}
      onSubmit={(basics, form) => create.mutate({ ...basics, ...rightsIn(textOf(form, 'role')) })}
      onClose={onClose}
    >
      <Field
        id="key-role"
        label="Permissions"
        hint="The least that the job needs"
        fault={faultsOf(create.error)('role')}
      >
        {(control) => (
          <Select {...control} name="role" defaultValue="experimenter">
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
            <option>{RUNNER_RIGHTS}</option>
          </Select>
        )}
      </Field>
    </NewKeyDialog>
  );
}
