'use client';

import type { UseFieldArrayReturn, UseFormRegister } from 'react-hook-form';
import { AdvancedFold } from '@/components/ui/advanced-fold';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { HeaderFields } from './header-fields';
import type { ProviderDraft } from './provider-draft';

const NUMBERS = [
  { name: 'requestsPerMinute', label: 'Requests a minute', hint: 'Empty: no limit' },
  { name: 'tokensPerMinute', label: 'Tokens a minute', hint: 'Empty: no limit' },
  { name: 'concurrency', label: 'Calls at once', hint: 'Shared by all runs' },
  { name: 'maxAttempts', label: 'Tries a call', hint: 'With growing pauses between' },
  { name: 'acceleratorsPerCall', label: 'Accelerators a call', hint: 'For GPU-seconds; empty: not measured' },
  { name: 'timeoutMs', label: 'Time-out in seconds', hint: undefined },
] as const;

const PATHS = ['hardware', 'headers', 'behaviouralHeaders', ...NUMBERS.map(({ name }) => name)];

interface ProviderLimitsProps {
  readonly form: {
    readonly register: UseFormRegister<ProviderDraft>;
    readonly fault: (path: string) => string | undefined;
  };
  readonly rows: UseFieldArrayReturn<ProviderDraft, 'headers'>;
  /** A provider that is added does without them. */
  readonly isFolded: boolean;
}

/** Hardware, headers and limits of a provider. */
export function ProviderLimits({ form, rows, isFolded }: ProviderLimitsProps) {
  const fields = <LimitFields form={form} rows={rows} />;
  if (!isFolded) return fields;
  return (
    <AdvancedFold
      summary="Hardware, headers and limits"
      hasFault={PATHS.some((path) => form.fault(path) !== undefined)}
    >
      <div className="py-4">{fields}</div>
    </AdvancedFold>
  );
}

function LimitFields({ form: { register, fault }, rows }: Omit<ProviderLimitsProps, 'isFolded'>) {
  return (
    <div className="flex flex-col gap-4">
      <Field
        id="provider-hardware"
        label="Hardware"
        optional
        hint="Shown next to its results, e.g. 8 × H100"
        fault={fault('hardware')}
      >
        {(control) => <Input {...control} {...register('hardware')} />}
      </Field>
      <HeaderFields rows={rows} register={register} fault={fault('headers') ?? fault('behaviouralHeaders')} />
      <div className="grid gap-4 sm:grid-cols-2">
        {NUMBERS.map(({ name, label, hint }) => (
          <Field key={name} id={`provider-${name}`} label={label} hint={hint} fault={fault(name)}>
            {(control) => <Input {...control} {...register(name)} inputMode="numeric" type="number" />}
          </Field>
        ))}
      </div>
    </div>
  );
}
