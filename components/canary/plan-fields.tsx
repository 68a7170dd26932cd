'use client';

import { Checkbox } from '@/components/ui/checkbox';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { LIVE_STEP_SHARES } from '@/lib/domain/canary';
import type { FailureLevel } from '@/lib/domain/failure-level';
import { canaryPolicyOf, canarySentence } from '@/lib/policy/canary-policy';
import type { PlanDraft } from '@/lib/view/canary/plan-draft';
import { percentWords } from '@/lib/view/canary/plan-lines';
import type { UsualPlan } from '@/lib/view/canary/usual-plan';
import type { RegistrationFields } from './registration-fields';

type TextKey = Exclude<
  keyof PlanDraft,
  'mode' | 'failureLevel' | 'liveSteps' | 'guardrails' | 'acceptsLowPower'
>;

interface PlanFieldsProps {
  readonly form: RegistrationFields;
  /** Meaning of an empty field. */
  readonly usual: UsualPlan;
}

const LEVELS: readonly FailureLevel[] = ['low', 'medium', 'high'];

export function PlanFields({ form, usual }: PlanFieldsProps) {
  const { register, fault } = form;
  const number = (key: TextKey, label: string, hint: string, path: string = key) => (
    <Field id={`plan-${key}`} label={label} hint={hint} fault={fault(path)}>
      {(control) => (
        <Input {...control} {...register(`draft.${key}`)} inputMode="decimal" placeholder={usual[key]} />
      )}
    </Field>
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          id="plan-failureLevel"
          label="What does a failure cost?"
          hint={canarySentence(canaryPolicyOf(form.watch('draft.failureLevel')))}
          fault={fault('failureLevel')}
        >
          {(control) => (
            <Select {...control} {...register('draft.failureLevel')}>
              {LEVELS.map((level) => (
                <option key={level}>{level}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          id="plan-mode"
          label="Who sees the challenger?"
          hint="In shadow no user does: it answers in the background."
          fault={fault('mode')}
        >
          {(control) => (
            <Select {...control} {...register('draft.mode')}>
              <option value="shadow">None: shadow</option>
              <option value="optIn">Callers who asked for it</option>
            </Select>
          )}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {number(
          'margin',
          'Margin, points',
          'How much worse than the incumbent still passes; only you can say it',
        )}
        {number('share', 'Share, %', 'Of the requests that the challenger answers too')}
        {number('windowDays', 'Window, days', 'Whole days, so that no hour counts twice', 'windowHours')}
        {number('pairsPlanned', 'Pairs planned', 'The end comes with them, after a whole day')}
        {number('pairsMin', 'Pairs at least', 'Below them there is no pass')}
        {number('approvers', 'Approvals', 'People who have to approve')}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {number(
          'addedTokensMax',
          'Added tokens, at most',
          'More than the live prompt has; empty = a heavier prompt is shown and refuses nothing',
        )}
      </div>
      <LiveSteps form={form} usual={usual.liveSteps} />
      <div className="grid gap-4 sm:grid-cols-3">
        {number('stepHours', 'Hours a live step', 'How long each lasts')}
        {number('watchHours', 'Hours of watch', 'After the promotion')}
        {number('outcomeWindowHours', 'Hours for late outcomes', 'Later ones do not count')}
      </div>
    </>
  );
}

function LiveSteps({ form, usual }: { form: RegistrationFields; usual: string | undefined }) {
  const chosen = form.watch('draft.liveSteps');
  const fault = form.fault('liveSteps');
  const toggle = (share: number, isOn: boolean) =>
    form.setValue(
      'draft.liveSteps',
      LIVE_STEP_SHARES.filter((known) => (known === share ? isOn : chosen.includes(known))),
    );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-[0.8125rem]">
        Live steps{' '}
        <span className="font-normal text-ink-faint text-xs">
          none chosen: as the failure cost has it{usual ? ` (${usual})` : ''}
        </span>
      </legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {LIVE_STEP_SHARES.map((share) => (
          <Checkbox
            key={share}
            checked={chosen.includes(share)}
            onCheckedChange={(isOn) => toggle(share, isOn)}
          >
            {percentWords(share)}
          </Checkbox>
        ))}
      </div>
      {fault ? <FaultLine>{fault}</FaultLine> : null}
    </fieldset>
  );
}
