'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { FaultLine } from '@/components/ui/fault-line';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { OPERATOR_KINDS } from '@/lib/domain/operator-kinds';
import { diversityOfDraft, nextStep, WITHOUT_DIVERSITY, weightSum } from '@/lib/view/experiment-diversity';
import { describeDiversity } from '@/lib/view/experiment-setting-words';
import { OPERATOR_WORDS } from '@/lib/view/run-diversity';
import { AdvancedSection } from './advanced-section';
import { DraftNumber, DraftSwitch, useDraft } from './draft-field';

/** Operators that keep parallel edits from becoming copies of one edit. */
export function DiversitySection() {
  const { draft } = useDraft();
  return (
    <AdvancedSection
      name="Diversity"
      hint="What keeps parallel edits from becoming copies of one edit."
      summary={[describeDiversity(diversityOfDraft(draft))]}
    >
      <DraftSwitch
        name="diverse"
        path="diversity"
        label="Keep edits diverse"
        hint="Operators, a temperature schedule, and a rule against copies."
      >
        <div className="flex flex-col gap-5">
          <OperatorWeights />
          <TemperatureSteps />
          <div className="grid gap-4 sm:grid-cols-3">
            <DraftNumber
              name="adaptAfter"
              path="diversity.adaptAfterIteration"
              label="Adapt weights after"
              hint="Iterations; empty: they stay"
              optional
            />
            <DraftNumber
              name="similarityMax"
              path="diversity.similarityMax"
              label="Similarity threshold"
              hint="More alike than this is rejected"
            />
            <DraftNumber
              name="reseedAfter"
              path="diversity.reseedAfterCollapsed"
              label="Start afresh after"
              hint="Collapsed iterations in a row"
            />
          </div>
        </div>
      </DraftSwitch>
      {draft.diverse ? null : <Notice tone="honey">{WITHOUT_DIVERSITY}</Notice>}
    </AdvancedSection>
  );
}

function OperatorWeights() {
  const form = useDraft();
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
                {...form.register(`operatorWeights.${kind}`)}
                type="number"
                step="any"
                min="0"
                max="1"
                inputMode="decimal"
                placeholder="not used"
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

function TemperatureSteps() {
  const { control, register, draft, fault: faultOf } = useDraft();
  const { fields, append, remove } = useFieldArray({ control, name: 'temperature' });
  const fault = faultOf('diversity.temperature');
  return (
    <fieldset className="flex min-w-0 flex-col items-start gap-2">
      <legend className="mb-2 font-medium text-[0.8125rem]">Temperature of the proposer</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="flex w-full max-w-md items-center gap-2 text-[0.8125rem] text-ink-soft">
          <span className="shrink-0">After</span>
          <Input
            type="number"
            min="0"
            aria-label={`Step ${index + 1}: after so many iterations`}
            {...register(`temperature.${index}.from`)}
          />
          <span className="shrink-0">iterations, at</span>
          <Input
            type="number"
            step="any"
            min="0"
            max="2"
            aria-label={`Step ${index + 1}: temperature`}
            {...register(`temperature.${index}.value`)}
          />
          <Button
            size="iconSm"
            variant="ghost"
            aria-label={`Remove step ${index + 1}`}
            onClick={() => remove(index)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      {fault ? <FaultLine>{fault}</FaultLine> : null}
      <Button size="sm" onClick={() => append(nextStep(draft.temperature))}>
        <Plus aria-hidden /> Add a step
      </Button>
    </fieldset>
  );
}
