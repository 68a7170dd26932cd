'use client';

import { type ReactNode, use } from 'react';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import type { ExperimentDraft } from '@/lib/view/experiment-draft';
import { DraftContext } from './draft-context';

export function useDraft() {
  const form = use(DraftContext);
  if (form === null) throw new Error('A field of an experiment is drawn within its form.');
  return form;
}

type KeyOf<Value> = {
  [Key in keyof ExperimentDraft]: ExperimentDraft[Key] extends Value ? Key : never;
}[keyof ExperimentDraft];
type TextKey = KeyOf<string>;

interface DraftFieldProps {
  readonly name: TextKey;
  /** Its place in the request, where that has another name. */
  readonly path?: string;
  readonly label: string;
  readonly hint?: string;
  readonly optional?: boolean;
}

export function DraftNumber({ name, path = name, ...words }: DraftFieldProps) {
  const { register, fault } = useDraft();
  return (
    <Field id={`exp-${name}`} {...words} fault={fault(path)}>
      {(control) => <Input {...control} {...register(name)} type="number" step="any" inputMode="decimal" />}
    </Field>
  );
}

export function DraftText({ name, path = name, ...words }: DraftFieldProps) {
  const { register, fault } = useDraft();
  return (
    <Field id={`exp-${name}`} {...words} fault={fault(path)}>
      {(control) => <Input {...control} {...register(name)} />}
    </Field>
  );
}

interface DraftAreaProps extends DraftFieldProps {
  /** A prompt, so in the type of code and of some lines. */
  readonly isPrompt?: boolean;
}

export function DraftArea({ name, path = name, isPrompt, ...words }: DraftAreaProps) {
  const { register, fault } = useDraft();
  return (
    <Field id={`exp-${name}`} {...words} fault={fault(path)}>
      {(control) => (
        <Textarea
          {...control}
          {...register(name)}
          {...(isPrompt ? { rows: 4, className: 'font-mono' } : {})}
        />
      )}
    </Field>
  );
}

/** Its value is set with each drawing: a browser drops a choice whose option is not there yet. */
export function DraftSelect({
  name,
  path = name,
  children,
  ...words
}: DraftFieldProps & { children: ReactNode }) {
  const { draft, setValue, fault } = useDraft();
  return (
    <Field id={`exp-${name}`} {...words} fault={fault(path)}>
      {(control) => (
        <Select {...control} value={draft[name]} onChange={({ target }) => setValue(name, target.value)}>
          {children}
        </Select>
      )}
    </Field>
  );
}

interface DraftSwitchProps {
  readonly name: KeyOf<boolean>;
  readonly path?: string;
  readonly label: string;
  /** One sentence: what it does. */
  readonly hint: string;
  /** Fields that are shown while it is on. */
  readonly children?: ReactNode;
}

export function DraftSwitch({ name, path = name, label, hint, children }: DraftSwitchProps) {
  const form = useDraft();
  const id = `exp-${name}`;
  const isOn = form.draft[name];
  // A fault of its parts is shown at the part.
  const fault = isOn && children ? undefined : form.fault(path);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex min-w-0 items-start gap-2.5">
        <input
          {...form.register(name)}
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-honey"
          aria-describedby={fault ? `${id}-hint ${id}-fault` : `${id}-hint`}
          aria-invalid={fault ? true : undefined}
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
