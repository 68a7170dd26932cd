'use client';

import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { plural } from '@/lib/view/numbers';
import type { TaskForm } from './task-draft';
import { useCommands } from './use-choices';

/** The program that scores: one that a live worker knows, or a name typed ahead of the worker that will know it. */
export function CommandField({ form }: { form: TaskForm }) {
  const commands = useCommands();
  const known = commands.data ?? [];
  // The first program is the choice only once the programs are known.
  const named = commands.isPending ? { disabled: true } : form.register('scoring.command');
  return (
    <Field
      id="task-command"
      label="Name of the program"
      hint={
        known.length > 0
          ? 'A run is carried by the workers that know it.'
          : 'No live worker knows a program yet: type the name that its operator will give it.'
      }
      fault={form.fault('scoring.command')}
    >
      {(control) =>
        known.length > 0 ? (
          <Select {...control} {...named}>
            {known.map(({ name, workers }) => (
              <option key={name} value={name}>
                {name} ({plural(workers, 'worker')})
              </option>
            ))}
          </Select>
        ) : (
          <Input {...control} {...named} />
        )
      }
    </Field>
  );
}
