'use client';

import { useState } from 'react';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import type { CreatedTaskView } from '@/lib/contracts/tasks';
import type { ScoringKind, ScoringSpec } from '@/lib/domain/task';
import { CommandField } from './command-field';
import { artefactOf, TaskArtefactFields } from './task-artefact-fields';
import { TaskHttpFields } from './task-http-fields';
import { useCreateTask } from './use-choices';

const KINDS: Readonly<Record<ScoringKind, string>> = {
  formula: 'Formula (published scorer)',
  finer: 'FiNER (published scorer)',
  exactMatch: 'Exact match',
  numericTolerance: 'Number within a tolerance',
  regex: 'Regular expression',
  jsonField: 'A field of a JSON answer',
  judge: 'Judged by the evaluator model',
  command: 'A program that the operator has named',
  http: 'An HTTP evaluator',
};

/** What a kind of scoring asks for beyond its name. */
const EXTRAS: Readonly<
  Partial<
    Record<ScoringKind, readonly { readonly name: string; readonly label: string; readonly hint: string }[]>
  >
> = {
  numericTolerance: [
    { name: 'absolute', label: 'Absolute tolerance', hint: 'As in 0.01' },
    { name: 'relative', label: 'Relative tolerance', hint: 'As in 0.02 for 2 %' },
  ],
  regex: [{ name: 'pattern', label: 'Pattern', hint: '{{expected}} stands for the expected text' }],
  jsonField: [
    { name: 'path', label: 'Place in the answer', hint: 'As in result.value' },
    { name: 'expectedPath', label: 'Place in the expected answer', hint: 'Empty: the whole text' },
  ],
  judge: [{ name: 'rubric', label: 'Rubric', hint: 'What makes an answer right' }],
};

function scoringOf(kind: ScoringKind, form: FormData): ScoringSpec {
  switch (kind) {
    case 'exactMatch':
      return { kind, caseSensitive: false, trim: true };
    case 'numericTolerance':
      return { kind, absolute: numberOf(form, 'absolute') ?? 0, relative: numberOf(form, 'relative') ?? 0 };
    case 'regex':
      return { kind, pattern: textOf(form, 'pattern'), flags: '' };
    case 'jsonField':
      return { kind, path: textOf(form, 'path'), expectedPath: textOf(form, 'expectedPath') };
    case 'judge':
      return { kind, rubric: textOf(form, 'rubric') };
    case 'command':
      return { kind, command: textOf(form, 'command') };
    case 'http':
      return {
        kind,
        url: textOf(form, 'url'),
        header: textOf(form, 'header') || null,
        timeoutSeconds: numberOf(form, 'timeoutSeconds') ?? 30,
      };
    default:
      return { kind };
  }
}

interface TaskDialogProps {
  readonly onClose: () => void;
  readonly onMade: (task: CreatedTaskView) => void;
}

export function TaskDialog({ onClose, onMade }: TaskDialogProps) {
  const create = useCreateTask();
  const [kind, setKind] = useState<ScoringKind>('formula');
  const fault = faultsOf(create.error);
  const submit = (form: FormData) => {
    create.mutate(
      {
        name: textOf(form, 'name'),
        instructions: textOf(form, 'instructions'),
        scoring: scoringOf(kind, form),
        artefact: artefactOf(form),
        ...(kind === 'http' && textOf(form, 'secret') !== '' ? { secret: textOf(form, 'secret') } : {}),
      },
      {
        onSuccess: (task) => {
          onMade(task);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title="New task"
      description="A task never changes; a change is a new task."
      submitLabel="Make the task"
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id="task-name" label="Name" fault={fault('name')}>
        {(control) => <Input {...control} name="name" autoFocus />}
      </Field>
      <Field id="task-scoring" label="Scoring" fault={fault('scoring.kind')}>
        {(control) => (
          <Select {...control} value={kind} onChange={(event) => setKind(event.target.value as ScoringKind)}>
            {(Object.keys(KINDS) as ScoringKind[]).map((known) => (
              <option key={known} value={known}>
                {KINDS[known]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === 'command' ? <CommandField fault={fault('scoring.command')} /> : null}
      {kind === 'http' ? <TaskHttpFields fault={fault} /> : null}
      {(EXTRAS[kind] ?? []).map((extra) => (
        <Field
          key={extra.name}
          id={`task-${extra.name}`}
          label={extra.label}
          hint={extra.hint}
          fault={fault(`scoring.${extra.name}`)}
        >
          {(control) =>
            extra.name === 'rubric' ? (
              <Textarea {...control} name={extra.name} />
            ) : (
              <Input {...control} name={extra.name} />
            )
          }
        </Field>
      ))}
      <TaskArtefactFields fault={fault} />
      <Field
        id="task-instructions"
        label="Instructions"
        optional
        hint="What the task is and what an answer looks like; empty: the text that belongs to the scoring"
        fault={fault('instructions')}
      >
        {(control) => <Textarea {...control} name="instructions" />}
      </Field>
    </FormDialog>
  );
}
