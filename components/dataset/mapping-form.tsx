'use client';

import { type FormEvent, useId } from 'react';
import type { z } from 'zod';
import { textOf } from '@/components/api/form-values';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import type { fieldMapping, ImportPreviewView } from '@/lib/contracts/imports';
import { describeSource, presetWord, readSource } from '@/lib/view/field-source';

type Mapping = z.output<typeof fieldMapping>;
export type Preset = ImportPreviewView['preset'];

const FIELDS = [
  { name: 'question', label: 'Question', hint: 'What the model is asked' },
  { name: 'expected', label: 'Expected answer', hint: 'What scoring compares with' },
  { name: 'context', label: 'Context', hint: 'Material beside the question' },
  { name: 'id', label: 'Id', hint: 'Empty: from the content' },
  { name: 'groupKey', label: 'Group', hint: 'Examples that must stay in one part' },
  {
    name: 'sourceSplit',
    label: 'Source',
    hint: 'A column that names the part, such as train; empty: the file',
  },
] as const;

const PRESETS = ['formula', 'finer', 'generic'] as const;

interface MappingFormProps {
  readonly preview: ImportPreviewView;
  readonly busy: boolean;
  readonly onChange: (preset: Preset, mapping: Mapping | null) => void;
}

export function MappingForm({ preview, busy, onChange }: MappingFormProps) {
  const listId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => readSource(textOf(form, name));
    onChange(preview.preset, {
      id: read('id'),
      question: read('question') ?? { constant: '' },
      context: read('context'),
      expected: read('expected') ?? { constant: '' },
      groupKey: read('groupKey'),
      sourceSplit: read('sourceSplit'),
    });
  };
  return (
    <form key={JSON.stringify(preview.mapping)} onSubmit={submit} className="flex flex-col gap-4" noValidate>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Preset"
          value={preview.preset}
          onChange={(preset) => onChange(preset, null)}
          options={PRESETS.map((value) => ({ value, label: presetWord(value) }))}
        />
        <span className="text-ink-faint text-xs">
          A place like <code className="font-mono">answer.value</code>, a text with{' '}
          <code className="font-mono">{'{{places}}'}</code>, or <code className="font-mono">=fixed</code>
        </span>
      </div>
      <datalist id={listId}>
        {preview.fields.map((field) => (
          <option key={field.path} value={field.path}>
            {field.samples[0]?.slice(0, 60)}
          </option>
        ))}
      </datalist>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {FIELDS.map(({ name, label, hint }) => (
          <Field
            key={name}
            id={`mapping-${name}`}
            label={label}
            hint={hint}
            optional={name !== 'question' && name !== 'expected'}
          >
            {(control) => (
              <Input
                {...control}
                name={name}
                list={listId}
                defaultValue={describeSource(preview.mapping[name])}
                className="font-mono text-xs"
              />
            )}
          </Field>
        ))}
      </div>
      <Button type="submit" className="self-start" busy={busy}>
        Preview again
      </Button>
    </form>
  );
}
