'use client';

import type { ReactNode } from 'react';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import type { ExperimentDraft } from '@/lib/view/experiment-draft';

/** What every field of the form needs: the draft, how to change it, and what the server found wrong. */
export interface DraftForm {
  readonly draft: ExperimentDraft;
  readonly change: (part: Partial<ExperimentDraft>) => void;
  readonly fault: (path: string) => string | undefined;
}

type TextKey = {
  [Key in keyof ExperimentDraft]: ExperimentDraft[Key] extends string ? Key : never;
}[keyof ExperimentDraft];

interface DraftFieldProps {
  readonly form: DraftForm;
  readonly name: TextKey;
  /** Where the server looks for it. */
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly optional?: boolean;
}

export function DraftNumber({ form, name, path, label, hint, optional }: DraftFieldProps) {
  return (
    <Field id={`exp-${name}`} label={label} hint={hint} optional={optional ?? false} fault={form.fault(path)}>
      {(control) => (
        <Input
          {...control}
          type="number"
          step="any"
          inputMode="decimal"
          value={form.draft[name]}
          onChange={(event) => form.change({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
}

export function DraftText({ form, name, path, label, hint, optional }: DraftFieldProps) {
  return (
    <Field id={`exp-${name}`} label={label} hint={hint} optional={optional ?? false} fault={form.fault(path)}>
      {(control) => (
        <Input
          {...control}
          value={form.draft[name]}
          onChange={(event) => form.change({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
}

export function DraftSelect({
  form,
  name,
  path,
  label,
  hint,
  children,
}: DraftFieldProps & { children: ReactNode }) {
  return (
    <Field id={`exp-${name}`} label={label} hint={hint} fault={form.fault(path)}>
      {(control) => (
        <Select
          {...control}
          value={form.draft[name]}
          onChange={(event) => form.change({ [name]: event.target.value })}
        >
          {children}
        </Select>
      )}
    </Field>
  );
}
