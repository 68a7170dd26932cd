'use client';

import { ListChecks, RotateCw } from 'lucide-react';
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Segmented } from '@/components/ui/segmented';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Term } from '@/components/ui/term';
import { describeHardware, type NumberOrigin } from '@/lib/view/number-origin';
import { RolloutList } from './rollout-list';
import { TraceDrawer } from './trace-drawer';
import { useRollouts } from './use-rollouts';

const VERDICTS = ['all', 'wrong', 'right'] as const;
const SPLITS = ['all', 'train', 'heldOut', 'selection'] as const;

interface RolloutsPanelProps {
  readonly runId: string;
  readonly origin: NumberOrigin;
  readonly isLive: boolean;
}

export function RolloutsPanel({ runId, origin, isLive }: RolloutsPanelProps) {
  const [verdict, setVerdict] = useQueryState('verdict', parseAsStringLiteral(VERDICTS).withDefault('all'));
  const [split, setSplit] = useQueryState('split', parseAsStringLiteral(SPLITS).withDefault('all'));
  const [traced, setTraced] = useQueryState('rollout', parseAsInteger);
  const rollouts = useRollouts(runId, verdict, split);
  const items = itemsOf(rollouts);
  const isFiltered = verdict !== 'all' || split !== 'all';
  return (
    <Card
      flush
      title="Rollouts"
      description={
        <>
          <Term id="rollout">One answer each</Term>, so no interval · {describeHardware(origin)} · newest
          first
        </>
      }
      actions={
        <>
          <Segmented
            label="Verdict"
            value={verdict}
            onChange={(value) => setVerdict(value)}
            options={[
              { value: 'all', label: 'All' },
              { value: 'wrong', label: 'Wrong or failed' },
              { value: 'right', label: 'Right' },
            ]}
          />
          <Select
            className="w-36"
            aria-label="Part of the split"
            value={split}
            onChange={(event) => setSplit(event.target.value as (typeof SPLITS)[number])}
          >
            <option value="all">All parts</option>
            <option value="train">Train</option>
            <option value="heldOut">Held-out</option>
            <option value="selection">Selection</option>
          </Select>
          <Button asChild variant="ghost">
            <Link href={`/search?run=${encodeURIComponent(runId)}`}>Search this run</Link>
          </Button>
          {isLive ? (
            <Button busy={rollouts.isRefetching} onClick={() => rollouts.refetch()}>
              <RotateCw aria-hidden /> Newest
            </Button>
          ) : null}
        </>
      }
    >
      {rollouts.isPending ? (
        <div className="h-[36.25rem]">
          <SkeletonRows label="Loading rollouts" rows={8} />
        </div>
      ) : null}
      {rollouts.isError ? (
        <ProblemNotice className="m-4" error={rollouts.error} onRetry={() => rollouts.refetch()} />
      ) : null}
      {rollouts.isSuccess && items.length === 0 ? (
        <EmptyState icon={ListChecks} title={isFiltered ? 'No rollout fits this filter' : 'No rollout yet'}>
          {isFiltered
            ? 'Choose all verdicts and all parts to see every one.'
            : 'They appear as soon as answers come.'}
        </EmptyState>
      ) : null}
      {items.length > 0 ? (
        <RolloutList
          items={items}
          hasMore={rollouts.hasNextPage}
          isLoadingMore={rollouts.isFetchingNextPage}
          onMore={() => rollouts.fetchNextPage()}
          onOpen={(seq) => setTraced(seq)}
        />
      ) : null}
      <TraceDrawer runId={runId} seq={traced} onClose={() => setTraced(null)} />
    </Card>
  );
}
