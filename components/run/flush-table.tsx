import { RotateCw, Send } from 'lucide-react';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ShowMore } from '@/components/ui/show-more';
import type { FlushView } from '@/lib/contracts/dispatch';
import { figure, word } from '@/lib/view/list-rows';
import { describeHardware, type NumberOrigin } from '@/lib/view/number-origin';
import { formatCompact, formatDuration } from '@/lib/view/numbers';
import { FLUSH_REASON_WORDS } from '@/lib/view/run-dispatch';
import { iterationName } from '@/lib/view/series-chart';

interface FlushTableProps {
  readonly flushes: readonly FlushView[];
  /** All batches, also those on other pages. */
  readonly readAll: () => Promise<readonly FlushView[]>;
  readonly origin: NumberOrigin;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  /** Set where newer batches were sent since the reader paged back. */
  readonly onNewest?: () => void;
}

const COLUMNS: readonly TableColumn<FlushView>[] = [
  {
    label: 'Iteration',
    numeric: true,
    data: [word('iteration', ({ iteration }) => iterationName(iteration))],
    cell: ({ iteration }) => iterationName(iteration),
  },
  {
    label: 'Because',
    data: [word('because', ({ reason }) => FLUSH_REASON_WORDS[reason])],
    cell: ({ reason }) => <Badge>{FLUSH_REASON_WORDS[reason]}</Badge>,
  },
  {
    label: 'Requests',
    hint: 'Sent together, of those that waited',
    numeric: true,
    data: [
      figure('requests sent', ({ members }) => members.length),
      figure('requests that waited', ({ queued }) => queued),
    ],
    cell: ({ members, queued }) => (
      <>
        {members.length} <span className="text-ink-faint">of {queued}</span>
      </>
    ),
  },
  figureColumn({
    label: 'Waited',
    file: 'oldest waited, ms',
    of: ({ oldestWaitMs }) => oldestWaitMs,
    show: formatDuration,
  }),
  {
    label: 'Lanes busy',
    numeric: true,
    hiddenBelow: 'sm',
    data: [figure('lanes busy', ({ lanesBusy }) => lanesBusy), figure('lanes', ({ lanes }) => lanes)],
    cell: ({ lanesBusy, lanes }) => (
      <>
        {lanesBusy} <span className="text-ink-faint">of {lanes}</span>
      </>
    ),
  },
  figureColumn({
    label: 'Tokens reserved',
    hint: 'Prompt and answer tokens that the batch may use',
    hiddenBelow: 'sm',
    of: ({ tokens }) => tokens,
    show: formatCompact,
  }),
  figureColumn({
    label: 'Reward variance',
    hint: 'Variance of the recent rewards',
    hiddenBelow: 'sm',
    of: ({ rewardVariance }) => rewardVariance,
    show: (variance) => variance.toFixed(3),
  }),
];

/** Single batches with what the policy saw when it let them go. */
export function FlushTable({ flushes, readAll, origin, onNewest, ...more }: FlushTableProps) {
  return (
    <TableCard
      title="Which batches went out last?"
      description={`Newest first · as the policy saw it · ${describeHardware(origin)}`}
      actions={
        onNewest ? (
          <Button onClick={onNewest}>
            <RotateCw aria-hidden /> Newest
          </Button>
        ) : null
      }
      caption="Newest batches of requests"
      columns={COLUMNS}
      rows={flushes}
      readAll={readAll}
      keyOf={({ key }) => key}
      empty={
        <EmptyState icon={Send} title="No batch yet">
          The first one is sent with the first requests.
        </EmptyState>
      }
    >
      <ShowMore hasMore={more.hasMore} isLoading={more.isLoadingMore} onMore={more.onMore} />
    </TableCard>
  );
}
