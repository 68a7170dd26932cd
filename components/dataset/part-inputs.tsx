'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { SPLIT_NAMES } from '@/lib/domain/split';
import { splitWord } from '@/lib/view/number-origin';
import type { PartNumbers } from '@/lib/view/split-draft';

interface PartInputsProps {
  readonly id: string;
  readonly unit?: string;
  readonly values: PartNumbers;
  readonly onChange: (values: PartNumbers) => void;
}

/** One number for each split. */
export function PartInputs({ id, unit, values, onChange }: PartInputsProps) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {SPLIT_NAMES.map((name) => (
        <Field key={name} id={`${id}-${name}`} label={unit ? `${splitWord(name)} ${unit}` : splitWord(name)}>
          {(control) => (
            <Input
              {...control}
              type="number"
              min="0"
              inputMode="numeric"
              value={values[name]}
              onChange={(event) => onChange({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
