'use client';

import { Rocket } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf, textOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { usePromote } from '@/components/queries/use-canaries';
import { useSlots } from '@/components/queries/use-slots';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { Measurement } from '@/lib/domain/score';
import { SLOT_KIND_WORDS } from '@/lib/view/canary/canary-words';

import { ApproverNotice } from './approver-notice';
import { PromoteFacts } from './promote-facts';

interface PromoteProps {
  readonly run: Pick<RunDetailView, 'id' | 'practice' | 'status' | 'scoreDoubt'>;
  readonly candidateHash: string;
  readonly score: Measurement | null;
  /** Which version it is, with its score: "best prompt, v7, 87.3 %". */
  readonly name: string;
}

/** From a version that a run made to the draft of its canary in a slot; nothing goes live by it. */
export function PromoteButton(props: PromoteProps) {
  const { name } = props;
  const { mayExperiment } = useViewer();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button blocked={mayExperiment ? undefined : NO_EXPERIMENTS} onClick={() => setOpen(true)}>
        <Rocket aria-hidden /> Promote {name}
      </Button>
      {open ? <PromoteDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function PromoteDialog({
  run,
  candidateHash,
  score,
  name,
  onClose,
}: PromoteProps & { readonly onClose: () => void }) {
  const router = useRouter();
  const list = useSlots();
  const promote = usePromote();
  const slots = itemsOf(list).filter(({ kind }) => !run.practice || kind === 'rehearsal');
  const submit = (form: FormData) => {
    const slot = slots.find(({ id }) => id === textOf(form, 'slotId'));
    if (slot === undefined) return;
    promote.mutate(
      { slot, runId: run.id, candidateHash },
      { onSuccess: (canary) => router.push(`/canaries/${canary.id}`) },
    );
  };
  return (
    <FormDialog
      title={`Promote ${name}`}
      description="No caller gets it before it is approved: it is first tried next to the current prompt."
      submitLabel="Draft its canary"
      busy={promote.isPending || promote.isSuccess}
      error={promote.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <PromoteFacts run={run} candidateHash={candidateHash} score={score} />
      <ApproverNotice />
      {list.isPending ? <SkeletonRows label="Loading slots" rows={2} /> : null}
      {list.isError ? <ProblemNotice error={list.error} onRetry={() => list.refetch()} /> : null}
      {run.practice ? (
        <Notice tone="info">
          This prompt was learned on the practice model, so only rehearsal slots can serve it.
        </Notice>
      ) : null}
      {list.isSuccess && slots.length === 0 ? (
        <Notice tone="honey" title="No slot can serve it yet">
          <Link href="/slots" className="underline underline-offset-2">
            Create {run.practice ? 'a rehearsal slot' : 'a slot'}
          </Link>{' '}
          first: the place in your application that requests a prompt.
        </Notice>
      ) : null}
      {slots.length > 0 ? (
        <Field
          id="promote-slot"
          label="Slot"
          hint="The place in your application that will ask for it"
          fault={faultsOf(promote.error)('slotId')}
        >
          {(control) => (
            <Select {...control} name="slotId">
              {slots.map(({ id, name, kind, live }) => (
                <option key={id} value={id}>
                  {name} · {SLOT_KIND_WORDS[kind].word.toLowerCase()} ·{' '}
                  {live === null ? 'nothing live yet' : `version ${live.version} is live`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
    </FormDialog>
  );
}
