import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import type { ImportPreviewView } from '@/lib/contracts/imports';
import { describeSource, type FieldSourceValue } from '@/lib/view/field-source';

interface ColumnPickerProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** Shown instead of the hint until a person chooses; undefined where nothing is open. */
  readonly openHint: string | undefined;
  /** Name of the empty choice. */
  readonly none: string;
  readonly optional: boolean;
  readonly columns: ImportPreviewView['fields'];
  readonly value: FieldSourceValue;
  readonly fault: string | undefined;
}

/** Longer than any path may be, so it is no column. */
const OTHER = 'other'.padEnd(301, '-');

/** One column of the file, or by hand a path, a fixed text or a template. The form reads `name`. */
export function ColumnPicker({
  name,
  label,
  hint,
  openHint,
  none,
  optional,
  columns,
  value,
  fault,
}: ColumnPickerProps) {
  const text = describeSource(value);
  const isColumn = text === '' || columns.some(({ path }) => path === text);
  const [choice, setChoice] = useState(isColumn ? text : OTHER);
  const [isChosen, setChosen] = useState(false);
  const isOther = choice === OTHER;
  const choose = (next: string) => {
    setChoice(next);
    setChosen(next !== '');
  };
  // A choice answers what was asked; a text by hand may still be empty.
  const shownFault = choice === '' || isOther ? fault : undefined;
  return (
    <Field
      id={`mapping-${name}`}
      label={label}
      hint={isChosen ? hint : (openHint ?? hint)}
      optional={optional}
      fault={shownFault}
    >
      {(control) => (
        <>
          <Select
            {...control}
            name={isOther ? undefined : name}
            value={choice}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">{none}</option>
            {columns.map(({ path }) => (
              <option key={path} value={path}>
                {path}
              </option>
            ))}
            <option value={OTHER}>Path, text or template…</option>
          </Select>
          {isOther ? (
            <Input
              name={name}
              aria-label={`${label}: path, text or template`}
              placeholder="answer.value, =fixed or {{places}}"
              defaultValue={isColumn ? '' : text}
              className="font-mono text-xs"
            />
          ) : null}
        </>
      )}
    </Field>
  );
}
