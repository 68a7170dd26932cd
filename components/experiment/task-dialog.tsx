'use client';

import { useState } from 'react';
import type { z } from 'zod';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import type { CreatedTaskView } from '@/lib/contracts/tasks';
import type { ScoringKind, scoringSpec } from '@/lib/domain/scoring';
import { SCORING_WORDS } from '@/lib/domain/scoring-words';
import { CommandField } from './command-field';
import { artefactOf, TaskArtefactFields } from './task-artefact-fields';
import { TaskHttpFields } from './task-http-fields';
import { useCreateTask } from './use-choices';

/** The settings of the chosen kind from the form's fields; the contract fills in defaults and refuses the rest. */
function scoringOf(kind: ScoringKind, form: FormData) {
  if (kind === 'command') return { kind, command: textOf(form, 'command') };
  if (kind === 'http')
    return {
      kind,
      url: textOf(form, 'url'),
      header: textOf(form, 'header') || null,
      timeoutSeconds: numberOf(form, 'timeoutSeconds') ?? 30,
    };
  const fields = (SCORING_WORDS[kind].fields ?? []).map(({ name, type }) => [
    name,
    type === 'number' ? (numberOf(form, name) ?? 0) : textOf(form, name),
  ]);
  return { kind, ...Object.fromEntries(fields) } as z.input<typeof scoringSpec>;
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
            {(Object.keys(SCORING_WORDS) as ScoringKind[]).map((known) => (
              <option key={known} value={known}>
                {SCORING_WORDS[known].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === 'command' ? <CommandField fault={fault('scoring.command')} /> : null}
      {kind === 'http' ? <TaskHttpFields fault={fault} /> : null}
      {(SCORING_WORDS[kind].fields ?? []).map((extra) => (
        <Field
          key={extra.name}
          id={`task-${extra.name}`}
          label={extra.label}
          hint={extra.hint}
          fault={fault(`scoring.${extra.name}`)}
        >
          {(control) =>
            extra.type === 'longText' ? (
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
