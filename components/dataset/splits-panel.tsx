'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { Lock, LockOpen, Plus, Split, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { tellProblem } from '@/components/api/tell-problem';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import type { SplitView } from '@/lib/contracts/splits';
import { SPLIT_NAMES } from '@/lib/domain/split';
import { contaminationOf } from '@/lib/policy/contamination';
import { partedConflictWords } from '@/lib/view/import-words';
import { figure, word } from '@/lib/view/list-rows';
import { splitWord } from '@/lib/view/number-origin';
import { formatCount, shortHash } from '@/lib/view/numbers';
import { ContaminationNotice } from './contamination-notice';
import { SplitDialog } from './split-dialog';
import { useDeleteSplit } from './use-datasets';

interface SplitsPanelProps {
  readonly dataset: DatasetDetail;
  readonly splits: UseQueryResult<SplitView[]>;
}

export function SplitsPanel({ dataset, splits }: SplitsPanelProps) {
  const { mayExperiment } = useViewer();
  const [adds, setAdds] = useState(false);
  const add = (
    <Button
      variant="primary"
      blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
      onClick={() => setAdds(true)}
    >
      <Plus aria-hidden /> Register a split
    </Button>
  );
  return (
    <>
      {splits.data?.map((split) => {
        const contamination = contaminationOf(split);
        return contamination ? (
          <ContaminationNotice key={split.id} sentence={`${split.name}: ${contamination.sentence}`} />
        ) : null;
      })}
      {splits.data?.map((split) => {
        const sentence = partedConflictWords(split.labelConflicts);
        return sentence === null ? null : (
          <Notice key={split.id} tone="honey" className="mb-4" title={split.name}>
            {sentence}
          </Notice>
        );
      })}
      <TableCard
        title="Which examples teach, and which only measure?"
        description="A registered split is known by its hash. After the first score nothing of it can change."
        actions={add}
        above={
          <>
            {splits.isPending ? <SkeletonRows label="Loading splits" rows={3} /> : null}
            {splits.isError ? (
              <ProblemNotice className="m-4" error={splits.error} onRetry={() => splits.refetch()} />
            ) : null}
          </>
        }
        caption="Registered splits"
        columns={[
          ...COLUMNS,
          {
            label: 'Actions',
            isSilent: true,
            numeric: true,
            data: [],
            cell: (split) => <RemoveButton datasetId={dataset.id} split={split} />,
          },
        ]}
        rows={splits.data ?? []}
        keyOf={({ id }) => id}
        empty={
          splits.isSuccess ? (
            <EmptyState icon={Split} title="No split registered" action={add}>
              A run learns from train and is judged on held-out; a registration fixes which is which.
            </EmptyState>
          ) : null
        }
      />
      {adds ? <SplitDialog dataset={dataset} onClose={() => setAdds(false)} /> : null}
    </>
  );
}

/** Opened once, for one prompt: from then on it confirms nothing else. */
function ConfirmationSeal({ split }: { split: SplitView }) {
  const opening = split.confirmationOpening;
  if (opening === null)
    return split.counts.confirmation === 0 ? null : (
      <span
        className="block whitespace-nowrap text-ink-faint text-xs"
        title="Never opened: it can confirm one prompt, once."
      >
        sealed
      </span>
    );
  return (
    <span className="block whitespace-nowrap text-ink-faint text-xs">
      opened <Time at={opening.openedAt} />
      <span className="block">
        by {opening.openedBy} for{' '}
        <Link
          href={`/runs/${opening.runId}`}
          title="It confirms the best prompt of this run and no other."
          className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
        >
          this run
        </Link>
      </span>
    </span>
  );
}

/** The statement on contamination; nothing where none was requested. */
function SplitStatement({ split }: { split: SplitView }) {
  return (
    <>
      {contaminationOf(split) ? (
        <Badge className="ml-2" tone="bad" icon={TriangleAlert}>
          Contaminated
        </Badge>
      ) : null}
      {split.owner === null ? null : (
        <span className="block font-normal text-ink-faint text-xs">owned by {split.owner}</span>
      )}
    </>
  );
}

const COLUMNS: readonly TableColumn<SplitView>[] = [
  {
    label: 'Name',
    className: 'whitespace-nowrap font-medium',
    data: [
      word('name', ({ name }) => name),
      word('pinned at', ({ pinnedAt }) => pinnedAt),
      word('contaminated', (split) => contaminationOf(split)?.sentence ?? null),
      word('owner', ({ owner }) => owner),
    ],
    cell: (split) => (
      <>
        {split.name}
        {split.pinnedAt ? (
          <Badge className="ml-2" icon={Lock} title="Its first score was given; nothing of it can change.">
            Pinned
          </Badge>
        ) : (
          <Badge className="ml-2" icon={LockOpen} title="No score yet; it can still be removed.">
            Open
          </Badge>
        )}
        <SplitStatement split={split} />
      </>
    ),
  },
  ...SPLIT_NAMES.map(
    (name): TableColumn<SplitView> => ({
      label: splitWord(name),
      head: <span className="inline-block first-letter:uppercase">{splitWord(name)}</span>,
      numeric: true,
      data: [figure(`${splitWord(name)}, examples`, ({ counts }) => counts[name])],
      cell: (split) => (
        <>
          {formatCount(split.counts[name])}
          {name === 'confirmation' ? <ConfirmationSeal split={split} /> : null}
        </>
      ),
    }),
  ),
  figureColumn({ label: 'In none', className: 'text-ink-faint', of: ({ unassigned }) => unassigned }),
  figureColumn({
    label: 'Held-out used',
    of: ({ heldOutUses }) => heldOutUses,
    show: (uses) => `${formatCount(uses)} ×`,
  }),
  {
    label: 'Hash',
    className: 'font-mono text-ink-faint text-xs',
    data: [word('hash', ({ hash }) => hash)],
    cell: ({ hash }) => shortHash(hash),
  },
  {
    label: 'Registered',
    className: 'whitespace-nowrap text-ink-faint',
    data: [
      word('registered at', ({ registeredAt }) => registeredAt),
      word('registered by', ({ registeredBy }) => registeredBy),
    ],
    cell: ({ registeredAt, registeredBy }) => (
      <>
        <Time at={registeredAt} /> by {registeredBy}
      </>
    ),
  },
];

function RemoveButton({ datasetId, split }: { datasetId: string; split: SplitView }) {
  const { mayExperiment } = useViewer();
  const remove = useDeleteSplit(datasetId);
  if (!mayExperiment || split.pinnedAt !== null || split.experiments > 0) return null;
  return (
    <Button
      size="iconSm"
      variant="ghost"
      aria-label={`Remove ${split.name}`}
      onClick={() => remove.mutate(split.id, { onError: tellProblem })}
    >
      <Trash2 aria-hidden />
    </Button>
  );
}
