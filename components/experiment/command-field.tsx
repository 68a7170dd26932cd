'use client';

import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { plural } from '@/lib/view/numbers';
import { useCommands } from './use-choices';

/** The program that scores: one that a live worker knows, or a name typed ahead of the worker that will know it. */
export function CommandField({ fault }: { fault: string | undefined }) {
  const commands = useCommands();
  const known = commands.data ?? [];
  return (
    <Field
      id="task-command"
      label="Name of the program"
      hint={
        known.length > 0
          ? 'A run is carried by the workers that know it.'
          : 'No live worker knows a program yet: type the name that its operator will give it.'
      }
      fault={fault}
    >
      {(control) =>
        known.length > 0 ? (
          <Select {...control} name="command">
            {known.map(({ name, workers }) => (
              <option key={name} value={name}>
                {name} ({plural(workers, 'worker')})
              </option>
            ))}
          </Select>
        ) : (
          <Input {...control} name="command" />
        )
      }
    </Field>
  );
}
