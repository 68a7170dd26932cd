'use client';

import { useState } from 'react';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';

interface EditLineDialogProps {
  readonly bulletId: string;
  readonly text: string;
  readonly isPinned: boolean;
  /** The mutation that the text goes to. */
  readonly sending: { readonly isPending: boolean; readonly error: unknown };
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** A person's text for one line of a playbook. */
export function EditLineDialog({ bulletId, text, isPinned, sending, onText, onClose }: EditLineDialogProps) {
  const [written, setWritten] = useState(text);
  return (
    <FormDialog
      shape="wide"
      title={`Edit ${bulletId}`}
      submitLabel="Save line"
      busy={sending.isPending}
      error={sending.error}
      onSubmit={() => onText(written)}
      onClose={onClose}
    >
      <Field
        id="line-text"
        label="Text of the line"
        hint={
          isPinned
            ? 'The line is pinned, so every later version keeps this text.'
            : 'Later iterations may reword the line. Pin the line to keep this text.'
        }
        fault={faultsOf(sending.error)('text')}
      >
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            rows={4}
            value={written}
            // A line of a playbook has no line breaks.
            onChange={(event) => setWritten(event.target.value.replaceAll('\n', ' '))}
          />
        )}
      </Field>
    </FormDialog>
  );
}
