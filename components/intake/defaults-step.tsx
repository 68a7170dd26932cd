'use client';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import type { DefaultLineView } from '@/lib/contracts/intake-shapes';
import { OPERATOR_KINDS, type OperatorKind } from '@/lib/domain/operator-kinds';
import { OPERATOR_WORDS } from '@/lib/policy/intake-defaults';
import { Columns, NumberInput, type StepForm } from './intake-fields';
import type { Answers } from './use-intake-draft';

type Settings = NonNullable<Answers['settings']>;
type NumberSetting = Exclude<keyof Settings, 'operators'>;

interface Setting {
  readonly name: NumberSetting;
  readonly label: string;
  readonly scale?: number;
}

/** Settable parts of each default; the others hold for every run. */
const SETTINGS: Readonly<Record<string, readonly Setting[]>> = {
  'R-202': [{ name: 'lanes', label: 'Lanes' }],
  'R-203': [
    { name: 'maxWaitMs', label: 'Longest wait, ms' },
    { name: 'rewardVarianceFloor', label: 'Floor of the reward variance' },
  ],
  'R-205': [{ name: 'similarityMax', label: 'Largest similarity' }],
  'R-206': [
    { name: 'sampleShare', label: 'Checked rollouts, %', scale: 100 },
    { name: 'spearmanMin', label: 'Least Spearman' },
  ],
  'R-207': [
    { name: 'rolloutsMax', label: 'Hard cap on rollouts' },
    { name: 'patience', label: 'Patience' },
    { name: 'targetScore', label: 'Target, %', scale: 100 },
  ],
  'R-208': [
    { name: 'canaryShare', label: 'Shadow traffic, %', scale: 100 },
    { name: 'canaryHours', label: 'Hours' },
    { name: 'canaryMargin', label: 'Margin, points', scale: 100 },
  ],
};

export function DefaultsStep({ form }: { form: StepForm }) {
  return (
    <ul className="flex flex-col gap-4">
      {form.view.defaults.map((line) => (
        <li
          key={line.ruleId}
          className="flex min-w-0 flex-col gap-3 border-line border-b pb-4 last:border-b-0"
        >
          <DefaultRow form={form} line={line} />
        </li>
      ))}
    </ul>
  );
}

function DefaultRow({ form, line }: { form: StepForm; line: DefaultLineView }) {
  const { settings = {} } = form.answers;
  const set = SETTINGS[line.ruleId] ?? [];
  const names: (keyof Settings)[] = line.ruleId === 'R-204' ? ['operators'] : set.map(({ name }) => name);
  const isSet = names.some((name) => settings[name] !== undefined);
  const change = (part: Partial<Settings>) => form.change({ settings: { ...settings, ...part } });
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-medium text-[0.8125rem]">
            {line.title} <span className="font-normal text-ink-faint text-xs">{line.ruleId}</span>{' '}
            {line.changed ? <Badge tone="honey">Changed</Badge> : null}
          </h3>
          <p className="numbers break-words text-[0.8125rem] text-ink-soft">{line.chosen}</p>
          {line.changed ? <p className="numbers text-ink-faint text-xs">Default: {line.usual}</p> : null}
        </div>
        {isSet ? (
          <Button
            size="sm"
            onClick={() =>
              change(Object.fromEntries(names.map((name) => [name, undefined])) as Partial<Settings>)
            }
          >
            Put the default back
          </Button>
        ) : null}
      </div>
      {set.length > 0 ? (
        <Columns three>
          {set.map(({ name, label, scale = 1 }) => (
            <Field key={name} id={`in-${name}`} label={label} optional>
              {(control) => (
                <NumberInput
                  control={control}
                  value={settings[name]}
                  scale={scale}
                  onChange={(value) => change({ [name]: value })}
                />
              )}
            </Field>
          ))}
        </Columns>
      ) : null}
      {line.ruleId === 'R-204' ? <OperatorWeights settings={settings} onChange={change} /> : null}
      {line.changed ? <Reason form={form} line={line} /> : null}
    </>
  );
}

function Reason({ form, line }: { form: StepForm; line: DefaultLineView }) {
  return (
    <Field
      id={`in-reason-${line.ruleId}`}
      label="Why is it changed?"
      hint="In at least 20 characters; it stays with the experiment."
      fault={form.fault(`reasons.${line.ruleId}`)}
    >
      {(control) => (
        <Textarea
          {...control}
          value={form.reasons[line.ruleId] ?? ''}
          onChange={(event) => form.setReason(line.ruleId, event.target.value)}
        />
      )}
    </Field>
  );
}

/** Weights in percent; at least three operators, which sum to 100. */
function OperatorWeights({
  settings,
  onChange,
}: {
  settings: Settings;
  onChange: (part: Partial<Settings>) => void;
}) {
  const weightOf = (kind: OperatorKind) => settings.operators?.find((one) => one.kind === kind)?.weight;
  const set = (kind: OperatorKind, weight: number | undefined) => {
    const others = (settings.operators ?? []).filter((one) => one.kind !== kind);
    const operators = weight === undefined ? others : [...others, { kind, weight }];
    onChange({
      operators:
        operators.length === 0
          ? undefined
          : OPERATOR_KINDS.flatMap((known) => operators.filter((one) => one.kind === known)),
    });
  };
  return (
    <details>
      <summary className="cursor-pointer text-[0.8125rem] text-ink-soft">Other operators and weights</summary>
      <div className="mt-3">
        <Columns three>
          {OPERATOR_KINDS.map((kind) => (
            <Field key={kind} id={`in-operator-${kind}`} label={`${OPERATOR_WORDS[kind]}, %`} optional>
              {(control) => (
                <NumberInput
                  control={control}
                  value={weightOf(kind)}
                  scale={100}
                  onChange={(weight) => set(kind, weight)}
                />
              )}
            </Field>
          ))}
        </Columns>
      </div>
    </details>
  );
}
