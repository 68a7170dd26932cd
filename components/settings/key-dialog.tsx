'use client';

import { faultsOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import type { CreateKeyInput } from '@/lib/contracts/keys';
import { type KeyScope, ROLES, type Role } from '@/lib/domain/actor';
import { RUNNER_RIGHTS, TRACE_RIGHTS } from '@/lib/view/key-words';
import { NewKeyDialog } from './new-key-dialog';
import { useCreateKey } from './use-keys';

/** A key for one thing has a scope and the least role. */
const SCOPED: Readonly<Record<string, KeyScope>> = {
  [RUNNER_RIGHTS]: 'rollouts:run',
  [TRACE_RIGHTS]: 'traces:write',
};

function rightsIn(chosen: string): Pick<CreateKeyInput, 'role' | 'scopes'> {
  const scope = SCOPED[chosen];
  return scope === undefined ? { role: chosen as Role, scopes: [] } : { role: 'viewer', scopes: [scope] };
}

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
            {Object.keys(SCOPED).map((rights) => (
              <option key={rights}>{rights}</option>
            ))}
          </Select>
        )}
      </Field>
    </NewKeyDialog>
  );
}
