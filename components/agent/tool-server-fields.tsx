'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { usePrograms } from '@/components/queries/use-agents';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import type { AgentFormParts } from './agent-form-type';

const NEW_SERVER = { name: '', url: '', withSecret: false };

/** Servers of the Model Context Protocol: addresses, and programs that the workers' operator has named. */
export function ToolServerFields({ form, agent }: { form: AgentFormParts; agent: AgentView | null }) {
  const { register, fault, watch, control: fieldControl } = form;
  const rows = useFieldArray({ control: fieldControl, name: 'servers' });
  const programs = usePrograms('mcp').data ?? [];
  return (
    <div className="flex flex-col gap-4">
      {rows.fields.map((row, at) => (
        <fieldset key={row.id} className="flex flex-col gap-3 border-line border-t pt-4">
          <legend className="sr-only">Tool server {at + 1}</legend>
          {watch(`servers.${at}.via`) === 'http' ? (
            <div className="grid gap-3 sm:grid-cols-[1fr_2fr]">
              <Field
                id={`agent-server-${at}`}
                label="Server name"
                fault={fault(`settings.servers.${at}.name`)}
              >
                {(control) => <Input {...control} {...register(`servers.${at}.name`)} placeholder="desk" />}
              </Field>
              <Field
                id={`agent-server-url-${at}`}
                label="Server address"
                fault={fault(`settings.servers.${at}.url`)}
              >
                {(control) => (
                  <Input
                    {...control}
                    {...register(`servers.${at}.url`)}
                    type="url"
                    placeholder="https://tools.example.com/mcp"
                  />
                )}
              </Field>
            </div>
          ) : (
            <Field
              id={`agent-server-${at}`}
              label="Server program"
              hint={
                programs.length > 0
                  ? 'Started for each rollout, on the workers that know it.'
                  : 'No live worker offers a tool server. Type the name that its operator will give it.'
              }
              fault={fault(`settings.servers.${at}.name`)}
            >
              {(control) =>
                programs.length > 0 ? (
                  <Select {...control} {...register(`servers.${at}.name`)}>
                    {programs.map(({ name }) => (
                      <option key={name} value={name}>
                        {name}
                      </option>
                    ))}
                  </Select>
                ) : (
                  <Input {...control} {...register(`servers.${at}.name`)} />
                )
              }
            </Field>
          )}
          <div className="flex flex-wrap items-center justify-between gap-2">
            {watch(`servers.${at}.via`) === 'http' ? (
              <Checkbox {...register(`servers.${at}.withSecret`)}>Send the secret</Checkbox>
            ) : (
              <span />
            )}
            <Button variant="ghost" size="sm" onClick={() => rows.remove(at)}>
              <Trash2 aria-hidden /> Remove {watch(`servers.${at}.name`) || 'server'}
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => rows.append({ via: 'http', ...NEW_SERVER })}>
          <Plus aria-hidden /> Add server address
        </Button>
        <Button
          size="sm"
          onClick={() => rows.append({ via: 'command', ...NEW_SERVER, name: programs[0]?.name ?? '' })}
        >
          <Plus aria-hidden /> Add server program
        </Button>
      </div>
      <Field
        id="agent-header"
        label="Header with a secret"
        optional
        hint={
          agent?.hasSecret
            ? 'Another host clears its secret.'
            : 'Set its secret on the page of the agent after saving.'
        }
        fault={fault('settings.header')}
      >
        {(control) => <Input {...control} {...register('header')} autoComplete="off" />}
      </Field>
      {fault('settings.servers') && rows.fields.length === 0 ? (
        <FaultLine id="agent-servers-fault">{fault('settings.servers')}</FaultLine>
      ) : null}
    </div>
  );
}
