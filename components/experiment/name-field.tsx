'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useDraft } from './draft-field';

/** Filled with a free name, which follows the data set until another one is typed. */
export function NameField() {
  const { draft, setValue, fault } = useDraft();
  return (
    <Field id="exp-name" label="Name" fault={fault('name')}>
      {(control) => (
        <Input
          {...control}
          value={draft.name ?? ''}
          onChange={({ target }) => setValue('name', target.value)}
        />
      )}
    </Field>
  );
}
