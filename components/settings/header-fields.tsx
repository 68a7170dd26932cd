'use client';

import { Plus, X } from 'lucide-react';
import type { UseFieldArrayReturn, UseFormRegister } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { FaultLine } from '@/components/ui/fault-line';
import { Input } from '@/components/ui/input';
import type { ProviderDraft } from './provider-draft';

interface HeaderFieldsProps {
  readonly rows: UseFieldArrayReturn<ProviderDraft, 'headers'>;
  readonly register: UseFormRegister<ProviderDraft>;
  readonly fault: string | undefined;
}

/** Extra headers of a provider's requests, each with the mark that makes it part of the evaluation key. */
export function HeaderFields({ rows: { fields, append, remove }, register, fault }: HeaderFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-[0.8125rem] text-ink">
        Headers <span className="font-normal text-ink-faint text-xs">optional</span>
      </legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="flex flex-wrap items-center gap-2">
          <Input
            {...register(`headers.${index}.name`)}
            className="min-w-32 flex-1 font-mono"
            aria-label={`Name of header ${index + 1}`}
            placeholder="x-route"
          />
          <Input
            {...register(`headers.${index}.value`)}
            className="min-w-32 flex-1 font-mono"
            aria-label={`Value of header ${index + 1}`}
          />
          <Checkbox {...register(`headers.${index}.affectsAnswers`)}>Affects answers</Checkbox>
          <Button
            size="iconSm"
            variant="ghost"
            aria-label={`Remove header ${index + 1}`}
            onClick={() => remove(index)}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button size="sm" onClick={() => append({ name: '', value: '', affectsAnswers: false })}>
          <Plus aria-hidden /> Add header
        </Button>
      </div>
      {fields.length === 0 ? null : (
        <p className="text-ink-faint text-xs">
          Check “Affects answers” for a route or a deployment: runs with another value share no cached
          answers. Leave credentials unchecked.
        </p>
      )}
      {fault ? <FaultLine>{fault}</FaultLine> : null}
    </fieldset>
  );
}
