'use client';

import { Checkbox } from '@/components/ui/checkbox';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { SweepArm } from '@/lib/domain/sweep';
import { SWEEP_ARMS } from '@/lib/domain/sweep-arms';
import type { SweepDraft } from '@/lib/view/sweep-draft';
import { ARM_WORDS } from '@/lib/view/sweep-words';

type Key = keyof SweepDraft;

interface SweepFieldsProps {
  readonly draft: SweepDraft;
  readonly fault: (key: Key | 'budget') => string | undefined;
  readonly onChange: (part: Partial<SweepDraft>) => void;
}

export function SweepFields({ draft, fault, onChange }: SweepFieldsProps) {
  const field = (key: Exclude<Key, 'arms'>, label: string, hint: string, isOptional = false) => (
    <Field id={`sweep-${key}`} label={label} hint={hint} optional={isOptional} fault={fault(key)}>
      {(control) => (
        <Input
          {...control}
          inputMode={isOptional ? 'decimal' : 'text'}
          value={draft[key]}
          onChange={(event) => onChange({ [key]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <ArmChoice chosen={draft.arms} fault={fault('arms')} onChange={(arms) => onChange({ arms })} />
      <div className="grid gap-4 sm:grid-cols-3">
        {field('sizes', 'Batch sizes', 'With commas; of every arm that has sizes')}
        {field('seeds', 'Seeds', 'With commas; three and more give intervals')}
        {field('concurrent', 'Runs at once', 'At most; each has the lanes of the experiment')}
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-medium text-[0.8125rem]">
          One budget for all{' '}
          <span className="font-normal text-ink-faint text-xs">hard caps; an empty field caps nothing</span>
        </legend>
        <div className="grid gap-4 sm:grid-cols-4">
          {field('usd', 'Dollars', 'Needs prices', true)}
          {field('tokens', 'Tokens', 'In and out', true)}
          {field('rollouts', 'Rollouts', 'Training only', true)}
          {field('minutes', 'Minutes', 'From the launch', true)}
        </div>
        {fault('budget') ? <FaultLine>{fault('budget')}</FaultLine> : null}
      </fieldset>
    </>
  );
}

function ArmChoice({
  chosen,
  fault,
  onChange,
}: {
  chosen: readonly SweepArm[];
  fault: string | undefined;
  onChange: (arms: readonly SweepArm[]) => void;
}) {
  const toggle = (arm: SweepArm, isOn: boolean) =>
    onChange(SWEEP_ARMS.filter((known) => (known === arm ? isOn : chosen.includes(known))));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-[0.8125rem]">Arms</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {SWEEP_ARMS.map((arm) => (
          <Checkbox
            key={arm}
            className="rounded-md border border-line-strong bg-surface px-3 py-2 has-checked:border-honey-line has-checked:bg-honey-wash"
            checked={chosen.includes(arm)}
            onCheckedChange={(isOn) => toggle(arm, isOn)}
            hint={ARM_WORDS[arm].meaning}
          >
            <span className="font-medium">{ARM_WORDS[arm].name}</span>
          </Checkbox>
        ))}
      </div>
      {fault ? <FaultLine>{fault}</FaultLine> : null}
    </fieldset>
  );
}
