'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { PromptDiff } from '@/components/diff/prompt-diff';
import { useApproval } from '@/components/queries/use-approval';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { ApprovalView } from '@/lib/contracts/approvals';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { approvalSentence } from '@/lib/view/canary/evidence-lines';
import { ApprovalActions } from './approval-actions';
import { CanaryComments } from './canary-comments';
import { EvidenceDoor, EvidenceTable } from './evidence-table';
import { GateCard } from './gate-card';

/** Everything that people approve before a prompt goes live: the gate, the evidence under its hash, the change itself, their words. */
export function ApprovalPanel({ canary }: { canary: CanaryDetail }) {
  const approval = useApproval(canary.id, canary.state === 'approval');
  if (approval.isPending)
    return (
      <Card title="Approval">
        <SkeletonRows label="Loading the evidence" rows={4} />
      </Card>
    );
  if (approval.isError)
    return (
      <Card title="Approval">
        <ProblemNotice error={approval.error} onRetry={() => approval.refetch()} />
      </Card>
    );
  const { data } = approval;
  return (
    <>
      <div id="gate" className="scroll-mt-4">
        <GateCard canary={canary} approval={data} />
      </div>
      <ApprovalCard approval={data} />
      <Card
        title="Change for the callers"
        description={
          data.prompts.incumbent === null
            ? 'Nothing was live before, so all of it is new.'
            : `Version ${data.prompts.incumbent.version} against version ${data.prompts.challenger.version}.`
        }
      >
        <PromptDiff before={data.prompts.incumbent?.text ?? ''} after={data.prompts.challenger.text} />
      </Card>
      <CanaryComments canaryId={canary.id} whyNot={data.whyNot.comment} />
    </>
  );
}

function ApprovalCard({ approval }: { approval: ApprovalView }) {
  return (
    <Card
      title="Approval"
      description={approvalSentence(approval)}
      actions={approval.evidence === null ? null : <EvidenceDoor evidence={approval.evidence} />}
    >
      <div className="flex flex-col gap-4">
        {approval.isOutdated ? (
          <Notice tone="honey" title="A part of the evidence has changed">
            What was approved before no longer counts; read what changed.
          </Notice>
        ) : null}
        {approval.isHeld ? (
          <Notice tone="honey" title="Changes were asked for">
            Nothing goes live until the evidence has changed.
          </Notice>
        ) : null}
        {approval.evidence === null ? null : <EvidenceTable evidence={approval.evidence} />}
        {approval.hash === null ? null : (
          <p className="text-[0.8125rem]">
            <span className="text-ink-faint">An approval binds </span>
            <code className="break-all font-mono text-xs">{approval.hash}</code>
          </p>
        )}
        <p className="break-words text-ink-faint text-xs">
          {approval.authors.length === 0
            ? 'It has no author here.'
            : `Its authors, who may not approve: ${approval.authors.join(', ')}.`}
        </p>
        <Decisions approval={approval} />
        <ApprovalActions approval={approval} />
      </div>
    </Card>
  );
}

function Decisions({ approval: { decisions } }: { approval: ApprovalView }) {
  if (decisions.length === 0) return <p className="text-[0.8125rem] text-ink-faint">No decision yet.</p>;
  return (
    <ol aria-label="Decisions" className="flex flex-col divide-y divide-line rounded-md border border-line">
      {decisions.map(({ id, name, decision, note, at, counts, hash }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2 text-[0.8125rem]">
          <Badge tone={decision === 'approved' ? (counts ? 'good' : 'neutral') : 'honey'}>
            {decision === 'approved' ? 'approved' : 'changes asked for'}
          </Badge>
          <span className="min-w-0 flex-1 basis-48 break-words">
            <span className="font-medium">{name}</span>
            {note ? `: ${note}` : ''}
            <span className="block text-ink-faint text-xs">
              <Time at={at} /> on <code className="font-mono">{hash.slice(0, 12)}</code>
              {decision === 'approved' && !counts ? ', which is not the evidence as it is now' : ''}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
