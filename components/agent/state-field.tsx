'use client';

import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { RESET_WORDS } from '@/lib/view/agent-words';
import type { AgentFormParts } from './agent-form-type';

const RESETS = ['undeclared', 'stateless', 'eachRollout'] as const;

/** How state is reset between rollouts: asked at once, since runs of an agent that does not say get no verdict. */
export function StateField({ form: { register, fault, watch } }: { form: AgentFormParts }) {
  return (
    <Field
      id="agent-reset"
      label="State between rollouts"
      hint={
        watch('reset') === 'undeclared'
          ? 'Undeclared state allows no verdict on a run.'
          : 'Rollouts do not influence each other.'
      }
      fault={fault('settings.reset')}
    >
      {(control) => (
        <Select {...control} {...register('reset')}>
          {RESETS.map((reset) => (
            <option key={reset} value={reset}>
              {RESET_WORDS[reset]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
