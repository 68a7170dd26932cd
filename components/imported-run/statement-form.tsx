'use client';

import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';

/** Statement that no file can make: who is responsible for this run. */
export interface Statement {
  readonly name: string;
  readonly task: string;
  readonly ranBy: string;
  readonly ranAt: string;
  readonly hardware: string;
  readonly description: string;
}

export const EMPTY_STATEMENT: Statement = {
  name: '',
  task: '',
  ranBy: '',
  ranAt: '',
  hardware: '',
  description: '',
};

const FIELDS = [
  { name: 'name', label: 'Name', hint: 'What charts call it' },
  { name: 'task', label: 'Task', hint: 'What it was to learn' },
  { name: 'ranBy', label: 'Ran by', hint: 'A person or a team' },
  { name: 'ranAt', label: 'When it ran', hint: 'A date, in any form' },
  { name: 'hardware', label: 'Hardware', hint: 'What the models ran on' },
] as const;

interface StatementFormProps {
  readonly statement: Statement;
  readonly onChange: (statement: Statement) => void;
  readonly error: Error | null;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly label: string;
  readonly why: string;
  readonly onSubmit: () => void;
}

export function StatementForm(props: StatementFormProps) {
  const { statement, onChange } = props;
  const fault = faultsOf(props.error);
  return (
    <Card title="3. Origin" description="Every page shows it next to the run’s numbers.">
      <div className="flex flex-col gap-4">
        {props.error ? <ProblemNotice error={props.error} /> : null}
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {FIELDS.map(({ name, label, hint }) => (
            <Field
              key={name}
              id={`run-${name}`}
              label={label}
              hint={hint}
              optional={name !== 'name'}
              fault={fault(name)}
            >
              {(control) => (
                <Input
                  {...control}
                  value={statement[name]}
                  onChange={(event) => onChange({ ...statement, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <Field id="run-description" label="Description" optional>
            {(control) => (
              <Textarea
                {...control}
                value={statement.description}
                onChange={(event) => onChange({ ...statement, description: event.target.value })}
              />
            )}
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" disabled={props.disabled} busy={props.busy} onClick={props.onSubmit}>
            {props.label}
          </Button>
          <span className="min-w-0 flex-1 basis-56 text-ink-faint text-xs">{props.why}</span>
        </div>
      </div>
    </Card>
  );
}
