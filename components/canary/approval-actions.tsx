'use client';

import { BadgeCheck, CircleCheck, CircleX, MessageSquareWarning } from 'lucide-react';
import { useId, useState } from 'react';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useApprovalSteps } from '@/components/queries/use-approval';
import { ConfirmDialog, needsConfirming } from '@/components/review/confirm-dialog';
import { Badge } from '@/components/ui/badge';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { changeWords, gateLights } from '@/lib/view/canary/evidence-lines';

/** Buttons for the reader's decision; a disabled one gives the sentence that a press would be answered with. */
export function ApprovalActions({ approval }: { approval: ApprovalView }) {
  const [open, setOpen] = useState<'approve' | 'changes' | null>(null);
  const { whyNot, state } = approval;
  if (state !== 'approval') return null;
  const sentences = [...new Set([whyNot.approve, whyNot.requestChanges])].filter((text) => text !== null);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" blocked={blockedBy(whyNot.approve)} onClick={() => setOpen('approve')}>
          <BadgeCheck aria-hidden /> Approve
        </Button>
        <Button blocked={blockedBy(whyNot.requestChanges)} onClick={() => setOpen('changes')}>
          <MessageSquareWarning aria-hidden /> Request changes
        </Button>
      </div>
      {sentences.map((sentence) => (
        <p key={sentence} className="text-ink-faint text-xs">
          {sentence}
        </p>
      ))}
      {open === 'approve' ? <ApproveDialog approval={approval} onClose={() => setOpen(null)} /> : null}
      {open === 'changes' ? <ChangesDialog approval={approval} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

interface DecisionDialogProps {
  readonly approval: ApprovalView;
  readonly onClose: () => void;
}

/** Binds the evidence that stood there when the dialog opened, not what came since. */
function ApproveDialog({ approval, onClose }: DecisionDialogProps) {
  const { approve } = useApprovalSteps(approval.canaryId);
  const [shown] = useState(approval);
  const hash = shown.hash ?? '';
  const [note, setNote] = useState('');
  const send = () => approve.mutate({ hash, note }, { onSuccess: onClose });
  if (needsConfirming(approve.error))
    return <ConfirmDialog onConfirmed={send} onClose={() => approve.reset()} />;
  return (
    <DecisionDialog
      title="Approve this evidence"
      description="Your approval binds exactly the evidence with this hash; when the evidence changes, the approval no longer counts."
      label="Approve"
      hint="What convinced you, if you like"
      decidesOn={shown}
      hash={hash}
      note={note}
      busy={approve.isPending}
      error={approve.error}
      onNote={setNote}
      onSend={send}
      onClose={onClose}
    />
  );
}

function ChangesDialog({ approval, onClose }: DecisionDialogProps) {
  const { requestChanges } = useApprovalSteps(approval.canaryId);
  const [note, setNote] = useState('');
  const send = () => requestChanges.mutate(note, { onSuccess: onClose });
  if (needsConfirming(requestChanges.error))
    return <ConfirmDialog onConfirmed={send} onClose={() => requestChanges.reset()} />;
  return (
    <DecisionDialog
      title="Request changes"
      description="Nothing goes live until the evidence has changed; approvals so far are void."
      label="Request changes"
      hint="What has to change"
      decidesOn={approval}
      hash={approval.hash}
      note={note}
      busy={requestChanges.isPending}
      error={requestChanges.error}
      onNote={setNote}
      onSend={send}
      onClose={onClose}
    />
  );
}

interface SayingProps {
  readonly title: string;
  readonly description: string;
  readonly label: string;
  readonly hint: string;
  readonly decidesOn: ApprovalView;
  readonly hash: string | null;
  readonly note: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onNote: (note: string) => void;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

function DecisionDialog(props: SayingProps) {
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" busy={props.busy} onClick={props.onSend}>
            {props.label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {props.error ? <ProblemNotice error={props.error} /> : null}
        <DecidedOn {...props.decidesOn} />
        {props.hash ? (
          <p className="text-[0.8125rem]">
            <span className="text-ink-faint">Evidence </span>
            <code className="break-all font-mono text-xs">{props.hash}</code>
          </p>
        ) : null}
        <Field id={`${id}-note`} label="Note" hint={props.hint} fault={faultsOf(props.error)('note')}>
          {(control) => (
            <Textarea
              {...control}
              autoFocus
              value={props.note}
              onChange={(event) => props.onNote(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

/** The change and the conditions in short, for a person who is about to put their name to them. */
function DecidedOn(approval: ApprovalView) {
  const { evidence, prompts } = approval;
  const hasPassed = evidence?.verdict?.kind === 'pass';
  return (
    <ul className="flex flex-col gap-1 text-[0.8125rem]">
      <li>
        {prompts.incumbent === null
          ? `Version ${prompts.challenger.version}, where nothing was live before`
          : `Version ${prompts.challenger.version} in place of version ${prompts.incumbent.version}`}
        {evidence === null ? '' : `: ${changeWords(evidence)}`}
      </li>
      {gateLights(approval, { hasPassed }).map(({ name, tone, word }) => (
        <li key={name} className="flex items-center justify-between gap-3 border-line border-t pt-1">
          {name}
          <Badge tone={tone} icon={tone === 'good' ? CircleCheck : CircleX}>
            {word}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
