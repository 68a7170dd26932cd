'use client';

import type { ReactNode } from 'react';
import { FaultLine } from '@/components/ui/fault-line';
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

type SwitchKey = {
  [Key in keyof ExperimentDraft]: ExperimentDraft[Key] extends boolean ? Key : never;
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

interface DraftSwitchProps {
  readonly form: DraftForm;
  readonly name: SwitchKey;
  readonly path: string;
  readonly label: string;
  /** One sentence: what it does. */
  readonly hint: string;
  /** What is asked for while it is on. */
  readonly children?: ReactNode;
}

export function DraftSwitch({ form, name, path, label, hint, children }: DraftSwitchProps) {
  const id = `exp-${name}`;
  const isOn = form.draft[name];
  // What is wrong with a part of it stands at that part.
  const fault = isOn && children ? undefined : form.fault(path);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex min-w-0 items-start gap-2.5">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-honey"
          checked={isOn}
          aria-describedby={fault ? `${id}-hint ${id}-fault` : `${id}-hint`}
          aria-invalid={fault ? true : undefined}
          onChange={(event) => form.change({ [name]: event.target.checked })}
        />
        <div className="min-w-0">
          <label htmlFor={id} className="font-medium text-[0.8125rem] text-ink">
            {label}
          </label>
          <p id={`${id}-hint`} className="text-ink-faint text-xs">
            {hint}
          </p>
          {fault ? <FaultLine id={`${id}-fault`}>{fault}</FaultLine> : null}
        </div>
      </div>
      {isOn && children ? <div className="pl-6.5">{children}</div> : null}
    </div>
  );
}
