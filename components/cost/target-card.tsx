'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { RunCostsView } from '@/lib/contracts/costs';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import { targetRows } from '@/lib/view/run-costs';

interface TargetCardProps {
  readonly toTarget: RunCostsView['toTarget'];
  readonly serialToTarget: RunCostsView['serialToTarget'];
  readonly origin: NumberOrigin;
  /** Null asks for the run's own target again. */
  readonly onTarget: (target: number | null) => void;
}

/** What it took until held-out reached a score that somebody names. */
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
          {toTarget.sentence}
        </p>
        <p className="text-[0.8125rem] text-ink-soft">{serialToTarget.sentence}</p>
      </form>
      {toTarget.target === null ? null : <Reached toTarget={toTarget} serialToTarget={serialToTarget} />}
    </Card>
  );
}

function Reached({ toTarget, serialToTarget }: Pick<TargetCardProps, 'serialToTarget' | 'toTarget'>) {
  return (
    <Table caption="What it took to the target" className="mt-3">
      <TableHead>
        <HeadCell>To the target</HeadCell>
        <HeadCell numeric>This run</HeadCell>
        <HeadCell numeric>{serialToTarget.baseline?.label ?? 'Serial baseline'}</HeadCell>
      </TableHead>
      <TableBody>
        {targetRows(toTarget.amounts, serialToTarget.amounts).map(({ name, own, serial }) => (
          <Row key={name}>
            <Cell>{name}</Cell>
            <Cell numeric>{own}</Cell>
            <Cell numeric>{serial}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
