'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { useStartRun } from '@/components/run/use-start-run';
import { Field } from '@/components/ui/field';
import { Input, Select, Textarea } from '@/components/ui/input';
import type { ExperimentView } from '@/lib/contracts/experiments';
import type { RunKind } from '@/lib/domain/run';
import { RUN_KIND_WORDS } from '@/lib/view/run-words';
import { AgentForecastPanel } from './agent-forecast-panel';

/** An evaluation is started from a run, not from an experiment. */
type StartableKind = Exclude<RunKind, 'evaluation'>;

const KIND_HINTS: Readonly<Record<StartableKind, string>> = {
  combee: 'In parallel. Needs the go of a serial diagnosis of the same task, split and models.',
  serialBaseline: 'One reflection at a time: slow, and what every gain is measured against.',
  exploratory: 'As Combee, after an undecided diagnosis. Measured, and never quoted or promoted.',
  comparisonPoint: 'At a fixed batch size, with the reason for it. Cannot be promoted.',
};

export function StartRunDialog({ experiment, onClose }: { experiment: ExperimentView; onClose: () => void }) {
  const router = useRouter();
  const start = useStartRun();
  const [kind, setKind] = useState<StartableKind>('combee');
  const fault = faultsOf(start.error);
  const submit = (form: FormData) => {
    const seed = numberOf(form, 'seed');
    const label = textOf(form, 'label');
    const size = numberOf(form, 'size');
    start.mutate(
      {
        experimentId: experiment.id,
        kind,
        ...(seed === null ? {} : { seed }),
        ...(label === '' ? {} : { label }),
        ...(kind === 'comparisonPoint' && size !== null
          ? { batch: { kind: 'static' as const, size, reason: textOf(form, 'reason') } }
          : {}),
      },
      { onSuccess: (run) => router.push(`/runs/${run.id}`) },
    );
  };
  return (
    <FormDialog
      title={`Run ${experiment.name}`}
      submitLabel="Run"
      busy={start.isPending || start.isSuccess}
      error={start.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id="run-kind" label="Kind" hint={KIND_HINTS[kind]} fault={fault('kind')}>
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={(event) => setKind(event.target.value as StartableKind)}
          >
            {(Object.keys(RUN_KIND_WORDS) as StartableKind[]).map((known) => (
              <option key={known} value={known}>
                {RUN_KIND_WORDS[known]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === 'comparisonPoint' ? (
        <>
          <Field id="run-size" label="Batch size" fault={fault('batch.size')}>
            {(control) => <Input {...control} name="size" type="number" min="1" defaultValue={80} />}
          </Field>
          <Field
            id="run-reason"
            label="Reason"
            hint="Why this size, in at least 20 characters"
            fault={fault('batch.reason')}
          >
            {(control) => (
              <Textarea {...control} name="reason" defaultValue="Comparison point at a pinned batch size" />
            )}
          </Field>
        </>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="run-seed" label="Seed" optional hint="Empty: a random one" fault={fault('seed')}>
          {(control) => <Input {...control} name="seed" type="number" min="0" />}
        </Field>
        <Field id="run-label" label="Label" optional hint="Empty: kind and seed" fault={fault('label')}>
          {(control) => <Input {...control} name="label" />}
        </Field>
      </div>
      {experiment.config.agentId === null ? null : (
        <AgentForecastPanel
          experimentId={experiment.id}
          kind={kind === 'serialBaseline' ? 'serialBaseline' : 'combee'}
        />
      )}
    </FormDialog>
  );
}
