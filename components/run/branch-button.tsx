'use client';

import { GitBranch } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState } from 'react';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/shell/viewer';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useBranch } from './use-run';

interface BranchProps {
  readonly runId: string;
  /** 0-based. */
  readonly iteration: number;
}

/** A new run from the candidate that stood after a closed iteration. */
export function BranchButton({ runId, iteration }: BranchProps) {
  const { mayExperiment } = useViewer();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        disabled={!mayExperiment}
        title={mayExperiment ? undefined : MAY_NOT_EXPERIMENT}
        onClick={() => setOpen(true)}
      >
        <GitBranch aria-hidden /> Branch from here
      </Button>
      {open ? <BranchDialog runId={runId} iteration={iteration} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function BranchDialog({ runId, iteration, onClose }: BranchProps & { readonly onClose: () => void }) {
  const formId = useId();
  const router = useRouter();
  const branch = useBranch(runId);
  const fault = faultsOf(branch.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const seed = numberOf(form, 'seed');
    const label = textOf(form, 'label');
    branch.mutate(
      { iteration, ...(seed === null ? {} : { seed }), ...(label === '' ? {} : { label }) },
      { onSuccess: (run) => router.push(`/runs/${run.id}`) },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Branch from iteration ${iteration + 1}`}
      description="A new run with the same settings that starts from the playbook after this iteration."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={branch.isPending || branch.isSuccess}>
            Start the branch
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {branch.isError ? <ProblemNotice error={branch.error} /> : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field id="branch-seed" label="Seed" optional hint="Empty: a random one" fault={fault('seed')}>
            {(control) => <Input {...control} name="seed" type="number" min="0" />}
          </Field>
          <Field
            id="branch-label"
            label="Label"
            optional
            hint="Empty: source and iteration"
            fault={fault('label')}
          >
            {(control) => <Input {...control} name="label" />}
          </Field>
        </div>
      </form>
    </Dialog>
  );
}
