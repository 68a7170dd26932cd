'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { FormDialog } from '@/components/api/form-dialog';
import { useContractForm } from '@/components/api/use-contract-form';
import { itemsOf } from '@/components/api/use-pages';
import { useDatasets, useExamples } from '@/components/dataset/use-datasets';
import { useTestAgent } from '@/components/queries/use-agents';
import { useProviders } from '@/components/settings/use-providers';
import { Field } from '@/components/ui/field';
import { Select, Textarea } from '@/components/ui/input';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import { testAgentBody } from '@/lib/contracts/agents';
import type { ExampleView } from '@/lib/contracts/datasets';
import type { ProviderView } from '@/lib/contracts/providers';
import { modelChoiceOf } from '@/lib/view/draft-numbers';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { practiceLimit } from '@/lib/view/practice-limit';
import { limitsText } from '@/lib/view/rollout-facts';

/** One rollout with an example of a person's own or of a data set; its page then shows the trajectory as it grows. */
export function TestDialog({ agent, onClose }: { agent: AgentView; onClose: () => void }) {
  const router = useRouter();
  const test = useTestAgent(agent.id);
  const [example, setExample] = useState<Task | null>(null);
  const { components, proxied, limits } = agent.settings;
  const providers = useProviders();
  const usual = usualModelOf(providers.data ?? []);
  const form = useContractForm({
    defaultValues: {
      ...{ question: '', context: '', model: '' },
      texts: components.map(({ name, initialText }) => ({ name, text: initialText })),
    },
    schema: testAgentBody,
    bodyOf: ({ question, context, model, texts }) => {
      const chosen = proxied ? modelChoiceOf(model === '' ? usual : model) : null;
      return {
        ...{ question, context, expected: expectedOf(example, { question, context }) },
        components: Object.fromEntries(texts.map(({ name, text }) => [name, text])),
        model: chosen === null ? null : { providerId: chosen.providerId, name: chosen.model },
      };
    },
    send: async (body) => {
      const { rolloutId } = await test.mutateAsync(body);
      router.push(`/rollouts/${rolloutId}`);
    },
  });
  const { register, fault, setValue, watch } = form;
  const isPractice = isPracticeModel(watch('model') || usual, providers.data ?? []);
  return (
    <FormDialog
      title={`Test ${agent.name}`}
      description={`Starts one rollout. Its limits: ${limitsText(limits)}.`}
      shape="wide"
      submitLabel="Start rollout"
      busy={test.isPending || test.isSuccess}
      error={form.problem}
      onSubmit={(_, fields) => void form.submit(fields)}
      onClose={onClose}
    >
      <ExampleChoice
        onChoose={(chosen) => {
          setExample(chosen);
          setValue('question', chosen.question);
          setValue('context', chosen.context);
        }}
      />
      <Field id="test-question" label="Question" fault={fault('question')}>
        {(control) => <Textarea {...control} {...register('question')} rows={3} autoFocus />}
      </Field>
      <Field id="test-context" label="Context" optional fault={fault('context')}>
        {(control) => <Textarea {...control} {...register('context')} rows={2} />}
      </Field>
      {components.map(({ name }, at) => (
        <Field
          key={name}
          id={`test-text-${name}`}
          label={`Text of component ${name}`}
          optional
          fault={fault(`components.${name}`)}
        >
          {(control) => (
            <Textarea {...control} {...register(`texts.${at}.text`)} rows={3} className="font-mono" />
          )}
        </Field>
      ))}
      {proxied ? (
        <Field
          id="test-model"
          label="Model"
          hint={(isPractice ? practiceLimit(agent.settings) : null) ?? 'Answers the calls of the agent.'}
          fault={fault('model')}
        >
          {(control) => <ModelChoice control={{ ...control, ...register('model') }} usual={usual} />}
        </Field>
      ) : null}
    </FormDialog>
  );
}

type Task = Pick<ExampleView, 'question' | 'context' | 'expected'>;

/** The example's answer, unless a person changed its task. */
function expectedOf(example: Task | null, { question, context }: Omit<Task, 'expected'>) {
  const isSame = example?.question === question && example.context === context;
  return isSame ? example.expected : undefined;
}

function isPracticeModel(model: string, providers: readonly { id: string; practice: boolean }[]) {
  const chosen = modelChoiceOf(model);
  return providers.some(({ id, practice }) => practice && id === chosen?.providerId);
}

type Offered = readonly Pick<ProviderView, 'id' | 'name' | 'practice' | 'models'>[];

/** The practice model that serves, until a person chooses another; empty where there is none. */
function usualModelOf(providers: Offered) {
  const practice = providers.find((one) => one.practice);
  const serves = practice?.models.some(({ name }) => name === 'practice-task') ?? false;
  return practice && serves ? `${practice.id}/practice-task` : '';
}

/** Each with its provider, as providers may offer models of one name. The usual one is the first option alone. */
function ModelChoice({ control, usual }: { control: object; usual: string }) {
  const providers = useProviders();
  const options = (providers.data ?? []).flatMap(({ id, models, ...provider }) =>
    models.map(({ name }) => ({
      value: `${id}/${name}`,
      label: `${name} · ${providerLabel(provider)}`,
    })),
  );
  const first = options.find(({ value }) => value === usual);
  return (
    <Select key={providers.isSuccess ? 'known' : 'loading'} {...control}>
      <option value="">{first?.label ?? 'Choose a model'}</option>
      {options
        .filter(({ value }) => value !== usual)
        .map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
    </Select>
  );
}

/** Practice model is added where the name does not say so already. */
function providerLabel({ name, practice }: Pick<Offered[number], 'name' | 'practice'>) {
  return practice && !name.toLowerCase().includes(PRACTICE_LABEL) ? `${name} (${PRACTICE_LABEL})` : name;
}

/** Fills question and context from an example of a data set. */
function ExampleChoice({ onChoose }: { onChoose: (example: Task) => void }) {
  const [datasetId, setDatasetId] = useState('');
  const datasets = itemsOf(useDatasets());
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="test-dataset" label="Data set" optional>
        {(control) => (
          <Select {...control} value={datasetId} onChange={({ target }) => setDatasetId(target.value)}>
            <option value="">None: write a question</option>
            {datasets.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {datasetId === '' ? null : <ExampleSelect datasetId={datasetId} onChoose={onChoose} />}
    </div>
  );
}

const ALL = { search: '', splitId: '', split: '' } as const;

function ExampleSelect({ datasetId, onChoose }: { datasetId: string; onChoose: (example: Task) => void }) {
  const list = useExamples(datasetId, ALL);
  const examples = itemsOf(list);
  return (
    <Field id="test-example" label="Example">
      {(control) => (
        <Select
          {...control}
          defaultValue=""
          onChange={({ target }) => {
            const chosen = examples.find(({ id }) => id === target.value);
            if (chosen) onChoose(chosen);
          }}
        >
          <option value="">{list.isPending ? 'Loading examples…' : 'Choose an example'}</option>
          {examples.map(({ id, question }) => (
            <option key={id} value={id}>
              {question.slice(0, 80)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
