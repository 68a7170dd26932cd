'use client';

import { useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { FormDialog } from '@/components/api/form-dialog';
import { useContractForm } from '@/components/api/use-contract-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { createProviderBody } from '@/lib/contracts/provider-settings';
import type { ProviderView } from '@/lib/contracts/providers';
import { isLoopbackUrl } from '@/lib/domain/loopback';
import { HeaderFields } from './header-fields';
import { LoopbackField } from './loopback-field';
import { bodyOfProvider, draftOfProvider, modelsOfDraft, nameOfAddress } from './provider-draft';
import { useAddModel, useFindModels, useSaveProvider } from './use-providers';

const NUMBERS = [
  { name: 'requestsPerMinute', label: 'Requests a minute', hint: 'Empty: no limit' },
  { name: 'tokensPerMinute', label: 'Tokens a minute', hint: 'Empty: no limit' },
  { name: 'concurrency', label: 'Calls at once', hint: 'Shared by all runs' },
  { name: 'maxAttempts', label: 'Tries a call', hint: 'With growing pauses between' },
  { name: 'acceleratorsPerCall', label: 'Accelerators a call', hint: 'For GPU-seconds; empty: not measured' },
  { name: 'timeoutMs', label: 'Time-out in seconds', hint: undefined },
] as const;

/** Headers were entered for one host: they go to another only where they were edited for it. */
function isMoved(provider: ProviderView | null, baseUrl: string): boolean {
  if (provider === null || !URL.canParse(baseUrl)) return false;
  return new URL(baseUrl).origin !== new URL(provider.baseUrl).origin;
}

interface ProviderDialogProps {
  readonly provider: ProviderView | null;
  readonly onClose: () => void;
  /** A provider that was added, with the ids of its models. */
  readonly onAdded?: (providerId: string, models: readonly string[]) => void;
}

export function ProviderDialog({ provider, onClose, onAdded }: ProviderDialogProps) {
  const save = useSaveProvider();
  const saveModel = useAddModel();
  const findModels = useFindModels();
  // One that was added stays the same where one of its models was refused and is sent again.
  const added = useRef<string | null>(null);
  const form = useContractForm({
    defaultValues: draftOfProvider(provider),
    schema: createProviderBody,
    bodyOf: bodyOfProvider,
    send: async (body) => {
      const leavesHeaders = isMoved(provider, body.baseUrl) && !dirtyFields.headers;
      const sent = leavesHeaders ? { ...body, headers: {}, behaviouralHeaders: [] } : body;
      const { id } = await save.mutateAsync({ id: provider?.id ?? added.current, body: sent });
      if (provider === null) {
        added.current = id;
        const typed = modelsOfDraft(form.getValues());
        for (const name of typed) await saveModel.mutateAsync({ providerId: id, model: { name } });
        const found = typed.length > 0 ? null : await findModels.mutateAsync(id);
        onAdded?.(id, found?.items.map(({ name }) => name) ?? typed);
      }
      onClose();
    },
  });
  const { register, fault } = form;
  // The library keeps track of what is read while drawing.
  const { dirtyFields } = form.formState;
  const headers = useFieldArray({ control: form.control, name: 'headers' });
  const baseUrl = form.watch('baseUrl');
  const isLocal = provider?.allowsLoopback === true || isLoopbackUrl(baseUrl);
  const allows = provider === null && isLocal && form.watch('allowsLoopback');
  const keyHint = provider?.keyHint
    ? `Ends in ${provider.keyHint}. Leave empty to keep it; another host clears the key and the headers below.`
    : 'Kept encrypted and never shown again.';
  return (
    <FormDialog
      title={provider ? `Edit ${provider.name}` : 'Add a provider'}
      submitLabel={allows ? 'Allow and save' : 'Save'}
      busy={save.isPending || saveModel.isPending || findModels.isPending}
      error={form.problem}
      onSubmit={(_, fields) => void form.submit(fields)}
      onClose={onClose}
    >
      <Field
        id="provider-url"
        label="Base address"
        hint="Up to and with the version, as in https://api.example.com/v1"
        fault={fault('baseUrl')}
      >
        {(control) => <Input {...control} {...register('baseUrl')} type="url" autoFocus />}
      </Field>
      {isLocal ? <LoopbackField {...register('allowsLoopback')} /> : null}
      <Field id="provider-key" label="Key" optional hint={keyHint} fault={fault('apiKey')}>
        {(control) => <Input {...control} {...register('apiKey')} type="password" autoComplete="off" />}
      </Field>
      <Field id="provider-name" label="Name" optional={provider === null} fault={fault('name')}>
        {(control) => <Input {...control} {...register('name')} placeholder={nameOfAddress(baseUrl)} />}
      </Field>
      {provider === null ? (
        <Field
          id="provider-models"
          label="Models"
          optional
          hint="Ids with commas. Left empty, those that the endpoint lists."
          fault={fault('models')}
        >
          {(control) => <Input {...control} {...register('models')} />}
        </Field>
      ) : null}
      <Field
        id="provider-hardware"
        label="Hardware"
        optional
        hint="Shown next to its results, e.g. 8 × H100"
        fault={fault('hardware')}
      >
        {(control) => <Input {...control} {...register('hardware')} />}
      </Field>
      <HeaderFields
        rows={headers}
        register={register}
        fault={fault('headers') ?? fault('behaviouralHeaders')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {NUMBERS.map(({ name, label, hint }) => (
          <Field key={name} id={`provider-${name}`} label={label} hint={hint} fault={fault(name)}>
            {(control) => <Input {...control} {...register(name)} inputMode="numeric" type="number" />}
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}
