'use client';

import { type FormEvent, useId, useState } from 'react';
import { ColumnTable } from '@/components/list/column-table';
import { tableReader } from '@/components/list/table-card';
import type { TableColumn } from '@/components/list/table-column';
import { TableDoor } from '@/components/list/table-door';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { keptFigures } from '@/components/ui/kept-figures';
import type { RunCostsView } from '@/lib/contracts/costs';
import { figure, word } from '@/lib/view/list-rows';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import { type TargetRow, targetRows } from '@/lib/view/run-costs';

interface TargetCardProps {
  readonly toTarget: RunCostsView['toTarget'];
  readonly serialToTarget: RunCostsView['serialToTarget'];
  readonly origin: NumberOrigin;
  /** Null asks for the run's own target again. */
  readonly onTarget: (target: number | null) => void;
}

/** Cost and time until held-out reached a score that the reader names. */
export function TargetCard({ toTarget, serialToTarget, origin, onTarget }: TargetCardProps) {
  const id = useId();
  const [text, setText] = useState(toTarget.target === null ? '' : String(toTarget.target * 100));
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const percent = Number(text);
    const isValid = text.trim() !== '' && percent >= 0 && percent <= 100;
    setFault(isValid || text.trim() === '' ? undefined : 'Enter a score between 0 and 100 %.');
    if (text.trim() === '') onTarget(null);
    else if (isValid) onTarget(percent / 100);
  };
  return (
    <Card title="What did it take to reach a score?" description={describeOrigin(origin)}>
      <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
        <Field id={id} label="Held-out score to reach, %" fault={fault}>
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                inputMode="decimal"
                value={text}
                onChange={(event) => setText(event.target.value)}
                className="max-w-32"
              />
              <Button type="submit">Show</Button>
            </div>
          )}
        </Field>
        <p role="status" className="text-[0.8125rem] text-ink-soft">
          {keptFigures(toTarget.sentence)}
        </p>
        {toTarget.target === null ? null : (
          <p className="text-[0.8125rem] text-ink-soft">{keptFigures(serialToTarget.sentence)}</p>
        )}
      </form>
      {toTarget.target === null ? null : <Reached toTarget={toTarget} serialToTarget={serialToTarget} />}
    </Card>
  );
}

function reachedColumns(serial: string): readonly TableColumn<TargetRow>[] {
  return [
    {
      label: 'To the target',
      data: [word('to the target', ({ name }) => name), word('unit', ({ unit }) => unit)],
      cell: ({ name }) => name,
    },
    {
      label: 'This run',
      numeric: true,
      data: [figure('this run', ({ ownAmount }) => ownAmount)],
      cell: ({ own }) => own,
    },
    {
      label: serial,
      numeric: true,
      data: [figure(`baseline: ${serial}`, ({ serialAmount }) => serialAmount)],
      cell: (row) => row.serial,
    },
  ];
}

function Reached({ toTarget, serialToTarget }: Pick<TargetCardProps, 'serialToTarget' | 'toTarget'>) {
  const table = {
    caption: 'Cost and time to the target',
    columns: reachedColumns(serialToTarget.baseline?.label ?? 'Serial baseline'),
    rows: targetRows(toTarget.amounts, serialToTarget.amounts),
  };
  return (
    <div className="mt-3 flex flex-col">
      <span className="self-end pb-1">
        <TableDoor name={table.caption} read={tableReader(table)} />
      </span>
      <ColumnTable {...table} keyOf={({ name }) => name} />
    </div>
  );
}
