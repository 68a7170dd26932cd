'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { FILTER_TEXT_MAX } from '@/lib/domain/trace-filter';
import { SOURCE_CHOICES } from '@/lib/view/trace-filter-address';
import type { TraceFilterName } from './use-trace-filter';

export const MORE_FILTERS = [
  ...(['from', 'to', 'hasError', 'source', 'minCostUsd', 'minTokens', 'minSteps'] as const),
  ...(['promptName', 'promptVersion', 'sessionId'] as const),
] satisfies readonly TraceFilterName[];
type Name = (typeof MORE_FILTERS)[number];
type Texts = Readonly<Record<Name, string | null>>;

type Choices = readonly (readonly [string, string])[];

interface MoreFiltersDialogProps {
  readonly texts: Texts;
  /** Names of prompts to choose from. */
  readonly prompts: Choices;
  readonly onSet: (change: Texts) => void;
  readonly onClose: () => void;
}

const INPUTS: readonly { readonly name: Name; readonly label: string; readonly type: string }[] = [
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'Before', type: 'date' },
  { name: 'minCostUsd', label: 'Minimum cost, USD', type: 'number' },
  { name: 'minTokens', label: 'Minimum tokens', type: 'number' },
  { name: 'minSteps', label: 'Minimum steps', type: 'number' },
  { name: 'promptVersion', label: 'Prompt version', type: 'text' },
  { name: 'sessionId', label: 'Session', type: 'text' },
];
const ERRORS: Choices = [
  ['true', 'Ended with an error'],
  ['false', 'Ended without an error'],
];
const DAYS: readonly Name[] = ['from', 'to'];

/** Filters that are used less often. Empty fields choose nothing. */
export function MoreFiltersDialog({ texts, prompts, onSet, onClose }: MoreFiltersDialogProps) {
  const choices = [
    { name: 'promptName', label: 'Prompt', options: prompts },
    { name: 'source', label: 'Source', options: SOURCE_CHOICES },
    { name: 'hasError', label: 'Error', options: ERRORS },
  ] as const;
  const submit = (form: FormData) => {
    const typed = (name: Name) => String(form.get(name) ?? '').trim();
    const entries = MORE_FILTERS.map((name) => [name, addressText(name, typed(name))]);
    onSet(Object.fromEntries(entries));
    onClose();
  };
  return (
    <FormDialog
      title="More filters"
      description="Days are in UTC."
      submitLabel="Apply"
      busy={false}
      error={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {INPUTS.map(({ name, label, type }) => (
          <Field key={name} id={`traces-${name}`} label={label}>
            {(control) => (
              <Input
                {...control}
                name={name}
                type={type}
                min={0}
                step="any"
                maxLength={FILTER_TEXT_MAX}
                autoComplete="off"
                defaultValue={type === 'date' ? (texts[name] ?? '').slice(0, 10) : (texts[name] ?? '')}
              />
            )}
          </Field>
        ))}
        {choices.map(({ name, label, options }) => (
          <Field key={name} id={`traces-${name}`} label={label}>
            {(control) => (
              <Select {...control} name={name} defaultValue={texts[name] ?? ''}>
                <option value="">Any</option>
                {options.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}

function addressText(name: Name, typed: string): string | null {
  if (typed === '') return null;
  return DAYS.includes(name) ? `${typed}T00:00:00Z` : typed;
}
