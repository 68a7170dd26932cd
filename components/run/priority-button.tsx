'use client';

import { ListStart } from 'lucide-react';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf } from '@/components/api/form-values';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { say } from '@/components/ui/say';
import type { PreemptionMode } from '@/lib/domain/scheduling';
import { PREEMPTION_WORDS } from '@/lib/view/run-dispatch';
import { usePrioritise } from './use-dispatch';

interface PriorityProps {
  readonly runId: string;
  /** Null where the run pins no batching policy: it then has not said what would become of the iteration. */
  readonly mode: PreemptionMode | null;
  /** Text that the person begins from. */
  readonly text: string;
}

const NO_POLICY = {
  sentence: 'This run pins no batching policy. Start a run of an experiment that sends calls in batches.',
  link: { href: '/experiments', label: 'Open the experiments' },
};

/** A person's candidate goes before everything else in a live run. */
export function PriorityButton({ runId, mode, text }: PriorityProps) {
  const { mayExperiment } = useViewer();
  const [open, setOpen] = useState(false);
  const blocked = mayExperiment ? (mode === null ? NO_POLICY : undefined) : NO_EXPERIMENTS;
  return (
    <>
      <Button blocked={blocked} onClick={() => setOpen(true)}>
        <ListStart aria-hidden /> Put a candidate first
      </Button>
      {open && mode !== null ? (
        <PriorityDialog runId={runId} mode={mode} text={text} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

interface PriorityDialogProps extends PriorityProps {
  readonly mode: PreemptionMode;
  readonly onClose: () => void;
}

function PriorityDialog({ runId, mode, text, onClose }: PriorityDialogProps) {
  const prioritise = usePrioritise(runId);
  const [candidate, setCandidate] = useState(text);
  const submit = () => {
    prioritise.mutate(candidate, {
      onSuccess: () => {
        say('success', 'Your candidate waits. The Scheduling section shows when the run takes it up.');
        onClose();
      },
    });
  };
  return (
    <FormDialog
      shape="wide"
      title="Put a candidate first"
      submitLabel="Put it first"
      busy={prioritise.isPending}
      error={prioritise.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Notice tone="honey" title={`This run pins “${mode}”`}>
        {PREEMPTION_WORDS[mode]}
      </Notice>
      <Field
        id="priority-text"
        label="Candidate"
        hint="Begins as the newest playbook; change what the run is to go on with."
        fault={faultsOf(prioritise.error)('text')}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={16}
            spellCheck={false}
            className="font-mono text-xs"
            value={candidate}
            onChange={(event) => setCandidate(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
