'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import type { TraceFilterName } from './use-trace-filter';

export const MORE_FILTERS = [
  ...(['from', 'to', 'hasError', 'minCostUsd', 'minTokens', 'minSteps'] as const),
  ...(['promptVersion', 'sessionId'] as const),
] satisfies readonly TraceFilterName[];
type Name = (typeof MORE_FILTERS)[number];
type Texts = Readonly<Record<Name, string | null>>;

interface MoreFiltersDialogProps {
  readonly texts: Texts;
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
const DAYS: readonly Name[] = ['from', 'to'];

/** Filters that are used less often. Empty fields choose nothing. */
export function MoreFiltersDialog({ texts, onSet, onClose }: MoreFiltersDialogProps) {
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
                autoComplete="off"
                defaultValue={type === 'date' ? (texts[name] ?? '').slice(0, 10) : (texts[name] ?? '')}
              />
            )}
          </Field>
        ))}
        <Field id="traces-hasError" label="Error">
          {(control) => (
            <Select {...control} name="hasError" defaultValue={texts.hasError ?? ''}>
              <option value="">Any</option>
              <option value="true">Ended with an error</option>
              <option value="false">Ended without an error</option>
            </Select>
          )}
        </Field>
      </div>
    </FormDialog>
  );
}

function addressText(name: Name, typed: string): string | null {
  if (typed === '') return null;
  return DAYS.includes(name) ? `${typed}T00:00:00Z` : typed;
}
