'use client';

import { useId } from 'react';
import { FormDialog } from '@/components/api/form-dialog';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type Tagged, useTagSeveral, useTags } from './use-tags';

interface TagDialogProps {
  readonly of: Tagged;
  readonly ids: readonly string[];
  /** As in "Tags of 3 runs". */
  readonly title: string;
  /** Tags that all items have. */
  readonly shared: readonly string[];
  /** Tags that any item has. */
  readonly borne: readonly string[];
  readonly onClose: () => void;
}

/** Adds tags to the selected items and removes unticked ones. */
export function TagDialog({ of, ids, title, shared, borne, onClose }: TagDialogProps) {
  const inputId = useId();
  const known = useTags().data?.items ?? [];
  const change = useTagSeveral(of);
  const submit = (form: FormData) => {
    const add = String(form.get('add') ?? '')
      .split(',')
      .flatMap((word) => word.trim().toLowerCase() || []);
    const remove = borne.filter((word) => form.get(`take:${word}`) !== null && !add.includes(word));
    change.mutate({ ids, add, remove }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={title}
      submitLabel="Save the tags"
      busy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id={inputId} label="Give" hint="Commas part several tags; they are kept in lower case.">
        {(control) => (
          <Input {...control} name="add" list={`${inputId}-known`} placeholder="night shift, baseline" />
        )}
      </Field>
      <datalist id={`${inputId}-known`}>
        {known.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      {borne.length === 0 ? null : (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1 font-medium text-[0.8125rem]">Take away</legend>
          {borne.map((word) => (
            <Checkbox
              key={word}
              name={`take:${word}`}
              hint={shared.includes(word) ? undefined : 'on some of them'}
            >
              {word}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
