'use client';

import { useState } from 'react';
import { faultsOf, textOf } from '@/components/api/form-values';
import { type KeyBasics, NewKeyDialog } from '@/components/settings/new-key-dialog';
import { Checkbox } from '@/components/ui/checkbox';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Select, Textarea } from '@/components/ui/input';
import { SLOT_SCOPES } from '@/lib/domain/actor';
import { SCOPE_WORDS } from '@/lib/view/slot-words';
import { useCreateSlotKey } from './use-slot-prompts';

interface SlotKeyDialogProps {
  readonly slotId: string;
  readonly onClose: () => void;
}

export function SlotKeyDialog({ slotId, onClose }: SlotKeyDialogProps) {
  const create = useCreateSlotKey(slotId);
  const fault = faultsOf(create.error);
  const [use, setUse] = useState<'server' | 'browser'>('server');
  const submit = (basics: KeyBasics, form: FormData) => {
    const scopes = SLOT_SCOPES.filter((scope) => form.get(scope) === 'on');
    const origins = textOf(form, 'origins')
      .split(/\s+/)
      .filter((origin) => origin !== '');
    create.mutate(use === 'server' ? { use, ...basics, scopes } : { use, ...basics, origins });
  };
  return (
    <NewKeyDialog
      title="New key of this slot"
      secretTitle="The new key of the slot"
      nameHint="answering service"
      create={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        id="slot-key-use"
        label="Where it is kept"
        hint={
          use === 'browser'
            ? 'Every visitor of the page can read it, so it evaluates only, and only from the pages that you name.'
            : 'In the settings of a program of yours, as a secret.'
        }
        fault={fault('use')}
      >
        {(control) => (
          <Select
            {...control}
            value={use}
            onChange={(event) => setUse(event.target.value === 'browser' ? 'browser' : 'server')}
          >
            <option value="server">On a server</option>
            <option value="browser">In a page that browsers open</option>
          </Select>
        )}
      </Field>
      {use === 'server' ? (
        <fieldset className="min-w-0">
          <legend className="mb-2 font-medium text-[0.8125rem]">It may</legend>
          <div className="grid gap-2">
            {SLOT_SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                name={scope}
                defaultChecked={scope === 'evaluate'}
                hint={SCOPE_WORDS[scope].meaning}
              >
                {SCOPE_WORDS[scope].name}
              </Checkbox>
            ))}
          </div>
          {fault('scopes') ? <FaultLine>{fault('scopes')}</FaultLine> : null}
        </fieldset>
      ) : (
        <Field
          id="slot-key-origins"
          label="Origins of the pages"
          hint="One a line, without a path: https://app.example.com"
          fault={fault('origins')}
        >
          {(control) => <Textarea {...control} name="origins" className="font-mono text-xs" />}
        </Field>
      )}
    </NewKeyDialog>
  );
}
