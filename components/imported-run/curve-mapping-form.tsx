'use client';

import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import type { ImportedRunPreviewView } from '@/lib/contracts/run-imports';
import type {
  CurveMapping,
  ImportedMethod,
  ImportedRun,
  ImportedSource,
  SeenUnit,
} from '@/lib/domain/imported-run';
import { IMPORTED_METHOD_WORDS } from '@/lib/domain/method-words';
import { SCORED_WORDS, UNIT_WORDS } from '@/lib/view/imported-run-words';

/** How a table or a run's metrics become a curve; every change is drawn at once. */
export interface CurveChoices {
  readonly source: ImportedSource | 'auto';
  readonly scale: 'share' | 'percent';
  readonly mapping?: CurveMapping;
  readonly method?: ImportedMethod;
  readonly scoredOn?: ImportedRun['scoredOn'];
  readonly seenUnit?: SeenUnit;
}

/** Facts that a file rarely states; a person may know better than the first guess. */
const STATED = [
  { name: 'method', label: 'Method', words: IMPORTED_METHOD_WORDS },
  { name: 'scoredOn', label: 'Scored on', words: SCORED_WORDS },
  { name: 'seenUnit', label: 'The axis counts', words: UNIT_WORDS },
] as const;

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

export function CurveMappingForm({ preview, choices: chosen, onChange }: CurveMappingFormProps) {
  // Nothing can be mapped before it is known what the files are.
  if (preview.source === null) return null;
  const choices = { ...chosen, source: preview.source };
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
      {preview.run ? (
        <StatedFields
          run={preview.run}
          hasUnit={Boolean(preview.mapping?.seen)}
          choices={choices}
          onChange={onChange}
        />
      ) : null}
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

interface StatedFieldsProps {
  readonly run: NonNullable<ImportedRunPreviewView['run']>;
  /** Only a mapped column can count one thing or another. */
  readonly hasUnit: boolean;
  readonly choices: CurveChoices;
  readonly onChange: (choices: CurveChoices) => void;
}

function StatedFields({ run, hasUnit, choices, onChange }: StatedFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {STATED.filter(({ name }) => hasUnit || name !== 'seenUnit').map(({ name, label, words }) => (
        <Field key={name} id={`stated-${name}`} label={label}>
          {(control) => (
            <Select
              {...control}
              value={run[name]}
              onChange={(event) => onChange({ ...choices, [name]: event.target.value })}
            >
              {Object.entries(words).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </div>
  );
}
