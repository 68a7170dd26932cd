'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { GUARDRAIL_METRICS } from '@/lib/domain/guardrail-metric';
import { newGuardrail } from '@/lib/view/canary/plan-draft';
import { METRIC_WORDS } from '@/lib/view/canary/plan-lines';
import type { RegistrationFields } from './registration-fields';

/** Further metrics that must not become worse, a row each. */
export function GuardrailFields({ form }: { form: RegistrationFields }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'draft.guardrails' });
  const rows = form.watch('draft.guardrails');
  const fault = form.fault('guardrails');
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-[0.8125rem]">
        Guardrails <span className="font-normal text-ink-faint text-xs">what else must not become worse</span>
      </legend>
      <div className="flex flex-col gap-3">
        {fields.map(({ id }, index) => (
          <GuardrailRow key={id} form={form} index={index} onRemove={() => remove(index)} />
        ))}
        <div className="flex flex-wrap gap-2">
          {GUARDRAIL_METRICS.map((metric) => (
            <Button key={metric} size="sm" onClick={() => append(newGuardrail(rows, metric))}>
              <Plus aria-hidden /> {METRIC_WORDS[metric].name}
            </Button>
          ))}
        </div>
      </div>
      {fault ? <FaultLine>{fault}</FaultLine> : null}
    </fieldset>
  );
}

interface GuardrailRowProps {
  readonly form: RegistrationFields;
  readonly index: number;
  readonly onRemove: () => void;
}

function GuardrailRow({ form: { register, watch }, index, onRemove }: GuardrailRowProps) {
  const id = `guardrail-${index}`;
  const name = `draft.guardrails.${index}` as const;
  const row = watch(name);
  return (
    <div className="grid items-end gap-3 rounded-md border border-line bg-sunken/60 p-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_minmax(0,1.4fr)_auto]">
      <Field id={`${id}-name`} label="Name">
        {(control) => <Input {...control} {...register(`${name}.name`)} />}
      </Field>
      <Field id={`${id}-margin`} label={`At most, ${METRIC_WORDS[row.metric].unit}`}>
        {(control) => <Input {...control} {...register(`${name}.margin`)} inputMode="decimal" />}
      </Field>
      <Field id={`${id}-broken`} label="When broken">
        {(control) => (
          <Select {...control} {...register(`${name}.whenBroken`)}>
            <option value="rollBack">Roll back</option>
            <option value="hold">Hold, end inconclusive</option>
          </Select>
        )}
      </Field>
      <Button variant="ghost" size="icon" aria-label={`Remove ${row.name}`} onClick={onRemove}>
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
}
