'use client';

import { GitBranch } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, numberOf, textOf } from '@/components/api/form-values';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useBranch } from './use-branch';

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
      <Button blocked={mayExperiment ? undefined : NO_EXPERIMENTS} onClick={() => setOpen(true)}>
        <GitBranch aria-hidden /> Branch from here
      </Button>
      {open ? <BranchDialog runId={runId} iteration={iteration} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function BranchDialog({ runId, iteration, onClose }: BranchProps & { readonly onClose: () => void }) {
  const router = useRouter();
  const branch = useBranch(runId);
  const fault = faultsOf(branch.error);
  const submit = (form: FormData) => {
    const seed = numberOf(form, 'seed');
    const label = textOf(form, 'label');
    branch.mutate(
      { iteration, ...(seed === null ? {} : { seed }), ...(label === '' ? {} : { label }) },
      { onSuccess: (run) => router.push(`/runs/${run.id}`) },
    );
  };
  return (
    <FormDialog
      title={`Branch from iteration ${iteration + 1}`}
      description="A new run with the same settings that starts from the playbook after this iteration."
      submitLabel="Start the branch"
      busy={branch.isPending || branch.isSuccess}
      error={branch.error}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
