import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { TaskForm } from './task-draft';

/** Where the HTTP evaluator is, and what it is sent to know us by. The secret is sealed and never shown again. */
export function TaskHttpFields({ form: { register, fault } }: { form: TaskForm }) {
  return (
    <>
      <Field
        id="task-url"
        label="Address"
        hint="Gets question, context, answer and expected as JSON by POST; answers with a number from 0 to 1, or with {score, objectives, sideInformation, costUsd}. Public https, or an address that the operator allows."
        fault={fault('scoring.url')}
      >
        {(control) => (
          <Input
            {...control}
            {...register('scoring.url')}
            type="url"
            placeholder="https://evaluator.example.com/score"
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          id="task-header"
          label="Header"
          hint="Empty: Authorization"
          optional
          fault={fault('scoring.header')}
        >
          {(control) => <Input {...control} {...register('scoring.header')} />}
        </Field>
        <Field id="task-secret" label="Its secret value" hint="Sealed" optional fault={fault('secret')}>
          {(control) => <Input {...control} {...register('secret')} type="password" autoComplete="off" />}
        </Field>
        <Field
          id="task-timeoutSeconds"
          label="Time-out"
          hint="Seconds"
          fault={fault('scoring.timeoutSeconds')}
        >
          {(control) => (
            <Input {...control} {...register('scoring.timeoutSeconds')} type="number" min="1" max="600" />
          )}
        </Field>
      </div>
    </>
  );
}
