'use client';

import type { FormEvent } from 'react';
import { useViewer } from '@/components/account/viewer';
import { faultsOf, passwordOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { say } from '@/components/ui/say';
import { PASSWORD_HINT } from '@/lib/domain/password-rule';
import { useChangePassword } from './use-people';

export function ProfilePanel() {
  const viewer = useViewer();
  const change = useChangePassword();
  const fault = faultsOf(change.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    change.mutate(
      {
        currentPassword: passwordOf(given, 'currentPassword'),
        newPassword: passwordOf(given, 'newPassword'),
      },
      {
        onSuccess: () => {
          form.reset();
          say('success', 'Password changed. All other sessions have ended.');
        },
      },
    );
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title="Profile">
        <DefinitionList
          className="sm:grid-cols-1"
          items={[
            { term: 'Signed in as', value: viewer.name },
            { term: 'Role', value: viewer.role },
            { term: 'Workspace', value: viewer.workspaceName },
          ]}
        />
      </Card>
      <Card title="Password" description="Changing it ends all your other sessions.">
        <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
          {change.isError ? <ProblemNotice error={change.error} /> : null}
          <Field id="password-current" label="Current password" fault={fault('currentPassword')}>
            {(control) => (
              <Input {...control} name="currentPassword" type="password" autoComplete="current-password" />
            )}
          </Field>
          <Field id="password-new" label="New password" hint={PASSWORD_HINT} fault={fault('newPassword')}>
            {(control) => (
              <Input {...control} name="newPassword" type="password" autoComplete="new-password" />
            )}
          </Field>
          <Button type="submit" variant="primary" className="self-start" busy={change.isPending}>
            Change password
          </Button>
        </form>
      </Card>
    </div>
  );
}
