'use client';

import { Plus, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { OPERATOR_KINDS } from '@/lib/domain/diversity';
import {
  diversityFaults,
  diversityOfDraft,
  type TemperatureDraft,
  WITHOUT_DIVERSITY,
  weightSum,
  withStep,
} from '@/lib/view/experiment-diversity';
import { describeDiversity } from '@/lib/view/experiment-setting-words';
import { OPERATOR_WORDS } from '@/lib/view/run-diversity';
import { AdvancedSection } from './advanced-section';
import { type DraftForm, DraftNumber, DraftSwitch } from './draft-field';

/** What keeps parallel edits from becoming copies of one edit. */
export function DiversitySection({ form: given }: { form: DraftForm }) {
  const faults = diversityFaults(given.draft);
  const form = { ...given, fault: (path: string) => given.fault(path) ?? faults.get(path) };
  return (
    <AdvancedSection
      title="Diversity"
      hint="What keeps parallel edits from becoming copies of one edit."
      summary={[describeDiversity(diversityOfDraft(form.draft))]}
      hasFault={faults.size > 0 || given.fault('diversity') !== undefined}
    >
      <DraftSwitch
        form={form}
        name="diverse"
        path="diversity"
        label="Keep edits diverse"
        hint="Operators, a temperature schedule, and a rule against copies."
      >
        <div className="flex flex-col gap-5">
          <OperatorWeights form={form} />
          <TemperatureSteps form={form} />
          <div className="grid gap-4 sm:grid-cols-3">
            <DraftNumber
              form={form}
              name="adaptAfter"
              path="diversity.adaptAfterIteration"
              label="Adapt weights after"
              hint="Iterations; empty: they stay"
              optional
            />
            <DraftNumber
              form={form}
              name="similarityMax"
              path="diversity.similarityMax"
              label="Similarity threshold"
              hint="More alike than this is rejected"
            />
            <DraftNumber
              form={form}
              name="reseedAfter"
              path="diversity.reseedAfterCollapsed"
              label="Start afresh after"
              hint="Collapsed iterations in a row"
            />
          </div>
        </div>
      </DraftSwitch>
      {form.draft.diverse ? null : <Notice tone="honey">{WITHOUT_DIVERSITY}</Notice>}
    </AdvancedSection>
  );
}

function OperatorWeights({ form }: { form: DraftForm }) {
  const { operatorWeights } = form.draft;
  const fault = form.fault('diversity.operators');
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby="exp-operators-note">
      <legend className="mb-2 font-medium text-[0.8125rem]">Weights of the operators</legend>
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
        {OPERATOR_KINDS.map((kind) => (
          <Field key={kind} id={`exp-operator-${kind}`} label={OPERATOR_WORDS[kind]}>
            {(control) => (
              <Input
                {...control}
                type="number"
                step="any"
                min="0"
                max="1"
                inputMode="decimal"
                placeholder="not used"
                value={operatorWeights[kind]}
                onChange={(event) =>
                  form.change({ operatorWeights: { ...operatorWeights, [kind]: event.target.value } })
                }
              />
            )}
          </Field>
        ))}
      </div>
      <p id="exp-operators-note" className="numbers text-ink-faint text-xs">
        Sum <span className="font-medium text-ink">{weightSum(form.draft)}</span>. At least three operators
        whose weights sum to 1; empty: not used.
      </p>
      {fault ? <FaultLine>{fault}</FaultLine> : null}
    </fieldset>
  );
}

function TemperatureSteps({ form }: { form: DraftForm }) {
  const { temperature } = form.draft;
  const fault = form.fault('diversity.temperature');
  const replace = (index: number, part: Partial<TemperatureDraft>) =>
    form.change({ temperature: temperature.map((step, at) => (at === index ? { ...step, ...part } : step)) });
  return (
    <fieldset className="flex min-w-0 flex-col items-start gap-2">
      <legend className="mb-2 font-medium text-[0.8125rem]">Temperature of the proposer</legend>
      {temperature.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the schedule; two may hold the same texts.
        <div key={index} className="flex w-full max-w-md items-center gap-2 text-[0.8125rem] text-ink-soft">
          <span className="shrink-0">After</span>
          <Input
            type="number"
            min="0"
            aria-label={`Step ${index + 1}: after so many iterations`}
            value={step.from}
            onChange={(event) => replace(index, { from: event.target.value })}
          />
          <span className="shrink-0">iterations, at</span>
          <Input
            type="number"
            step="any"
            min="0"
            max="2"
            aria-label={`Step ${index + 1}: temperature`}
            value={step.value}
            onChange={(event) => replace(index, { value: event.target.value })}
          />
          <Button
            size="iconSm"
            variant="ghost"
            aria-label={`Remove step ${index + 1}`}
            onClick={() => form.change({ temperature: temperature.filter((_, at) => at !== index) })}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      {fault ? <FaultLine>{fault}</FaultLine> : null}
      <Button size="sm" onClick={() => form.change({ temperature: withStep(temperature) })}>
        <Plus aria-hidden /> Add a step
      </Button>
    </fieldset>
  );
}
