'use client';

import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import type { AgentFormParts } from './agent-form-type';
import { HarborFields } from './harbor-fields';

/** Agents that act in an environment of each example: there is no address to give. */
export function EnvironmentFields({ form, hasHarbor }: { form: AgentFormParts; hasHarbor: boolean }) {
  const { watch, setValue } = form;
  if (watch('kind') === 'appworld') {
    return <Hint>Writes code in a new AppWorld world for each rollout. The world judges the result.</Hint>;
  }
  const isHarbor = watch('isHarbor');
  return (
    <>
      <Hint>
        {isHarbor
          ? 'Harbor makes a machine for each rollout and runs its agent there. The tests of the task judge it.'
          : 'Works in the terminal of a new sandbox for each rollout. The tests of the task judge it.'}
      </Hint>
      {hasHarbor || isHarbor ? (
        <Segmented
          label="Machine"
          value={isHarbor ? 'harbor' : 'sandbox'}
          options={PLACES}
          onChange={(place) => setValue('isHarbor', place === 'harbor')}
        />
      ) : null}
      {isHarbor ? <HarborFields form={form} /> : <SandboxFields form={form} />}
    </>
  );
}

const PLACES = [
  { value: 'sandbox', label: 'Sandbox of the worker' },
  { value: 'harbor', label: 'Harbor runs the attempt' },
] as const;

function SandboxFields({ form: { register, fault, watch } }: { form: AgentFormParts }) {
  return (
    <>
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
