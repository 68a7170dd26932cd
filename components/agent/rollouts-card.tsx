'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn } from '@/components/list/table-column';
import { useAgentRollouts } from '@/components/queries/use-agents';
import { RolloutStatusBadge } from '@/components/trajectory/rollout-status-badge';
import { Link } from '@/components/ui/link';
import { ShowMore } from '@/components/ui/show-more';
import { Time } from '@/components/ui/time';
import type { AgentRolloutRow } from '@/lib/contracts/agent-shapes';
import { word } from '@/lib/view/list-rows';
import { formatDuration, formatUsd } from '@/lib/view/numbers';
import { ROLLOUT_PURPOSE_WORDS } from '@/lib/words/rollout';

const COLUMNS: readonly TableColumn<AgentRolloutRow>[] = [
  {
    label: 'Question',
    className: 'min-w-48',
    data: [word('question', (one) => one.question), word('id', (one) => one.id)],
    cell: ({ id, question }) => (
      <Link href={`/rollouts/${id}`} className="line-clamp-2 font-medium hover:underline">
        {question || id}
      </Link>
    ),
  },
  {
    label: 'Status',
    data: [word('status', (one) => one.status), word('fault', (one) => one.fault)],
    cell: ({ status }) => <RolloutStatusBadge status={status} />,
  },
  {
    label: 'Purpose',
    data: [word('purpose', (one) => one.purpose)],
    cell: ({ purpose }) => ROLLOUT_PURPOSE_WORDS[purpose],
  },
  figureColumn({ label: 'Version', of: (one) => one.version }),
  figureColumn({ label: 'Calls', of: (one) => one.modelCalls }),
  figureColumn({ label: 'Time', file: 'ms', of: (one) => one.tookMs, show: formatDuration }),
  figureColumn({ label: 'Cost', file: 'usd', of: (one) => one.costUsd, show: formatUsd }),
  {
    label: 'Started',
    className: 'whitespace-nowrap text-ink-faint',
    data: [word('started at', (one) => one.startedAt)],
    cell: ({ startedAt }) => <Time at={startedAt} />,
  },
];

export function RolloutsCard({ agentId }: { agentId: string }) {
  const rollouts = useAgentRollouts(agentId);
  if (rollouts.isError)
    return <ProblemNotice error={rollouts.error} onRetry={() => void rollouts.refetch()} />;
  return (
    <TableCard
      title="Recent rollouts"
      caption="Recent rollouts"
      columns={COLUMNS}
      rows={itemsOf(rollouts)}
      keyOf={({ id, attempt }) => `${id}/${attempt}`}
      empty={
        <p className="px-4 pb-4 text-[0.8125rem] text-ink-faint">
          {rollouts.isPending ? 'Loading rollouts…' : 'Rollouts appear here after a test or a run.'}
        </p>
      }
    >
      <ShowMore
        hasMore={rollouts.hasNextPage}
        isLoading={rollouts.isFetchingNextPage}
        onMore={() => void rollouts.fetchNextPage()}
      />
    </TableCard>
  );
}
