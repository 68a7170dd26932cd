'use client';

import { useState } from 'react';
import type { z } from 'zod';
import { textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Select, Textarea } from '@/components/ui/input';
import type { artefactKind } from '@/lib/contracts/tasks';

type ArtefactInput = z.input<typeof artefactKind>;
type Choice = 'none' | ArtefactInput['kind'];

const CHOICES: Readonly<Record<Choice, { readonly name: string; readonly hint: string }>> = {
  none: { name: 'Answers of the model under the candidate', hint: 'The usual case.' },
  single: {
    name: 'The candidate itself, alone',
    hint: 'A prompt, code, a configuration or a design that the evaluator scores as it stands. Its one-example data set is made with the task.',
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

/** What is scored: answers, or the candidate itself. */
export function TaskArtefactFields({ fault }: { fault: (path: string) => string | undefined }) {
  const [choice, setChoice] = useState<Choice>('none');
  return (
    <>
      <Field
        id="task-artefact"
        label="What is scored"
        hint={CHOICES[choice].hint}
        fault={fault('artefact.kind')}
      >
        {(control) => (
          <Select
            {...control}
            name="artefact"
            value={choice}
            onChange={(event) => setChoice(event.target.value as Choice)}
          >
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
          {(control) => <Textarea {...control} name="descriptions" />}
        </Field>
      ) : null}
    </>
  );
}

export function artefactOf(form: FormData): ArtefactInput | null {
  const kind = textOf(form, 'artefact') as Choice;
  if (kind === 'none') return null;
  if (kind !== 'multiTask') return { kind };
  const descriptions = textOf(form, 'descriptions').split('\n');
  return { kind, descriptions: descriptions.flatMap((line) => line.trim() || []) };
}
