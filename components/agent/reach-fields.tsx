'use client';

import { usePrograms } from '@/components/queries/use-agents';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import { plural } from '@/lib/view/numbers';
import type { AgentFormParts } from './agent-form-type';

interface ReachFieldsProps {
  readonly form: AgentFormParts;
  readonly agent: AgentView | null;
}

/** How an agent is reached: an address, a program that live workers know, or runners that lease. */
export function ReachFields({ form, agent }: ReachFieldsProps) {
  const { register, fault, watch } = form;
  const secretHint = agent?.hasSecret
    ? 'Another host clears its secret.'
    : 'For example X-Api-Key. Set its secret on the page of the agent after saving.';
  return (
    <>
      {watch('kind') === 'http' ? (
        <>
          <Field
            id="agent-url"
            label="Address"
            hint="Each job is posted here as JSON."
            fault={fault('settings.url')}
          >
            {(control) => (
              <Input
                {...control}
                {...register('url')}
                type="url"
                placeholder="https://agents.example.com/rollout"
              />
            )}
          </Field>
          <Field
            id="agent-header"
            label="Header with a secret"
            optional
            hint={secretHint}
            fault={fault('settings.header')}
          >
            {(control) => <Input {...control} {...register('header')} autoComplete="off" />}
          </Field>
        </>
      ) : null}
      {watch('kind') === 'program' ? <ProgramField form={form} /> : null}
      {watch('kind') === 'runner' ? (
        <p className="text-[0.8125rem] text-ink-soft">
          Your machines ask for rollouts by the name of this agent. They need outgoing HTTPS only. After
          saving, the page of the agent has the code to start one.
        </p>
      ) : null}
      <Checkbox
        {...register('proxied')}
        hint="The agent uses the base address and the key of its job. Without this, cost is unmeasured and learned texts cannot be promoted."
      >
        Model calls go through Waggle
      </Checkbox>
    </>
  );
}

function ProgramField({ form: { register, fault } }: Pick<ReachFieldsProps, 'form'>) {
  const programs = usePrograms();
  const known = programs.data ?? [];
  const named = programs.isPending ? { disabled: true } : register('command');
  return (
    <Field
      id="agent-command"
      label="Program"
      hint={
        known.length > 0
          ? 'Rollouts run on the workers that know it.'
          : 'No live worker offers an agent program yet. Type the name that its operator will give it.'
      }
      fault={fault('settings.command')}
    >
      {(control) =>
        known.length > 0 ? (
          <Select {...control} {...named}>
            {known.map(({ name, workers }) => (
              <option key={name} value={name}>
                {name} ({plural(workers, 'worker')})
              </option>
            ))}
          </Select>
        ) : (
          <Input {...control} {...named} />
        )
      }
    </Field>
  );
}
