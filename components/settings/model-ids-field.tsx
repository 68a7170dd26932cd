'use client';

import { useState } from 'react';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { PreviewModelsInput } from '@/lib/contracts/provider-preview';
import { plural } from '@/lib/view/numbers';
import { modelIdsOf, withModelId } from './provider-draft';
import { usePreviewModels } from './use-providers';

/** From here on a list gets a filter. */
const LONG = 12;

interface ModelIdsFieldProps {
  readonly value: string;
  readonly fault: string | undefined;
  /** Null while the address is none. */
  readonly endpoint: PreviewModelsInput | null;
  readonly onChange: (value: string) => void;
}

/** Model ids as free text, and on request the endpoint's own list to choose from. */
export function ModelIdsField({ value, fault, endpoint, onChange }: ModelIdsFieldProps) {
  const preview = usePreviewModels();
  const found = preview.data;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex min-w-0 items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field
            id="provider-models"
            label="Models"
            optional
            hint="Ids with commas. Left empty, those that the endpoint lists."
            fault={fault}
          >
            {(control) => (
              <Input {...control} value={value} onChange={(event) => onChange(event.target.value)} />
            )}
          </Field>
        </div>
        <Button
          className="mt-[1.6rem]"
          busy={preview.isPending}
          blocked={blockedBy(endpoint === null ? 'Give a full base address first.' : null)}
          onClick={() => endpoint && preview.mutate(endpoint)}
        >
          Fetch models
        </Button>
      </div>
      <div role="status" className="text-xs">
        {preview.isError ? <p className="text-bad">{preview.error.message}</p> : null}
        {found?.problem ? <p className="text-bad">{found.problem}</p> : null}
        {found && found.items.length > 0 ? (
          <p className="text-ink-soft">
            {plural(found.items.length, 'model')} found. Check the ones to add; none checked adds them all.
          </p>
        ) : null}
      </div>
      {found && found.items.length > 0 ? (
        <FoundModels
          items={found.items}
          chosen={modelIdsOf({ models: value })}
          onToggle={(id, isOn) => onChange(withModelId(value, id, isOn))}
        />
      ) : null}
    </div>
  );
}

interface FoundModelsProps {
  readonly items: readonly string[];
  readonly chosen: readonly string[];
  readonly onToggle: (id: string, isOn: boolean) => void;
}

function FoundModels({ items, chosen, onToggle }: FoundModelsProps) {
  const [search, setSearch] = useState('');
  const shown = items.filter((id) => id.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-sunken/60 p-2.5">
      {items.length > LONG ? (
        <Input
          aria-label="Filter the list"
          placeholder="Filter"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      <ul aria-label="Listed models" className="flex max-h-44 flex-col gap-1 overflow-y-auto">
        {shown.map((id) => (
          <li key={id} className="min-w-0 break-words">
            <Checkbox checked={chosen.includes(id)} onCheckedChange={(isOn) => onToggle(id, isOn)}>
              {id}
            </Checkbox>
          </li>
        ))}
      </ul>
    </div>
  );
}
