'use client';

import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { isInEnvironment } from '@/lib/domain/agent';
import { TOOLS_WORDS } from '@/lib/view/agent-words';
import type { AgentFormParts } from './agent-form-type';

const LIMITS = [
  { name: 'modelCalls', label: 'Model calls', hint: 'Most calls of a rollout' },
  { name: 'tokens', label: 'Tokens', hint: 'Reserved in the budget of the run' },
  { name: 'usd', label: 'Dollars', hint: 'Empty: no cap' },
  { name: 'seconds', label: 'Seconds', hint: 'Waits for the provider do not count' },
] as const;

const TOOLS = ['none', 'dry', 'sandboxed', 'live'] as const;

export function AdvancedFields({ form: { register, fault, watch } }: { form: AgentFormParts }) {
  const isInside = isInEnvironment(watch('kind'));
  const isLive = watch('tools') === 'live' && !isInside;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {isInside ? null : (
          <Field
            id="agent-tools"
            label="Tools"
            hint={
              isLive ? 'Live tools run one rollout at a time.' : 'What the tools change in other systems.'
            }
            fault={fault('settings.tools')}
          >
            {(control) => (
              <Select {...control} {...register('tools')}>
                {TOOLS.map((tools) => (
                  <option key={tools} value={tools}>
                    {TOOLS_WORDS[tools]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {watch('kind') === 'tools' ? (
          <Field
            id="agent-toolSeconds"
            label="Seconds of a tool"
            hint="After them the model is told that the tool failed."
            fault={fault('settings.toolSeconds')}
          >
            {(control) => (
              <Input {...control} {...register('toolSeconds')} type="number" inputMode="numeric" />
            )}
          </Field>
        ) : null}
        {isLive ? null : (
          <Field
            id="agent-rolloutsMax"
            label="Rollouts at once"
            hint="Shared by all runs"
            fault={fault('settings.rolloutsMax')}
          >
            {(control) => (
              <Input {...control} {...register('rolloutsMax')} type="number" inputMode="numeric" />
            )}
          </Field>
        )}
      </div>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-2 font-medium text-[0.8125rem]">Limits of a rollout</legend>
        {LIMITS.map(({ name, label, hint }) => (
          <Field
            key={name}
            id={`agent-${name}`}
            label={name === 'modelCalls' && watch('kind') === 'tools' ? 'Steps' : label}
            hint={hint}
            fault={fault(`settings.limits.${name}`)}
          >
            {(control) => (
              <Input {...control} {...register(name)} type="number" step="any" inputMode="decimal" />
            )}
          </Field>
        ))}
      </fieldset>
    </div>
  );
}
