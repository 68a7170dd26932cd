import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import { textOf } from '@/components/api/form-values';
import { Button } from '@/components/ui/button';
import { Fold } from '@/components/ui/fold';
import { Segmented } from '@/components/ui/segmented';
import type { fieldMapping, ImportPreviewView } from '@/lib/contracts/imports';
import { presetWord, readSource } from '@/lib/view/field-source';
import { openRoleWords } from '@/lib/view/import-words';
import { ColumnPicker } from './column-picker';
import { RawRecord } from './raw-record';

type Mapping = z.output<typeof fieldMapping>;
export type Preset = ImportPreviewView['preset'];

const FIELDS = [
  { name: 'question', label: 'Question', hint: 'Sent to the model', none: 'Choose a column' },
  { name: 'expected', label: 'Expected answer', hint: 'Compared by the evaluator', none: 'Choose a column' },
  { name: 'context', label: 'Context', hint: 'Sent with the question', none: 'None' },
  { name: 'id', label: 'Id', hint: 'Names each example', none: 'Made from the content' },
  { name: 'groupKey', label: 'Group', hint: 'Keeps examples in one part', none: 'None' },
  { name: 'sourceSplit', label: 'Source', hint: 'Names the part, such as train', none: 'The file name' },
] as const;

const PRESETS = ['formula', 'finer', 'generic'] as const;

interface MappingFormProps {
  readonly preview: ImportPreviewView;
  readonly busy: boolean;
  readonly onChange: (preset: Preset, mapping: Mapping | null) => void;
}

/** A picker for each role with the first record next to them; what names do not settle is chosen here. */
export function MappingForm({ preview, busy, onChange }: MappingFormProps) {
  const [missing, setMissing] = useState<readonly string[]>([]);
  const isOpen = preview.unsettled.length > 0;
  const asked = (role: string) => preview.unsettled.find((one) => one.role === role);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => readSource(textOf(form, name));
    const [question, expected] = [read('question'), read('expected')];
    setMissing([...(question ? [] : ['question']), ...(expected ? [] : ['expected'])]);
    if (question === null || expected === null) return;
    onChange(preview.preset, {
      id: read('id'),
      question,
      context: read('context'),
      expected,
      groupKey: read('groupKey'),
      sourceSplit: read('sourceSplit'),
    });
  };
  const formats = (
    <Segmented
      label="File format"
      value={preview.preset}
      onChange={(preset) => onChange(preset, null)}
      options={PRESETS.map((value) => ({ value, label: presetWord(value) }))}
    />
  );
  const isPublished = preview.preset !== 'generic';
  const form = (
    <form
      key={JSON.stringify([preview.preset, preview.mapping, preview.fields.map(({ path }) => path)])}
      onSubmit={submit}
      className="flex flex-col gap-4"
      noValidate
    >
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="grid content-start gap-4 sm:grid-cols-2">
          {FIELDS.map(({ name, ...words }) => {
            const open =
              name === 'question' || name === 'expected' || name === 'context' ? asked(name) : undefined;
            const proposed = open?.proposed ? { path: open.proposed } : null;
            return (
              <ColumnPicker
                key={name}
                name={name}
                {...words}
                openHint={openRoleWords(open)}
                optional={name !== 'question' && name !== 'expected'}
                columns={preview.fields}
                value={preview.mapping[name] ?? proposed}
                fault={missing.includes(name) ? 'Choose a column.' : undefined}
              />
            );
          })}
        </div>
        <RawRecord record={preview.firstRecord} />
      </div>
      <Button type="submit" variant={isOpen ? 'primary' : 'secondary'} className="self-start" busy={busy}>
        {isOpen ? 'Use these columns' : 'Update preview'}
      </Button>
    </form>
  );
  return (
    <div className="flex flex-col gap-4">
      {isPublished ? formats : null}
      {form}
      {isPublished ? null : (
        <Fold summary="Other formats">
          <p className="mb-2 text-ink-faint text-xs">
            Files of the published Formula and FiNER data sets hold a whole prompt in each record.
          </p>
          {formats}
        </Fold>
      )}
    </div>
  );
}
