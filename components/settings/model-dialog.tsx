'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { ModelView, ProviderView } from '@/lib/contracts/providers';
import { useSaveModel } from './use-providers';

const PRICES = [
  { name: 'usdPerMillionIn', label: 'In, $ / M tokens' },
  { name: 'usdPerMillionOut', label: 'Out, $ / M tokens' },
  { name: 'usdPerMillionCached', label: 'Cached, $ / M tokens' },
] as const;

interface ModelDialogProps {
  readonly provider: ProviderView;
  readonly model: ModelView | null;
  readonly onClose: () => void;
}

export function ModelDialog({ provider, model, onClose }: ModelDialogProps) {
  const save = useSaveModel(provider.id);
  const fault = faultsOf(save.error);
  const submit = (form: FormData) => {
    save.mutate(
      {
        name: textOf(form, 'name'),
        contextTokens: numberOf(form, 'contextTokens') ?? 128_000,
        usdPerMillionIn: numberOf(form, 'usdPerMillionIn'),
        usdPerMillionOut: numberOf(form, 'usdPerMillionOut'),
        usdPerMillionCached: numberOf(form, 'usdPerMillionCached'),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={model ? `Prices of ${model.name}` : `Add a model of ${provider.name}`}
      description="Without a price a run has no dollar cap and its report no cost."
      submitLabel="Save"
      busy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id="model-name" label="Model id" hint="Exactly as the endpoint knows it" fault={fault('name')}>
        {(control) => (
          <Input {...control} name="name" defaultValue={model?.name} readOnly={model !== null} autoFocus />
        )}
      </Field>
      <Field id="model-context" label="Context in tokens" fault={fault('contextTokens')}>
        {(control) => (
          <Input
            {...control}
            name="contextTokens"
            type="number"
            defaultValue={model?.contextTokens ?? 128_000}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        {PRICES.map(({ name, label }) => (
          <Field key={name} id={`model-${name}`} label={label} fault={fault(name)}>
            {(control) => (
              <Input
                {...control}
                name={name}
                type="number"
                step="any"
                min="0"
                defaultValue={model?.[name] ?? ''}
              />
            )}
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}
