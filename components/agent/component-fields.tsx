'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import { injectionWays } from '@/lib/domain/agent';
import { INJECTION_WAY_WORDS } from '@/lib/view/agent-words';
import type { AgentFormParts } from './agent-form-type';

/** The built-in loop's own component; descriptions of tools are marked in the list of tools. */
export function SystemTextField({ form: { register, fault } }: { form: AgentFormParts }) {
  return (
    <Field
      id="agent-text-0"
      label="System text"
      optional
      hint="Runs start from this text where the experiment gives none."
      fault={fault('settings.components.0.initialText')}
    >
      {(control) => (
        <Textarea {...control} {...register('components.0.initialText')} rows={5} className="font-mono" />
      )}
    </Field>
  );
}

/** Components of the candidate: name, way to the model, and text to start from. */
export function ComponentFields({ form }: { form: AgentFormParts }) {
  const { register, fault, watch, control: fieldControl } = form;
  const rows = useFieldArray({ control: fieldControl, name: 'components' });
  const isProxied = watch('proxied');
  const whole = rows.fields.some((_, at) => fault(`settings.components.${at}`))
    ? undefined
    : fault('settings.components');
  return (
    <div className="flex flex-col gap-5">
      {rows.fields.map((row, at) => (
        <div
          key={row.id}
          className="flex flex-col gap-3 border-line border-t pt-5 first:border-t-0 first:pt-0"
        >
          <div className="grid gap-3 sm:grid-cols-2">
            <Field
              id={`agent-component-${at}`}
              label="Component name"
              fault={fault(`settings.components.${at}.name`)}
            >
              {(control) => <Input {...control} {...register(`components.${at}.name`)} />}
            </Field>
            <Field
              id={`agent-injection-${at}`}
              label="Way to the model"
              hint={isProxied ? undefined : 'Without the proxy the agent reads the job.'}
              fault={fault(`settings.components.${at}.injection`)}
            >
              {(control) => (
                <Select {...control} {...register(`components.${at}.injection`)} disabled={!isProxied}>
                  {injectionWays.map((way) => (
                    <option key={way} value={way}>
                      {INJECTION_WAY_WORDS[way]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <Field
            id={`agent-text-${at}`}
            label="Initial text"
            optional
            hint={
              watch(`components.${at}.injection`) === 'marker' && isProxied
                ? `Write {{waggle:${watch(`components.${at}.name`)}}} into the system text of the agent.`
                : undefined
            }
            fault={fault(`settings.components.${at}.initialText`)}
          >
            {(control) => (
              <Textarea
                {...control}
                {...register(`components.${at}.initialText`)}
                rows={3}
                className="font-mono"
              />
            )}
          </Field>
          {rows.fields.length > 1 ? (
            <Button variant="ghost" size="sm" className="self-end" onClick={() => rows.remove(at)}>
              <Trash2 aria-hidden /> Remove {watch(`components.${at}.name`)}
            </Button>
          ) : null}
        </div>
      ))}
      {whole ? <FaultLine id="agent-components-fault">{whole}</FaultLine> : null}
      <Button
        size="sm"
        className="self-start"
        disabled={rows.fields.length >= 20}
        onClick={() => rows.append({ name: '', injection: 'given', initialText: '' })}
      >
        <Plus aria-hidden /> Add component
      </Button>
    </div>
  );
}
