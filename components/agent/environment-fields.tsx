'use client';

import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import type { AgentFormParts } from './agent-form-type';

/** Agents that ship with Waggle and act in an environment of each example: there is no address to give. */
export function EnvironmentFields({ form: { register, fault, watch } }: { form: AgentFormParts }) {
  if (watch('kind') === 'appworld') {
    return <Hint>Writes code in a new AppWorld world for each rollout. The world judges the result.</Hint>;
  }
  return (
    <>
      <Hint>Works in the terminal of a new sandbox for each rollout. The tests of the task judge it.</Hint>
      <Field
        id="agent-installed"
        label="Command"
        optional
        hint="Leave empty for the built-in agent."
        fault={fault('settings.command')}
      >
        {(control) => <Input {...control} {...register('installed')} className="font-mono" />}
      </Field>
      {watch('installed').trim() === '' ? (
        <Field
          id="agent-replies"
          label="Reply format"
          hint="How the model writes its commands."
          fault={fault('settings.replies')}
        >
          {(control) => (
            <Select {...control} {...register('replies')}>
              <option value="json">JSON</option>
              <option value="xml">XML</option>
            </Select>
          )}
        </Field>
      ) : null}
    </>
  );
}

function Hint({ children }: { children: string }) {
  return <p className="text-[0.8125rem] text-ink-soft">{children}</p>;
}
