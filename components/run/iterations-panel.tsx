'use client';

import { Repeat } from 'lucide-react';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { VirtualList } from '@/components/ui/virtual-list';
import type { IterationState } from '@/lib/projection/run-state';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import { formatDuration, formatScore, plural } from '@/lib/view/numbers';
import type { SeenShares } from '@/lib/view/scan-tree';
import { BranchButton } from './branch-button';
import { ScanTreeView } from './scan-tree-view';
import { useInsights, useSeenShares } from './use-insights';
import { useIterationScan } from './use-run-details';

interface IterationsPanelProps {
  readonly runId: string;
  readonly iterations: readonly IterationState[];
  readonly origin: NumberOrigin;
  /** An agent made the rollouts. */
  readonly hasAgent: boolean;
}

const UNKNOWN: SeenShares = new Map();

/** The list on the left, the opened iteration's tree beside it; the address names the open one. */
export function IterationsPanel({ runId, iterations, origin, hasAgent }: IterationsPanelProps) {
  const [chosen, setChosen] = useQueryState('iteration', parseAsInteger);
  const [, setFollowed] = useQueryState('reflection', parseAsInteger);
  const newestFirst = useMemo(() => [...iterations].reverse(), [iterations]);
  const open = iterations.find((one) => one.iteration + 1 === chosen) ?? newestFirst[0];
  // A reflection's number means another one in another iteration.
  const choose = (iteration: number) => {
    void setChosen(iteration);
    void setFollowed(null);
  };
  if (open === undefined)
    return (
      <Card flush>
        <EmptyState icon={Repeat} title="No iteration yet">
          The first one starts when the original prompt has been measured.
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <Card
        flush
        title={plural(iterations.length, 'iteration')}
        description={`right on ${describeOrigin({ ...origin, split: 'train' })}, one minibatch each, no interval`}
      >
        <div className="border-line border-t">
          <VirtualList
            label="Iterations, newest first"
            items={newestFirst}
            rowHeight={54}
            keyOf={(one) => one.iteration}
            atAGlance={(one) => `${one.iteration + 1}`}
            className="fade-ends max-h-64 lg:max-h-[36rem]"
            startAt={newestFirst.indexOf(open)}
          >
            {(one) => (
              <IterationRow one={one} isOpen={one === open} onOpen={() => choose(one.iteration + 1)} />
            )}
          </VirtualList>
        </div>
      </Card>
      <OpenIteration key={open.iteration} {...{ runId, hasAgent }} iteration={open} />
    </div>
  );
}

interface IterationRowProps {
  readonly one: IterationState;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function IterationRow({ one, isOpen, onOpen }: IterationRowProps) {
  return (
    <button
      type="button"
      aria-current={isOpen}
      onClick={onOpen}
      className={classNames(
        'flex h-full w-full items-baseline gap-3 border-transparent border-l-2 px-3.5 py-2 text-left hover:bg-sunken focus-visible:outline-offset-[-2px]',
        isOpen && 'border-honey bg-sunken',
      )}
    >
      <span className="numbers w-9 shrink-0 font-medium">{one.iteration + 1}</span>
      <span className="numbers min-w-0 flex-1 truncate text-xs">
        {plural(one.size, 'example')}
        <span className="block truncate text-ink-faint">
          {formatScore(one.rollouts === 0 ? null : one.correct / one.rollouts)} right (n = {one.rollouts})
        </span>
      </span>
      <span className="numbers shrink-0 text-ink-faint text-xs">
        {one.measured?.learningMs === undefined ? 'running' : formatDuration(one.measured.learningMs)}
      </span>
    </button>
  );
}

interface OpenIterationProps {
  readonly runId: string;
  readonly hasAgent: boolean;
  readonly iteration: IterationState;
}

/** Parts that a long run leaves out of older iterations are read when one is opened. */
function OpenIteration(props: OpenIterationProps) {
  return props.iteration.isThin ? <ReadIteration {...props} /> : <FollowedScan {...props} />;
}

function ReadIteration({ runId, iteration, hasAgent }: OpenIterationProps) {
  const scan = useIterationScan(runId, iteration);
  if (scan.isError) return <ProblemNotice error={scan.error} onRetry={() => scan.refetch()} />;
  if (scan.isPending) return <SkeletonRows label={`Reading iteration ${iteration.iteration + 1}`} rows={8} />;
  return <FollowedScan {...{ runId, hasAgent }} iteration={scan.data} />;
}

/** The address names the followed reflection, from 1, so that a trace can lead here. */
function FollowedScan({ runId, iteration, hasAgent }: OpenIterationProps) {
  const [followed, setFollowed] = useQueryState('reflection', parseAsInteger);
  const insights = useInsights(runId, iteration.closed ? { iteration: iteration.iteration } : null);
  const isClosed = iteration.closed !== null;
  const isAsked = hasAgent && (isClosed || iteration.shuffle !== null);
  const seen = useSeenShares(runId, isAsked ? { iteration: iteration.iteration, isClosed } : null);
  return (
    <ScanTreeView
      iteration={iteration}
      trails={insights.data?.items ?? []}
      note={insights.data?.note ?? null}
      seen={seen.data ?? UNKNOWN}
      followed={followed === null ? null : followed - 1}
      onFollow={(ordinal) => void setFollowed(ordinal === null ? null : ordinal + 1)}
      action={iteration.closed ? <BranchButton runId={runId} iteration={iteration.iteration} /> : null}
    />
  );
}
