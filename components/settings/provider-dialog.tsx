'use client';

import { useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { FormDialog } from '@/components/api/form-dialog';
import { useContractForm } from '@/components/api/use-contract-form';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { createProviderBody } from '@/lib/contracts/provider-settings';
import type { ProviderView } from '@/lib/contracts/providers';
import { isLoopbackUrl } from '@/lib/domain/loopback';
import { addressAfter, PROVIDER_PRESETS, providerPreset } from '@/lib/view/provider-presets';
import { LoopbackField } from './loopback-field';
import { ModelIdsField } from './model-ids-field';
import { bodyOfProvider, draftOfProvider, endpointOf, modelIdsOf, nameOfAddress } from './provider-draft';
import { ProviderLimits } from './provider-limits';
import { useAddModel, useFindModels, useSaveProvider } from './use-providers';

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
        const typed = modelIdsOf(form.getValues());
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
  const draft = form.watch();
  const { baseUrl } = draft;
  const preset = providerPreset(draft.preset);
  const isLocal = provider?.allowsLoopback === true || isLoopbackUrl(baseUrl);
  const allows = provider === null && isLocal && draft.allowsLoopback;
  const keyHint = provider?.keyHint
    ? `Ends in ${provider.keyHint}. Leave empty to keep it; another host clears the key and the headers below.`
    : preset.keyHint;
  return (
    <FormDialog
      title={provider ? `Edit ${provider.name}` : 'Add a provider'}
      submitLabel={allows ? 'Allow and save' : 'Save'}
      busy={save.isPending || saveModel.isPending || findModels.isPending}
      error={form.problem}
      onSubmit={(_, fields) => void form.submit(fields)}
      onClose={onClose}
    >
      {provider === null ? (
        <Field id="provider-preset" label="Kind">
          {(control) => (
            <Select
              {...control}
              value={preset.id}
              onChange={({ target }) => {
                form.setValue('preset', target.value);
                form.setValue('baseUrl', addressAfter(providerPreset(target.value), baseUrl));
              }}
            >
              {PROVIDER_PRESETS.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      <Field id="provider-url" label="Base address" hint={preset.addressHint} fault={fault('baseUrl')}>
        {(control) => <Input {...control} {...register('baseUrl')} type="url" autoFocus />}
      </Field>
      {isLocal ? <LoopbackField {...register('allowsLoopback')} /> : null}
      <Field id="provider-key" label="Key" optional={!preset.needsKey} hint={keyHint} fault={fault('apiKey')}>
        {(control) => <Input {...control} {...register('apiKey')} type="password" autoComplete="off" />}
      </Field>
      <Field id="provider-name" label="Name" optional={provider === null} fault={fault('name')}>
        {(control) => <Input {...control} {...register('name')} placeholder={nameOfAddress(baseUrl)} />}
      </Field>
      {provider === null ? (
        <ModelIdsField
          value={draft.models}
          fault={fault('models')}
          endpoint={endpointOf(draft)}
          onChange={(models) => form.setValue('models', models)}
        />
      ) : null}
      <ProviderLimits form={form} rows={headers} isFolded={provider === null} />
    </FormDialog>
  );
}
