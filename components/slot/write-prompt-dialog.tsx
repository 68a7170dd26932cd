'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ServedPromptView } from '@/lib/contracts/slot-prompts';
import { useSlotPrompt, useWritePrompt } from './use-slot-prompts';

interface WritePromptDialogProps {
  readonly slotId: string;
  /** The newest version, which the text begins with; null where there is none. */
  readonly basis: ServedPromptView | null;
  readonly onClose: () => void;
}

export function WritePromptDialog({ slotId, basis, onClose }: WritePromptDialogProps) {
  const write = useWritePrompt(slotId);
  const known = useSlotPrompt(slotId, basis?.promptId ?? null);
  const submit = (form: FormData) => {
    const text = form.get('text');
    write.mutate(
      { text: typeof text === 'string' ? text : '', basedOn: basis?.promptId ?? null },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      shape="wide"
      title="Write a version"
      description={
        basis === null
          ? 'The text that your code serves today. You count as its author and cannot approve it.'
          : `Begins with version ${basis.version}, whose authors stay authors. Each editor counts as one too and cannot approve it.`
      }
      submitLabel="Add the version"
      busy={write.isPending}
      error={write.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {basis !== null && known.data === undefined ? (
        <SkeletonRows label="Reading the newest version" rows={4} />
      ) : (
        <Field id="written-prompt" label="Prompt" fault={faultsOf(write.error)('text')}>
          {(control) => (
            <Textarea
              {...control}
              name="text"
              autoFocus
              spellCheck={false}
              className="min-h-72 font-mono text-xs"
              defaultValue={known.data?.text ?? ''}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
