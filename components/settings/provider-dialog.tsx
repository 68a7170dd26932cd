'use client';

import { useState } from 'react';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { CreateProviderInput, ProviderView } from '@/lib/contracts/providers';
import { HeaderFields, type HeaderRow, headersOf, rowsOf } from './header-fields';
import { isRefusedLoopback, LoopbackField } from './loopback-field';
import { useSaveProvider } from './use-providers';

function readForm(form: FormData, rows: readonly HeaderRow[]): CreateProviderInput {
  return {
    name: textOf(form, 'name'),
    baseUrl: textOf(form, 'baseUrl'),
    apiKey: textOf(form, 'apiKey') || null,
    ...headersOf(rows),
    hardware: textOf(form, 'hardware') || 'unknown',
    requestsPerMinute: numberOf(form, 'requestsPerMinute'),
    tokensPerMinute: numberOf(form, 'tokensPerMinute'),
    concurrency: numberOf(form, 'concurrency') ?? 16,
    timeoutMs: (numberOf(form, 'timeoutS') ?? 120) * 1000,
    maxAttempts: numberOf(form, 'maxAttempts') ?? 5,
    acceleratorsPerCall: numberOf(form, 'acceleratorsPerCall'),
    allowsLoopback: form.get('allowsLoopback') === 'on',
  };
}

const NUMBERS = [
  { name: 'requestsPerMinute', label: 'Requests a minute', hint: 'Empty: no limit' },
  { name: 'tokensPerMinute', label: 'Tokens a minute', hint: 'Empty: no limit' },
  { name: 'concurrency', label: 'Calls at once', hint: 'Shared by all runs' },
  { name: 'maxAttempts', label: 'Tries a call', hint: 'With growing pauses between' },
  { name: 'acceleratorsPerCall', label: 'Accelerators a call', hint: 'For GPU-seconds; empty: not measured' },
] as const;

/** Headers were entered for one host: they go to another only where they were edited for it. */
function isMoved(provider: ProviderView | null, baseUrl: string): boolean {
  if (provider === null || !URL.canParse(baseUrl)) return false;
  return new URL(baseUrl).origin !== new URL(provider.baseUrl).origin;
}

export function ProviderDialog({
  provider,
  onClose,
}: {
  provider: ProviderView | null;
  onClose: () => void;
}) {
  const save = useSaveProvider();
  const [rows, setRows] = useState<readonly HeaderRow[]>(() =>
    rowsOf(provider?.headers ?? {}, provider?.behaviouralHeaders ?? []),
  );
  const [isEdited, setEdited] = useState(false);
  const edit = (edited: readonly HeaderRow[]) => {
    setRows(edited);
    setEdited(true);
  };
  const fault = faultsOf(save.error);
  const isLocal =
    provider?.allowsLoopback === true || isRefusedLoopback(save.error, save.variables?.body.baseUrl);
  const submit = (form: FormData) => {
    const body = readForm(form, rows);
    const sent =
      isMoved(provider, body.baseUrl) && !isEdited ? { ...body, headers: {}, behaviouralHeaders: [] } : body;
    save.mutate({ id: provider?.id ?? null, body: sent }, { onSuccess: onClose });
  };
  const keyHint = provider?.keyHint
    ? `Ends in ${provider.keyHint}. Leave empty to keep it; another host clears the key and the headers below.`
    : 'Kept encrypted and never shown again.';
  return (
    <FormDialog
      title={provider ? `Edit ${provider.name}` : 'Add a provider'}
      submitLabel="Save"
      busy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id="provider-name" label="Name" fault={fault('name')}>
        {(control) => <Input {...control} name="name" defaultValue={provider?.name} autoFocus />}
      </Field>
      <Field
        id="provider-url"
        label="Base address"
        hint="Up to and with the version, as in https://api.example.com/v1"
        fault={fault('baseUrl')}
      >
        {(control) => <Input {...control} name="baseUrl" type="url" defaultValue={provider?.baseUrl} />}
      </Field>
      {isLocal ? <LoopbackField isAllowed={provider?.allowsLoopback ?? false} /> : null}
      <Field id="provider-key" label="Key" optional hint={keyHint} fault={fault('apiKey')}>
        {(control) => <Input {...control} name="apiKey" type="password" autoComplete="off" />}
      </Field>
      <Field
        id="provider-hardware"
        label="Hardware"
        optional
        hint="Shown next to its results, e.g. 8 × H100"
        fault={fault('hardware')}
      >
        {(control) => (
          <Input
            {...control}
            name="hardware"
            defaultValue={provider?.hardware === 'unknown' ? '' : provider?.hardware}
          />
        )}
      </Field>
      <HeaderFields rows={rows} fault={fault('headers') ?? fault('behaviouralHeaders')} onChange={edit} />
      <div className="grid gap-4 sm:grid-cols-2">
        {NUMBERS.map(({ name, label, hint }) => (
          <Field key={name} id={`provider-${name}`} label={label} hint={hint} fault={fault(name)}>
            {(control) => (
              <Input
                {...control}
                name={name}
                inputMode="numeric"
                type="number"
                defaultValue={provider?.[name] ?? ''}
              />
            )}
          </Field>
        ))}
        <Field id="provider-timeout" label="Time-out in seconds" fault={fault('timeoutMs')}>
          {(control) => (
            <Input
              {...control}
              name="timeoutS"
              type="number"
              defaultValue={(provider?.timeoutMs ?? 120_000) / 1000}
            />
          )}
        </Field>
      </div>
    </FormDialog>
  );
}
