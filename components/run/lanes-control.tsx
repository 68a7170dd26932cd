'use client';

import { CircleCheck, CircleDashed } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RunLanesView } from '@/lib/contracts/lanes';
import { CONDITION_WORDS, conditionAnswer, describeLanes } from '@/lib/view/run-lanes';
import { useChangeLanes, useLanes } from './use-dispatch';

interface LanesControlProps {
  readonly runId: string;
  readonly iterations: number;
  /** An ended run shows what they were. */
  readonly isLive: boolean;
}

/** How many calls may be in flight, with the conditions that raising them takes. */
export function LanesControl({ runId, iterations, isLive }: LanesControlProps) {
  const lanes = useLanes(runId, iterations);
  return (
    <Card
      title="May more calls be in flight?"
      description="Fewer are always allowed; more only while all three conditions hold."
    >
      {lanes.isPending ? <SkeletonRows label="Loading lanes" rows={3} /> : null}
      {lanes.isError ? <ProblemNotice error={lanes.error} onRetry={() => lanes.refetch()} /> : null}
      {lanes.isSuccess ? <Lanes view={lanes.data} isLive={isLive} /> : null}
    </Card>
  );
}

function Lanes({ view, isLive }: { view: RunLanesView; isLive: boolean }) {
  return (
    <div className="flex flex-col gap-3 text-[0.8125rem]">
      <p className="text-ink-soft">{describeLanes(view, isLive)}</p>
      <ul className="flex flex-col gap-1.5">
        {view.conditions.map(({ name, holds, explanation }) => {
          const Icon = holds ? CircleCheck : CircleDashed;
          return (
            <li key={name} className="flex items-start gap-2">
              <Icon
                className={`mt-0.5 size-4 shrink-0 ${holds ? 'text-good' : 'text-ink-faint'}`}
                aria-hidden
              />
              <span>
                <span className="font-medium">
                  {CONDITION_WORDS[name]}: {conditionAnswer(view, { name, holds })}
                </span>{' '}
                <span className="text-ink-faint">{explanation}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {view.warnings.map((warning) => (
        <Notice key={warning.code} tone="honey" title={warning.message}>
          <ul className="mt-1 list-disc pl-4">
            {warning.howToProceed.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </Notice>
      ))}
      {isLive ? <LanesForm view={view} /> : null}
    </div>
  );
}

function LanesForm({ view }: { view: RunLanesView }) {
  const { mayExperiment } = useViewer();
  const change = useChangeLanes(view.runId);
  const [wanted, setWanted] = useState(String(view.waiting ?? view.lanes));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate(Number(wanted));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
      <div className="flex items-end gap-2">
        <Field id="run-lanes" label="Lanes from the next iteration on" className="w-52">
          {(control) => (
            <Input
              {...control}
              type="number"
              min="1"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          busy={change.isPending}
          blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
          disabled={wanted === ''}
        >
          Change
        </Button>
      </div>
      {change.isError ? <ProblemNotice error={change.error} /> : null}
    </form>
  );
}
