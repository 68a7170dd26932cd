'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import { newHttpTool } from '@/lib/view/tool-draft';
import type { AgentFormParts } from './agent-form-type';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Tools that are one HTTP request each. */
export function HttpToolFields({ form }: { form: AgentFormParts }) {
  const { register, fault, watch, control: fieldControl } = form;
  const rows = useFieldArray({ control: fieldControl, name: 'httpTools' });
  return (
    <div className="flex flex-col gap-5">
      {rows.fields.map((row, at) => {
        const faultAt = (name: string) => fault(`settings.httpTools.${at}.${name}`);
        return (
          <fieldset
            key={row.id}
            className="flex flex-col gap-3 border-line border-t pt-5 first:border-t-0 first:pt-0"
          >
            <legend className="sr-only">HTTP tool {at + 1}</legend>
            <div className="grid gap-3 sm:grid-cols-[2fr_1fr]">
              <Field id={`agent-http-${at}`} label="Tool name" fault={faultAt('name')}>
                {(control) => (
                  <Input {...control} {...register(`httpTools.${at}.name`)} placeholder="weather" />
                )}
              </Field>
              <Field id={`agent-http-method-${at}`} label="Method" fault={faultAt('method')}>
                {(control) => (
                  <Select {...control} {...register(`httpTools.${at}.method`)}>
                    {METHODS.map((method) => (
                      <option key={method} value={method}>
                        {method}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </div>
            <Field
              id={`agent-http-url-${at}`}
              label="Tool address"
              hint="Parameters in braces go into the path; the others into the query, or into a JSON body."
              fault={faultAt('url')}
            >
              {(control) => (
                <Input
                  {...control}
                  {...register(`httpTools.${at}.url`)}
                  placeholder="https://api.example.com/cities/{city}"
                />
              )}
            </Field>
            <Field id={`agent-http-text-${at}`} label="Description" fault={faultAt('description')}>
              {(control) => <Textarea {...control} {...register(`httpTools.${at}.description`)} rows={2} />}
            </Field>
            <Field
              id={`agent-http-parameters-${at}`}
              label="Parameters"
              hint="A JSON Schema of one object."
              fault={faultAt('parameters')}
            >
              {(control) => (
                <Textarea
                  {...control}
                  {...register(`httpTools.${at}.parameters`)}
                  rows={5}
                  className="font-mono"
                />
              )}
            </Field>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <Checkbox {...register(`httpTools.${at}.withSecret`)}>Send the secret</Checkbox>
              <Checkbox {...register(`httpTools.${at}.isLearned`)}>Learn description</Checkbox>
              <Button variant="ghost" size="sm" onClick={() => rows.remove(at)}>
                <Trash2 aria-hidden /> Remove {watch(`httpTools.${at}.name`) || 'tool'}
              </Button>
            </div>
          </fieldset>
        );
      })}
      <Button
        size="sm"
        className="self-start"
        disabled={rows.fields.length >= 64}
        onClick={() => rows.append(newHttpTool())}
      >
        <Plus aria-hidden /> Add HTTP tool
      </Button>
    </div>
  );
}
