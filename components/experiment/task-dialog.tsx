'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { useContractForm } from '@/components/api/use-contract-form';
import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import { type CreatedTaskView, createTaskBody } from '@/lib/contracts/tasks';
import type { ScoringKind } from '@/lib/domain/scoring';
import { SCORING_WORDS } from '@/lib/domain/scoring-words';
import { CommandField } from './command-field';
import { TaskArtefactFields } from './task-artefact-fields';
import { bodyOfTask, EMPTY_TASK } from './task-draft';
import { TaskHttpFields } from './task-http-fields';
import { useCreateTask } from './use-choices';

interface TaskDialogProps {
  readonly onClose: () => void;
  readonly onMade: (task: CreatedTaskView) => void;
}

export function TaskDialog({ onClose, onMade }: TaskDialogProps) {
  const create = useCreateTask();
  const form = useContractForm({
    defaultValues: EMPTY_TASK,
    schema: createTaskBody,
    bodyOf: bodyOfTask,
    send: async (body) => {
      onMade(await create.mutateAsync(body));
      onClose();
    },
  });
  const { register, fault } = form;
  const kind = form.watch('scoring.kind');
  return (
    <FormDialog
      title="New task"
      description="A task never changes; a change is a new task."
      submitLabel="Make the task"
      busy={create.isPending}
      error={form.problem}
      onSubmit={(_, fields) => void form.submit(fields)}
      onClose={onClose}
    >
      <Field id="task-name" label="Name" fault={fault('name')}>
        {(control) => <Input {...control} {...register('name')} autoFocus />}
      </Field>
      <Field id="task-scoring" label="Scoring" fault={fault('scoring.kind')}>
        {(control) => (
          <Select {...control} {...register('scoring.kind')}>
            {(Object.keys(SCORING_WORDS) as ScoringKind[]).map((known) => (
              <option key={known} value={known}>
                {SCORING_WORDS[known].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === 'command' ? <CommandField form={form} /> : null}
      {kind === 'http' ? <TaskHttpFields form={form} /> : null}
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
              <Textarea {...control} {...register(`scoring.${extra.name}`)} />
            ) : (
              <Input {...control} {...register(`scoring.${extra.name}`)} />
            )
          }
        </Field>
      ))}
      <TaskArtefactFields form={form} />
      <Field
        id="task-instructions"
        label="Instructions"
        optional
        hint="What the task is and what an answer looks like; empty: the text that belongs to the scoring"
        fault={fault('instructions')}
      >
        {(control) => <Textarea {...control} {...register('instructions')} />}
      </Field>
    </FormDialog>
  );
}
