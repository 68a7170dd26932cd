'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, type FieldControlProps } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import type { IntakeView } from '@/lib/contracts/intakes';
import type { Answers } from './use-intake-draft';

/** Inputs of every step: the answers, how to change them, and what is known or wrong about each. */
export interface StepForm {
  readonly answers: Answers;
  readonly reasons: Readonly<Record<string, string | undefined>>;
  readonly view: IntakeView;
  readonly change: (part: Partial<Answers>) => void;
  readonly setReason: (ruleId: string, reason: string) => void;
  readonly fault: (field: string) => string | undefined;
}

type KeyOf<Value> = {
  [Key in keyof Answers]-?: NonNullable<Answers[Key]> extends Value ? Key : never;
}[keyof Answers];
export type TextKey = KeyOf<string>;
export type NumberKey = KeyOf<number>;

interface FieldProps<Key> {
  readonly form: StepForm;
  readonly name: Key;
  readonly label: string;
  readonly hint?: string;
  readonly optional?: boolean;
}

/** A field with what is known of it: an offer with its source, never filled in by itself. */
export function KnownField({
  form,
  name,
  label,
  hint,
  optional,
  children,
}: FieldProps<keyof Answers> & { children: (control: FieldControlProps) => ReactNode }) {
  const answer = JSON.stringify(form.answers[name]);
  const offers = form.view.suggestions.filter(
    // Taken already, though the save has not come back yet.
    ({ field, value }) => field === name && JSON.stringify(value) !== answer,
  );
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field
        id={`in-${name}`}
        label={label}
        hint={hint}
        optional={optional ?? false}
        fault={form.fault(name)}
      >
        {children}
      </Field>
      {offers.map((offer) => (
        <p key={offer.source} className="flex flex-wrap items-center gap-2 text-info text-xs">
          <span className="min-w-0 break-words">
            Known from {offer.source}: <span className="numbers">{shortened(offer.words)}</span>
          </span>
          <Button
            size="sm"
            aria-label={`Take ${label}: ${shortened(offer.words)}`}
            onClick={() => form.change({ [offer.field]: offer.value })}
          >
            Take it
          </Button>
        </p>
      ))}
    </div>
  );
}

const SHOWN = 120;
const shortened = (words: string) => (words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words);

export function TextAnswer({ form, name, long, ...rest }: FieldProps<TextKey> & { readonly long?: boolean }) {
  const value = String(form.answers[name] ?? '');
  const Control = long ? Textarea : Input;
  return (
    <KnownField form={form} name={name} {...rest}>
      {(control) => (
        <Control
          {...control}
          value={value}
          onChange={(event) =>
            form.change({ [name]: event.target.value === '' ? undefined : event.target.value })
          }
        />
      )}
    </KnownField>
  );
}

/** Kept as it is typed, so that a half-typed number is not lost; only a number becomes an answer. */
export function NumberAnswer({
  form,
  name,
  scale = 1,
  ...rest
}: FieldProps<NumberKey> & { readonly scale?: number }) {
  return (
    <KnownField form={form} name={name} {...rest}>
      {(control) => (
        <NumberInput
          control={control}
          value={form.answers[name] as number | undefined}
          scale={scale}
          onChange={(value) => form.change({ [name]: value })}
        />
      )}
    </KnownField>
  );
}

interface NumberInputProps {
  readonly control: FieldControlProps;
  readonly value: number | undefined;
  readonly scale?: number;
  readonly onChange: (value: number | undefined) => void;
}

export function NumberInput({ control, value, scale = 1, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState('');
  // Set from elsewhere (an offer, a default put back), the number wins over what was typed.
  const shown = numberOf(typed, scale) === value ? typed : textOf(value, scale);
  return (
    <Input
      {...control}
      type="number"
      step="any"
      inputMode="decimal"
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(numberOf(event.target.value, scale));
      }}
    />
  );
}

function numberOf(text: string, scale: number): number | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? rounded(number / scale) : undefined;
}

const textOf = (value: number | undefined, scale: number) =>
  value === undefined ? '' : String(rounded(value * scale));
const rounded = (value: number) => Math.round(value * 1e9) / 1e9;

interface ChoiceProps extends FieldProps<TextKey> {
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly empty: string;
  readonly onChosen?: (value: string | undefined) => Partial<Answers>;
}

/** Nothing is chosen at first. */
export function ChoiceAnswer({ form, name, options, empty, onChosen, ...rest }: ChoiceProps) {
  return (
    <KnownField form={form} name={name} {...rest}>
      {(control) => (
        <Select
          {...control}
          value={String(form.answers[name] ?? '')}
          onChange={(event) => {
            const value = event.target.value === '' ? undefined : event.target.value;
            form.change({ [name]: value, ...onChosen?.(value) });
          }}
        >
          <option value="">{empty}</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </KnownField>
  );
}

export function Columns({ children, three }: { children: ReactNode; three?: boolean }) {
  return <div className={`grid gap-4 ${three ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>{children}</div>;
}
