'use client';

import { Plus, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { FaultLine } from '@/components/ui/fault-line';
import { Input } from '@/components/ui/input';

/** One header as it stands in the form; the key keeps its place while others come and go. */
export interface HeaderRow {
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly affectsAnswers: boolean;
}

interface HeaderFieldsProps {
  readonly rows: readonly HeaderRow[];
  readonly fault: string | undefined;
  readonly onChange: (rows: readonly HeaderRow[]) => void;
}

/** Extra headers of a provider's requests, each with the mark that makes it part of the evaluation key. */
export function HeaderFields({ rows, fault, onChange }: HeaderFieldsProps) {
  const change = (key: number, part: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, name: '', value: '', affectsAnswers: false }]);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-[0.8125rem] text-ink">
        Headers <span className="font-normal text-ink-faint text-xs">optional</span>
      </legend>
      {rows.map(({ key, name, value, affectsAnswers }, index) => (
        <div key={key} className="flex flex-wrap items-center gap-2">
          <Input
            className="min-w-32 flex-1 font-mono"
            aria-label={`Name of header ${index + 1}`}
            placeholder="x-route"
            value={name}
            onChange={(event) => change(key, { name: event.target.value })}
          />
          <Input
            className="min-w-32 flex-1 font-mono"
            aria-label={`Value of header ${index + 1}`}
            value={value}
            onChange={(event) => change(key, { value: event.target.value })}
          />
          <Checkbox
            checked={affectsAnswers}
            onCheckedChange={(isOn) => change(key, { affectsAnswers: isOn })}
          >
            Affects answers
          </Checkbox>
          <Button
            size="iconSm"
            variant="ghost"
            aria-label={`Remove header ${index + 1}`}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button size="sm" onClick={add}>
          <Plus aria-hidden /> Add header
        </Button>
      </div>
      {rows.length === 0 ? null : (
        <p className="text-ink-faint text-xs">
          Check “Affects answers” for a route or a deployment: runs with another value share no cached
          answers. Leave credentials unchecked.
        </p>
      )}
      {fault ? <FaultLine>{fault}</FaultLine> : null}
    </fieldset>
  );
}

export function rowsOf(headers: Readonly<Record<string, string>>, marked: readonly string[]): HeaderRow[] {
  return Object.entries(headers).map(([name, value], key) => ({
    key,
    name,
    value,
    affectsAnswers: marked.includes(name),
  }));
}

/** What the API takes; a row without a name is none. */
export function headersOf(rows: readonly HeaderRow[]) {
  const named = rows.map((row) => ({ ...row, name: row.name.trim() })).filter(({ name }) => name !== '');
  return {
    headers: Object.fromEntries(named.map(({ name, value }) => [name, value])),
    behaviouralHeaders: named.filter(({ affectsAnswers }) => affectsAnswers).map(({ name }) => name),
  };
}
