'use client';

import { useProviders } from '@/components/settings/use-providers';
import { Field, type FieldControlProps } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { usualReplyTokens } from '@/lib/domain/method-settings';
import type { ModelRole } from '@/lib/domain/model-role';
import { groupSummary } from '@/lib/view/experiment-groups';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { AdvancedSection } from './advanced-section';
import { useDraft } from './draft-field';

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

interface ModelSectionProps {
  readonly roles: readonly ModelRole[];
}

/** A model for each role where one for all of them is not wanted, and how long its replies may be. */
export function ModelSection({ roles }: ModelSectionProps) {
  const { draft, register, setValue, fault } = useDraft();
  const isJudged = roles.includes('evaluator');
  return (
    <AdvancedSection
      name="Models by role"
      hint={
        isJudged ? 'Roles are logged and priced apart.' : 'Code scores this task, so no evaluator is needed.'
      }
      summary={[groupSummary('Models by role', draft, roles)]}
    >
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
    </AdvancedSection>
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
