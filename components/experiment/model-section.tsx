'use client';

import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { ProviderDialog } from '@/components/settings/provider-dialog';
import { useProviders } from '@/components/settings/use-providers';
import { Button } from '@/components/ui/button';
import { Field, type FieldControlProps } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { usualReplyTokens } from '@/lib/domain/method-settings';
import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { useDraft } from './draft-field';
import { FormSection } from './form-section';

export const ROLE_LABELS: Readonly<Record<ModelRole, string>> = {
  serving: 'Serving',
  proposer: 'Proposer',
  evaluator: 'Evaluator',
};

const ROLE_HINTS: Readonly<Record<ModelRole, string>> = {
  serving: 'Answers, and so runs the rollouts',
  proposer: 'Reflects and edits the playbook',
  evaluator: 'Judges, where scoring needs a model',
};

/** The practice model is used until another is chosen. */
export function ModelSection({ isJudged }: { isJudged: boolean }) {
  const { draft, register, setValue, fault } = useDraft();
  const { mayAdminister } = useViewer();
  const providers = useProviders();
  const [adds, setAdds] = useState(false);
  const known = providers.data ?? [];
  const roles = isJudged ? MODEL_ROLES : MODEL_ROLES.filter((role) => role !== 'evaluator');
  return (
    <FormSection
      title="Models"
      hint={
        isJudged
          ? 'One for each role. Roles are logged and priced apart.'
          : 'One for each role. Code scores this task, so no evaluator is needed.'
      }
    >
      {providers.isSuccess && known.every((provider) => provider.models.length === 0) ? (
        <Notice tone="honey">
          No model is known yet.{' '}
          <Link href="/settings?tab=models" className="underline">
            Add a provider with its models
          </Link>
          .
        </Notice>
      ) : null}
      <div className={isJudged ? 'grid gap-4 sm:grid-cols-3' : 'grid gap-4 sm:grid-cols-2'}>
        {roles.map((role) => (
          <Field
            key={role}
            id={`exp-model-${role}`}
            label={ROLE_LABELS[role]}
            hint={ROLE_HINTS[role]}
            fault={fault(`models.${role}`)}
          >
            {(control) => (
              <ModelSelect
                control={control}
                value={draft.models[role]}
                empty="Choose a model"
                onChange={(value) => setValue(`models.${role}`, value)}
              />
            )}
          </Field>
        ))}
        {roles.map((role) => (
          <Field
            key={role}
            id={`exp-reply-${role}`}
            label={`Longest ${role} reply`}
            hint={`Tokens; left empty ${usualReplyTokens(role, draft.method).toLocaleString('en-US')}`}
            fault={fault(`models.${role}.maxTokens`)}
            optional
          >
            {(control) => <Input {...control} {...register(`replyTokens.${role}`)} inputMode="numeric" />}
          </Field>
        ))}
      </div>
      {mayAdminister ? (
        <div>
          <Button onClick={() => setAdds(true)}>Add an endpoint</Button>
        </div>
      ) : null}
      {adds ? (
        <ProviderDialog
          provider={null}
          onClose={() => setAdds(false)}
          onAdded={(providerId, [first]) => {
            if (first === undefined) return;
            for (const role of roles) setValue(`models.${role}`, `${providerId}/${first}`);
          }}
        />
      ) : null}
    </FormSection>
  );
}

interface ModelSelectProps {
  readonly control: FieldControlProps;
  readonly value: string;
  readonly empty: string;
  readonly onChange: (value: string) => void;
}

/**
 * Every model that is known, by provider; the value is `providerId/model`. It reads the providers itself: a browser
 * drops a choice whose option is not there yet, so the select has to be drawn again once they have come.
 */
export function ModelSelect({ control, value, empty, onChange }: ModelSelectProps) {
  const providers = useProviders();
  return (
    <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{empty}</option>
      {(providers.data ?? []).map((provider) => (
        <optgroup
          key={provider.id}
          label={provider.practice ? `${provider.name} (${PRACTICE_LABEL})` : provider.name}
        >
          {provider.models.map((model) => (
            <option key={model.id} value={`${provider.id}/${model.name}`}>
              {model.name}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}
