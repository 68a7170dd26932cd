'use client';

import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useDraft } from './draft-field';

/**
 * Filled with a free name, which follows the data set until another one is typed. A name that is found while a person is in
 * the field waits until they leave it: it would stand before what they type.
 */
export function NameField() {
  const { draft, setValue, fault } = useDraft();
  const [onEntry, setOnEntry] = useState<string | null>(null);
  const name = draft.name ?? '';
  return (
    <Field id="exp-name" label="Name" fault={fault('name')}>
      {(control) => (
        <Input
          {...control}
          value={onEntry ?? name}
          onFocus={() => setOnEntry(name)}
          onBlur={() => setOnEntry(null)}
          onChange={({ target }) => {
            setOnEntry(null);
            setValue('name', target.value);
          }}
        />
      )}
    </Field>
  );
}
