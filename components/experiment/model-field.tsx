'use client';

import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { ProviderDialog } from '@/components/settings/provider-dialog';
import { useProviders } from '@/components/settings/use-providers';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import { chosenModel, MIXED, modelGroups } from '@/lib/view/one-model';
import { useDraft } from './draft-field';

/** One model for every role; the practice model until another is chosen. */
export function ModelField({ roles }: { roles: readonly ModelRole[] }) {
  const { draft, setValue, fault } = useDraft();
  const { mayAdminister } = useViewer();
  const providers = useProviders();
  const [adds, setAdds] = useState(false);
  const groups = modelGroups(providers.data ?? []);
  const chosen = chosenModel(groups, draft.models, roles);
  const choose = (models: Readonly<Record<ModelRole, string>>) => {
    for (const role of MODEL_ROLES) setValue(`models.${role}`, models[role]);
  };
  return (
    <div className="flex min-w-0 items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field
          id="exp-model"
          label="Model"
          hint={
            providers.isSuccess && groups.length === 0
              ? 'No model is known yet: add an endpoint.'
              : 'Answers and reflects.'
          }
          fault={fault('models')}
        >
          {(control) => (
            <Select
              {...control}
              value={chosen}
              onChange={({ target }) => {
                const options = groups.flatMap((group) => group.options);
                const option = options.find(({ value }) => value === target.value);
                choose(option?.models ?? { serving: '', proposer: '', evaluator: '' });
              }}
            >
              {chosen === MIXED ? <option value={MIXED}>One for each role, see Advanced</option> : null}
              <option value="">Choose a model</option>
              {groups.map((group) => (
                <optgroup key={group.label} label={group.label}>
                  {group.options.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {mayAdminister ? (
        <Button className="mt-[1.6rem]" onClick={() => setAdds(true)}>
          Add an endpoint
        </Button>
      ) : null}
      {adds ? (
        <ProviderDialog
          provider={null}
          onClose={() => setAdds(false)}
          onAdded={(providerId, [first]) => {
            if (first === undefined) return;
            const value = `${providerId}/${first}`;
            for (const role of roles) setValue(`models.${role}`, value);
          }}
        />
      ) : null}
    </div>
  );
}
