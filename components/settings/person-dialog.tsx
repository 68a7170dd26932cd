'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { SecretOnce } from '@/components/ui/secret-once';
import { ROLES, type Role } from '@/lib/domain/actor';
import { signInTogether } from './sign-in-together';
import { useInvitePerson } from './use-people';

export function PersonDialog({ onClose }: { onClose: () => void }) {
  const invite = useInvitePerson();
  const fault = faultsOf(invite.error);
  const submit = (form: FormData) => {
    invite.mutate({
      name: textOf(form, 'name'),
      email: textOf(form, 'email'),
      role: textOf(form, 'role') as Role,
    });
  };
  if (invite.data)
    return (
      <SecretOnce
        title={`${invite.data.person.name} can sign in`}
        what="the password"
        secret={invite.data.password ?? ''}
        together={signInTogether(invite.data.person.email, invite.data.password ?? '')}
        onClose={onClose}
      >
        Give this password to {invite.data.person.email} by a safe way. It is not shown again.
      </SecretOnce>
    );
  return (
    <FormDialog
      title="Add a person"
      description="A password is made for them and shown to you once."
      submitLabel="Add"
      busy={invite.isPending}
      error={invite.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id="person-name" label="Name" fault={fault('name')}>
        {(control) => <Input {...control} name="name" autoFocus />}
      </Field>
      <Field id="person-email" label="E-mail" fault={fault('email')}>
        {(control) => <Input {...control} name="email" type="email" />}
      </Field>
      <Field id="person-role" label="Role" fault={fault('role')}>
        {(control) => (
          <Select {...control} name="role" defaultValue="experimenter">
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
