'use client';

import { Field } from '@/components/ui/field';
import { Select, Textarea } from '@/components/ui/input';
import type { TaskDraft, TaskForm } from './task-draft';

type Choice = TaskDraft['artefact']['kind'];

const CHOICES: Readonly<Record<Choice, { readonly name: string; readonly hint: string }>> = {
  none: { name: 'Answers of the model under the candidate', hint: 'The usual case.' },
  single: {
    name: 'The candidate itself, alone',
    hint: 'A prompt, code, a configuration or a design that the evaluator scores as it is. Its one-example data set is made with the task.',
  },
  multiTask: {
    name: 'The candidate itself, on several tasks',
    hint: 'The evaluator gets each description with the candidate. The candidate is measured on the very tasks that it learns from.',
  },
  generalisation: {
    name: 'The candidate itself, on a data set of mine',
    hint: 'The evaluator gets each example with the candidate. Held-out examples tell how it does on what it has not seen.',
  },
};

/** Subject of the scoring: answers, or the candidate itself. */
export function TaskArtefactFields({ form }: { form: TaskForm }) {
  const { register, fault } = form;
  const choice = form.watch('artefact.kind');
  return (
    <>
      <Field
        id="task-artefact"
        label="What is scored"
        hint={CHOICES[choice].hint}
        fault={fault('artefact.kind')}
      >
        {(control) => (
          <Select {...control} {...register('artefact.kind')}>
            {(Object.keys(CHOICES) as Choice[]).map((known) => (
              <option key={known} value={known}>
                {CHOICES[known].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {choice === 'multiTask' ? (
        <Field
          id="task-descriptions"
          label="Tasks"
          hint="A description a line"
          fault={fault('artefact.descriptions')}
        >
          {(control) => <Textarea {...control} {...register('artefact.descriptions')} />}
        </Field>
      ) : null}
    </>
  );
}
