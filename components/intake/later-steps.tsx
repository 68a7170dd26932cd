'use client';

import { itemsOf } from '@/components/api/use-pages';
import { ContaminationNotice } from '@/components/dataset/contamination-notice';
import { useDatasets, useSplits } from '@/components/dataset/use-datasets';
import { Checkbox } from '@/components/ui/checkbox';
import { Select } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { contaminationOf } from '@/lib/policy/contamination';
import { EstimateCard } from './estimate-card';
import {
  ChoiceAnswer,
  Columns,
  KnownField,
  NumberAnswer,
  NumberInput,
  type StepForm,
  TextAnswer,
} from './intake-fields';

/** The steps about what is wanted: the budget, the evaluation set, and what a regression costs. */

const BINDING = [
  ['rollouts', 'rollouts'],
  ['tokens', 'tokens'],
  ['gpuSeconds', 'GPU-seconds'],
  ['wallClock', 'wall-clock time'],
] as const;

export function BudgetStep({ form }: { form: StepForm }) {
  const { gpuSeconds } = form.answers;
  const isNotMeasured = gpuSeconds === 'notMeasured';
  return (
    <>
      <Columns>
        <NumberAnswer form={form} name="rollouts" label="Total training rollouts" />
        <NumberAnswer form={form} name="tokens" label="Total tokens" />
        <div className="flex min-w-0 flex-col gap-2">
          <KnownField
            form={form}
            name="gpuSeconds"
            label="Total GPU-seconds"
            hint="A cap needs provider profiles."
          >
            {(control) => (
              <NumberInput
                control={control}
                value={isNotMeasured ? undefined : gpuSeconds}
                onChange={(value) => form.change({ gpuSeconds: value })}
              />
            )}
          </KnownField>
          <Checkbox
            checked={isNotMeasured}
            onCheckedChange={(isOn) => form.change({ gpuSeconds: isOn ? 'notMeasured' : undefined })}
          >
            GPU-seconds are not measured here
          </Checkbox>
        </div>
        <NumberAnswer form={form} name="deadlineMinutes" label="Deadline, minutes after its start" />
      </Columns>
      <ChoiceAnswer form={form} name="binding" label="Binding constraint" empty="Choose" options={BINDING} />
      <EstimateCard view={form.view} />
    </>
  );
}

export function EvalSetStep({ form }: { form: StepForm }) {
  const datasets = useDatasets();
  const splits = useSplits(form.answers.datasetId ?? null);
  const { usedToTune, usedToTuneNote } = form.answers;
  const stated = { usedToTune: usedToTune ?? null, usedToTuneNote: usedToTuneNote ?? null };
  const sets = itemsOf(datasets);
  return (
    <>
      <Columns>
        <ChoiceAnswer
          form={form}
          name="datasetId"
          label="Data set"
          empty="Choose a data set"
          options={sets.map((set) => [set.id, `${set.name} (${set.exampleCount})`])}
          onChosen={() => ({ splitId: undefined })}
        />
        <ChoiceAnswer
          form={form}
          name="splitId"
          label="Registered split"
          empty={form.answers.datasetId ? 'Choose a split' : 'Choose a data set first'}
          options={(splits.data ?? []).map((split) => [
            split.id,
            `${split.name}: ${split.counts.train} train, ${split.counts.heldOut} held-out`,
          ])}
        />
      </Columns>
      {form.view.power ? (
        <Notice tone={form.view.power.isEnough ? 'neutral' : 'honey'}>{form.view.power.sentence}</Notice>
      ) : null}
      <Columns>
        <TextAnswer form={form} name="scoringDigest" label="Scoring script" hint="Its digest" />
        <TextAnswer form={form} name="owner" label="Owner of the evaluation set" />
      </Columns>
      <KnownField form={form} name="usedToTune" label="Was held-out ever used to tune?">
        {(control) => (
          <Select
            {...control}
            value={usedToTune === undefined ? '' : String(usedToTune)}
            onChange={(event) =>
              form.change({
                usedToTune: event.target.value === '' ? undefined : event.target.value === 'true',
              })
            }
          >
            <option value="">Choose</option>
            <option value="false">no, never</option>
            <option value="true">yes</option>
          </Select>
        )}
      </KnownField>
      {usedToTune ? <TextAnswer form={form} name="usedToTuneNote" label="For what?" optional /> : null}
      <ContaminationNotice sentence={contaminationOf(stated)?.sentence ?? null} />
    </>
  );
}

const LEVELS = [
  ['low', 'low: a shadow is enough'],
  ['medium', 'medium: a verdict needs enough pairs'],
  ['high', 'high: shadow, then live in steps, two approvers'],
] as const;

export function FailureStep({ form }: { form: StepForm }) {
  return (
    <>
      <TextAnswer
        form={form}
        name="failureSentence"
        label="What happens if the new prompt is worse in production?"
        hint="One sentence"
        long
      />
      <ChoiceAnswer
        form={form}
        name="failureLevel"
        label="How bad is that?"
        empty="Choose"
        options={LEVELS}
      />
      {form.view.canary ? <Notice title="This decides the canary">{form.view.canary.sentence}</Notice> : null}
    </>
  );
}
