'use client';

import { useId } from 'react';
import { useViewer } from '@/components/account/viewer';
import { FormDialog } from '@/components/api/form-dialog';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { say } from '@/components/ui/say';
import type { ListName } from '@/lib/contracts/saved-views';
import { may } from '@/lib/policy/roles';
import { useCreateView } from './use-saved-views';

interface SaveViewDialogProps {
  readonly list: ListName;
  readonly address: string;
  readonly onClose: () => void;
}

/** Saves the current list as a named view. */
export function SaveViewDialog({ list, address, onClose }: SaveViewDialogProps) {
  const nameId = useId();
  const { role } = useViewer();
  const create = useCreateView(list);
  const submit = (form: FormData) =>
    create.mutate(
      {
        name: String(form.get('name') ?? ''),
        address,
        isShared: form.get('shared') !== null,
        isDefault: form.get('default') !== null,
      },
      {
        onSuccess: ({ name }) => {
          say('success', `The view ${name} is saved.`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title="Save this view"
      description="Filters, order and columns as they stand now, under a name."
      submitLabel="Save the view"
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id={nameId} label="Name">
        {(control) => <Input {...control} name="name" placeholder="Best of this week" />}
      </Field>
      {may(role, 'discuss') ? <Checkbox name="shared">Share it with the workspace</Checkbox> : null}
      <Checkbox name="default">Open the list with it</Checkbox>
    </FormDialog>
  );
}
