'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { useProviders } from '@/components/settings/use-providers';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { describeHardware } from '@/lib/view/number-origin';

/** Temperature and length of answers stay as the contract has them. */
export interface Serving {
  readonly providerId: string;
  readonly model: string;
}

interface HardwareChoiceProps {
  readonly value: Serving | null;
  readonly onChange: (serving: Serving | null) => void;
}

/** Another provider's model to serve and propose; the evaluator stays, so that scores can be compared. */
export function HardwareChoice({ value, onChange }: HardwareChoiceProps) {
  const providers = useProviders();
  if (providers.isError) return <ProblemNotice error={providers.error} onRetry={() => providers.refetch()} />;
  return (
    <Field
      id="readiness-hardware"
      label="Also on other hardware"
      optional
      hint="It serves and proposes there; its serial baseline runs first. The evaluator stays."
    >
      {(control) => (
        <Select
          {...control}
          disabled={providers.isPending}
          value={value === null ? '' : `${value.providerId}/${value.model}`}
          onChange={(event) => onChange(choiceOf(event.target.value))}
        >
          <option value="">Seeds and slice only</option>
          {(providers.data ?? []).map((provider) => (
            <optgroup key={provider.id} label={`${provider.name} (${describeHardware(provider)})`}>
              {provider.models.map((model) => (
                <option key={model.id} value={`${provider.id}/${model.name}`}>
                  {model.name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
  );
}

function choiceOf(value: string): Serving | null {
  const slash = value.indexOf('/');
  return slash < 0 ? null : { providerId: value.slice(0, slash), model: value.slice(slash + 1) };
}
