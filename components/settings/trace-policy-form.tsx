'use client';

import type { FormEvent } from 'react';
import { MAY_NOT_ADMINISTER } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useContractForm } from '@/components/api/use-contract-form';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { say } from '@/components/ui/say';
import { type TracePolicyView, tracePolicy } from '@/lib/contracts/trace-policies';
import { useSetTracePolicy } from './use-trace-policy';

const MEGABYTE = 1_000_000;

/** Each choice with what happens to a record that holds personal data or a secret. */
const PRIVACY: readonly (readonly [TracePolicyView['privacy'], string])[] = [
  ['mask', 'Mask'],
  ['drop', 'Drop the record'],
  ['refuse', 'Refuse the request'],
];

/** As the fields hold it: the limit is typed in megabytes, and empty means none. */
const draftOf = ({ retentionDays, bytesMax, ...policy }: TracePolicyView) => ({
  ...policy,
  retentionDays: String(retentionDays),
  bytesMax: bytesMax === null ? '' : String(bytesMax / MEGABYTE),
});

const policyOf = ({ retentionDays, bytesMax, ...draft }: ReturnType<typeof draftOf>): TracePolicyView => ({
  ...draft,
  retentionDays: retentionDays.trim() === '' ? Number.NaN : Number(retentionDays),
  bytesMax: bytesMax.trim() === '' ? null : Math.round(Number(bytesMax) * MEGABYTE),
});

interface TracePolicyFormProps {
  readonly policy: TracePolicyView;
  /** False: the fields are read, and the form says who may change them. */
  readonly mayChange: boolean;
}

export function TracePolicyForm({ policy, mayChange }: TracePolicyFormProps) {
  const save = useSetTracePolicy();
  const form = useContractForm({
    defaultValues: draftOf(policy),
    schema: tracePolicy,
    bodyOf: policyOf,
    send: async (body) => {
      form.reset(draftOf(await save.mutateAsync(body)));
      say('success', 'Policy saved.');
    },
  });
  const { register, fault } = form;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void form.submit(event.currentTarget);
  };
  return (
    <form onSubmit={submit} aria-label="Policy of traces" noValidate>
      <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-4">
        {mayChange ? null : <Notice>{MAY_NOT_ADMINISTER}</Notice>}
        {form.problem ? <ProblemNotice error={form.problem} /> : null}
        <Field
          id="trace-privacy"
          label="Personal data and secrets"
          hint="Applies to traces that arrive later."
          fault={fault('privacy')}
        >
          {(control) => (
            <Select {...control} {...register('privacy')}>
              {PRIVACY.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Checkbox
          {...register('keepsContent')}
          hint="Without them, numbers and names of models and tools stay. Such traces teach nothing."
        >
          Keep texts of messages, arguments and results
        </Checkbox>
        <Field
          id="trace-days"
          label="Retention in days"
          hint="Older traces are removed every hour, permanently."
          fault={fault('retentionDays')}
        >
          {(control) => (
            <Input {...control} {...register('retentionDays')} type="number" inputMode="numeric" />
          )}
        </Field>
        <Field
          id="trace-bytes"
          label="Size limit in MB"
          optional
          hint="Compressed. Beyond the limit the oldest traces are removed. Empty: no limit."
          fault={fault('bytesMax') && 'Give at least 1 MB, or leave it empty.'}
        >
          {(control) => <Input {...control} {...register('bytesMax')} type="number" inputMode="decimal" />}
        </Field>
        {mayChange ? (
          <Button type="submit" variant="primary" className="self-start" busy={save.isPending}>
            Save policy
          </Button>
        ) : null}
      </fieldset>
    </form>
  );
}
