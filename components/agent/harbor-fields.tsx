'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { AgentFormParts } from './agent-form-type';

/** The agent and the model by the names that Harbor gives them. */
export function HarborFields({ form: { register, fault } }: { form: AgentFormParts }) {
  return (
    <>
      <Field
        id="agent-harbor"
        label="Harbor agent"
        hint="A name such as terminus-2, or an import path."
        fault={fault('settings.harbor.agent')}
      >
        {(control) => <Input {...control} {...register('harborAgent')} className="font-mono" />}
      </Field>
      <Field
        id="agent-harbor-model"
        label="Harbor model"
        optional
        hint="Empty: openai/ and the model of the experiment."
        fault={fault('settings.harbor.model')}
      >
        {(control) => <Input {...control} {...register('harborModel')} className="font-mono" />}
      </Field>
    </>
  );
}
