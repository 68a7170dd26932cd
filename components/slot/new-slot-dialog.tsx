'use client';

import { useRouter } from 'next/navigation';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, textOf } from '@/components/api/form-values';
import { useCreateSlot } from '@/components/queries/use-slots';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import type { SlotKind } from '@/lib/domain/canary-state';
import { SLOT_KIND_WORDS } from '@/lib/view/canary/canary-words';

const KINDS: readonly SlotKind[] = ['rehearsal', 'production'];

/** Kind and key are for ever, so both are explained where they are chosen. */
export function NewSlotDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const create = useCreateSlot();
  const fault = faultsOf(create.error);
  const submit = (form: FormData) => {
    create.mutate(
      {
        name: textOf(form, 'name'),
        slug: textOf(form, 'slug'),
        kind: textOf(form, 'kind') as SlotKind,
        description: textOf(form, 'description'),
      },
      { onSuccess: (slot) => router.push(`/slots/${slot.id}`) },
    );
  };
  return (
    <FormDialog
      title="New slot"
      description="The place in your application that asks for a prompt. Its kind and its key never change."
      submitLabel="Make the slot"
      busy={create.isPending || create.isSuccess}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id="slot-name" label="Name" hint="As in Support answers" fault={fault('name')}>
        {(control) => <Input {...control} name="name" autoFocus />}
      </Field>
      <Field
        id="slot-slug"
        label="Key"
        hint="Lower-case words joined by hyphens, as in support-answers. Your code asks with the kind’s beginning before it: rehearsal.support-answers."
        fault={fault('slug')}
      >
        {(control) => (
          <Input {...control} name="slug" className="font-mono" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-medium text-[0.8125rem]">
          Kind <span className="font-normal text-ink-faint text-xs">for ever</span>
        </legend>
        <div className="grid gap-2">
          {KINDS.map((kind) => (
            <label
              key={kind}
              className="flex min-w-0 items-start gap-2.5 rounded-md border border-line-strong bg-surface px-3 py-2 text-[0.8125rem] has-checked:border-honey-line has-checked:bg-honey-wash"
            >
              <input
                type="radio"
                name="kind"
                value={kind}
                defaultChecked={kind === 'rehearsal'}
                className="mt-0.5 size-4 shrink-0 accent-honey"
              />
              <span className="min-w-0">
                <span className="block font-medium">{SLOT_KIND_WORDS[kind].word}</span>
                <span className="block text-ink-soft text-xs">{SLOT_KIND_WORDS[kind].meaning}</span>
              </span>
            </label>
          ))}
        </div>
        {fault('kind') ? <FaultLine>{fault('kind')}</FaultLine> : null}
      </fieldset>
      <Field id="slot-description" label="Description" optional fault={fault('description')}>
        {(control) => <Textarea {...control} name="description" />}
      </Field>
    </FormDialog>
  );
}
