'use client';

import { useRouter } from 'next/navigation';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DefinitionList } from '@/components/ui/definition-list';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { formatCount, formatDuration, formatUsd, NOT_KNOWN, plural } from '@/lib/view/numbers';
import { useStartRun } from './use-start-run';

interface LearnAgainDialogProps {
  readonly run: RunDetailView;
  /** Undefined = the run read no traces. */
  readonly traceSampleId: string | undefined;
  readonly onClose: () => void;
}

/** Starts the Combee run that an exploratory run led to; what that one took is the estimate. */
export function LearnAgainDialog({ run, traceSampleId, onClose }: LearnAgainDialogProps) {
  const router = useRouter();
  const start = useStartRun();
  const { split } = run.manifest as unknown as Pick<RunManifest, 'split'>;
  const { spend, evaluationRollouts } = run.summary;
  const tookMs =
    run.startedAt === null || run.endedAt === null
      ? null
      : new Date(run.endedAt).getTime() - new Date(run.startedAt).getTime();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Run Combee"
      confirmLabel="Start run"
      busy={start.isPending || start.isSuccess}
      onConfirm={() =>
        start.mutate(
          {
            experimentId: run.experimentId,
            kind: 'combee',
            ...(traceSampleId === undefined ? {} : { traceSampleId, label: run.label }),
          },
          { onSuccess: ({ id }) => router.push(`/runs/${id}`) },
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {traceSampleId === undefined
            ? 'The run learns from the training examples again'
            : `The run learns from the same ${plural(split.counts.train, 'trace')} again`}{' '}
          and measures its prompt by fresh rollouts. That prompt can be confirmed and promoted. Expect what
          this exploratory run took:
        </p>
        <DefinitionList
          className="sm:grid-cols-1"
          items={[
            { term: 'Time', value: tookMs === null ? NOT_KNOWN : `about ${formatDuration(tookMs)}` },
            {
              term: 'Cost',
              value: spend.costUsd === null ? NOT_KNOWN : `about ${formatUsd(spend.costUsd)} at list price`,
            },
            { term: 'Rollouts that measure', value: formatCount(evaluationRollouts) },
          ]}
        />
        {start.isError ? <ProblemNotice error={start.error} /> : null}
      </div>
    </ConfirmDialog>
  );
}
