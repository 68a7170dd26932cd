'use client';

import { Plus, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { GUARDRAIL_METRICS } from '@/lib/domain/canary';
import { type GuardrailDraft, type PlanDraft, withGuardrail } from '@/lib/view/canary/plan-draft';
import { METRIC_WORDS } from '@/lib/view/canary/plan-lines';

interface GuardrailFieldsProps {
  readonly draft: PlanDraft;
  readonly fault: string | undefined;
  readonly onChange: (draft: PlanDraft) => void;
}

/** What else must not become worse, a row each. */
export function GuardrailFields({ draft, fault, onChange }: GuardrailFieldsProps) {
  const change = (key: string, part: Partial<GuardrailDraft>) =>
    onChange({
      ...draft,
      guardrails: draft.guardrails.map((row) => (row.key === key ? { ...row, ...part } : row)),
    });
  const remove = (key: string) =>
    onChange({ ...draft, guardrails: draft.guardrails.filter((row) => row.key !== key) });
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-[0.8125rem]">
        Guardrails <span className="font-normal text-ink-faint text-xs">what else must not become worse</span>
      </legend>
      <div className="flex flex-col gap-3">
        {draft.guardrails.map((row) => (
          <GuardrailRow
            key={row.key}
            row={row}
            onChange={(part) => change(row.key, part)}
            onRemove={() => remove(row.key)}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          {GUARDRAIL_METRICS.map((metric) => (
            <Button key={metric} size="sm" onClick={() => onChange(withGuardrail(draft, metric))}>
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
  readonly row: GuardrailDraft;
  readonly onChange: (part: Partial<GuardrailDraft>) => void;
  readonly onRemove: () => void;
}

function GuardrailRow({ row, onChange, onRemove }: GuardrailRowProps) {
  const id = `guardrail-${row.key.replaceAll(/\W+/g, '-')}`;
  return (
    <div className="grid items-end gap-3 rounded-md border border-line bg-sunken/60 p-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_minmax(0,1.4fr)_auto]">
      <Field id={`${id}-name`} label="Name">
        {(control) => (
          <Input {...control} value={row.name} onChange={(event) => onChange({ name: event.target.value })} />
        )}
      </Field>
      <Field id={`${id}-margin`} label={`At most, ${METRIC_WORDS[row.metric].unit}`}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={row.margin}
            onChange={(event) => onChange({ margin: event.target.value })}
          />
        )}
      </Field>
      <Field id={`${id}-broken`} label="When broken">
        {(control) => (
          <Select
            {...control}
            value={row.whenBroken}
            onChange={(event) =>
              onChange({ whenBroken: event.target.value === 'hold' ? 'hold' : 'rollBack' })
            }
          >
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
