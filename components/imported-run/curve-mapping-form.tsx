'use client';

import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import type { ImportedRunPreviewView } from '@/lib/contracts/run-imports';
import type { CurveMapping } from '@/lib/domain/imported-run';

/** How a table or a run's metrics become a curve; every change is drawn at once. */
export interface CurveChoices {
  readonly source: ImportedRunPreviewView['source'] | 'auto';
  readonly scale: 'share' | 'percent';
  readonly mapping?: CurveMapping;
}

const FIELDS = [
  { name: 'score', label: 'Score', hint: 'What the curve shows' },
  { name: 'seen', label: 'Seen so far', hint: 'Rollouts or examples; none: rows or steps' },
  { name: 'lower', label: 'Lower end', hint: 'Of the 95 % interval' },
  { name: 'upper', label: 'Upper end', hint: 'Of the 95 % interval' },
  { name: 'n', label: 'Examples scored', hint: 'Behind each score' },
  { name: 'seconds', label: 'Seconds', hint: 'Since the start' },
  { name: 'usd', label: 'Dollars', hint: 'Spent so far' },
] as const;

const NOTHING: CurveMapping = {
  seen: null,
  score: null,
  lower: null,
  upper: null,
  n: null,
  seconds: null,
  usd: null,
};

interface CurveMappingFormProps {
  readonly preview: ImportedRunPreviewView;
  readonly choices: CurveChoices;
  readonly onChange: (choices: CurveChoices) => void;
}

export function CurveMappingForm({ preview, choices, onChange }: CurveMappingFormProps) {
  const mapping = preview.mapping ?? NOTHING;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Segmented
          label="How scores are written"
          value={choices.scale}
          onChange={(scale) => onChange({ ...choices, scale })}
          options={[
            { value: 'share', label: 'Scores 0 to 1' },
            { value: 'percent', label: 'Percent' },
          ]}
        />
      </div>
      {preview.names.length > 0 ? (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {FIELDS.map(({ name, label, hint }) => (
            <Field key={name} id={`curve-${name}`} label={label} hint={hint} optional={name !== 'score'}>
              {(control) => (
                <Select
                  {...control}
                  value={mapping[name] ?? ''}
                  onChange={(event) =>
                    onChange({ ...choices, mapping: { ...mapping, [name]: event.target.value || null } })
                  }
                >
                  <option value="">none</option>
                  {preview.names.map((column) => (
                    <option key={column} value={column}>
                      {column}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
        </div>
      ) : null}
    </div>
  );
}
