'use client';

import { ModelSelect, ROLE_LABELS } from '@/components/experiment/model-section';
import { useTasks } from '@/components/experiment/use-choices';
import { useSerialRuns } from '@/components/queries/use-intakes';
import { Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { METHOD_NAMES, methodWords } from '@/lib/domain/method-words';
import { MODEL_ROLES } from '@/lib/domain/model-role';
import { ChoiceAnswer, Columns, KnownField, NumberAnswer, type StepForm, TextAnswer } from './intake-fields';

/** The steps about what is there already: the task, its serial baseline, the hardware and the models. */

const SPLITS = [
  ['heldOut', 'held-out'],
  ['selection', 'selection'],
  ['train', 'train'],
] as const;

export function TaskStep({ form }: { form: StepForm }) {
  const tasks = useTasks();
  return (
    <>
      <ChoiceAnswer
        form={form}
        name="taskId"
        label="Task"
        hint="Its scorer is the scoring script."
        empty="Choose a task"
        options={(tasks.data ?? []).map((task) => [task.id, `${task.name} (${task.scoring.kind})`])}
      />
      <Columns>
        <TextAnswer
          form={form}
          name="inputShape"
          label="Input shape"
          hint="A JSON Schema, or one example"
          long
        />
        <TextAnswer
          form={form}
          name="outputShape"
          label="Output shape"
          hint="What a right output looks like"
          long
        />
      </Columns>
      <div className="grid gap-4 sm:grid-cols-4">
        <ChoiceAnswer
          form={form}
          name="metricDirection"
          label="Metric: better is"
          empty="Choose"
          options={[
            ['higher', 'higher'],
            ['lower', 'lower'],
          ]}
        />
        <NumberAnswer form={form} name="metricLow" label="Worst value" />
        <NumberAnswer form={form} name="metricHigh" label="Best value" />
        <TextAnswer form={form} name="metricUnit" label="Unit" hint="As in: % right" />
      </div>
      <Columns>
        <NumberAnswer
          form={form}
          name="baselineScore"
          label="Current baseline score, %"
          hint="Of the prompt in use"
          scale={100}
        />
        <ChoiceAnswer
          form={form}
          name="baselineSplit"
          label="Measured on"
          hint="A train score is no baseline."
          empty="Choose"
          options={SPLITS}
        />
      </Columns>
    </>
  );
}

const METHODS = METHOD_NAMES.map((name) => [name, methodWords(name)] as const);

export function SerialStep({ form }: { form: StepForm }) {
  const runs = useSerialRuns();
  const { diagnosis } = form.view;
  return (
    <>
      <ChoiceAnswer
        form={form}
        name="serialRunId"
        label="Serial run"
        hint="Its ledger says the rest; take what is offered, or state a record from elsewhere."
        empty="None: the record is from elsewhere"
        options={(runs.data ?? []).map((run) => [run.id, `${run.experimentName} · ${run.label}`])}
        optional
      />
      {diagnosis ? (
        <Notice tone={diagnosis.verdict === 'go' ? 'good' : 'honey'} title="Its diagnosis">
          {diagnosis.reason ?? 'This run has no diagnosis, so it shows no plateau.'}
        </Notice>
      ) : null}
      {runs.data?.length === 0 ? (
        <Notice tone="honey">
          No serial baseline has finished yet.{' '}
          <Link href="/experiments/new" className="underline">
            Make an experiment
          </Link>{' '}
          and run its serial baseline first: a parallel run needs its go.
        </Notice>
      ) : null}
      <Columns>
        <ChoiceAnswer
          form={form}
          name="serialMethod"
          label="Serial method"
          empty="Choose"
          options={METHODS}
        />
        <TextAnswer form={form} name="serialVersion" label="Version" />
        <NumberAnswer
          form={form}
          name="rolloutsToConverge"
          label="Rollouts to converge"
          hint="Up to its plateau on held-out"
        />
        <NumberAnswer
          form={form}
          name="convergedScore"
          label="Converged score, %"
          hint="On held-out, at the plateau"
          scale={100}
        />
      </Columns>
    </>
  );
}

const SHARING = [
  ['share', 'They share it'],
  ['split', 'Each has its own'],
] as const;

export function HardwareStep({ form }: { form: StepForm }) {
  return (
    <>
      <Columns>
        <TextAnswer form={form} name="hardwareType" label="GPU or CPU type" />
        <NumberAnswer form={form} name="hardwareCount" label="Count" />
        <NumberAnswer form={form} name="hardwareMemoryGb" label="Memory of each, GB" />
        <TextAnswer form={form} name="hardwareNetwork" label="Network" hint="What connects them" />
      </Columns>
      <ChoiceAnswer
        form={form}
        name="hardwareSharing"
        label="Optimiser and task model"
        empty="Choose"
        options={SHARING}
      />
      <KnownField
        form={form}
        name="models"
        label="Models"
        hint="One for each role; roles are logged and priced apart."
      >
        {() => <ModelChoices form={form} />}
      </KnownField>
    </>
  );
}

function ModelChoices({ form }: { form: StepForm }) {
  const { models = {} } = form.answers;
  return (
    <Columns three>
      {MODEL_ROLES.map((role, index) => (
        <Field key={role} id={index === 0 ? 'in-models' : `in-models-${role}`} label={ROLE_LABELS[role]}>
          {(control) => (
            <ModelSelect
              control={control}
              value={models[role] ? `${models[role].providerId}/${models[role].model}` : ''}
              empty="Choose a model"
              onChange={(value) => {
                const [providerId, ...name] = value.split('/');
                const chosen = providerId ? { providerId, model: name.join('/') } : undefined;
                form.change({ models: { ...models, [role]: chosen } });
              }}
            />
          )}
        </Field>
      ))}
    </Columns>
  );
}
