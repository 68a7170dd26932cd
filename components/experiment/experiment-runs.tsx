'use client';

import { GitCompareArrows, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { TableMenu } from '@/components/list/table-menu';
import type { useRuns } from '@/components/queries/use-experiments';
import { BriefRunTable } from '@/components/run/brief-run-table';
import { RUN_COLUMNS } from '@/components/run/run-columns';
import { RunTable } from '@/components/run/run-table';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { tableOfRows } from '@/lib/view/list-rows';

/** As many as one comparison takes. */
const COMPARED_MAX = 60;
/** Rows at rest. */
const BRIEF = 3;

interface ExperimentRunsProps {
  readonly experiment: ExperimentView;
  readonly runs: ReturnType<typeof useRuns>;
  readonly runButton: ReactNode;
}

/** The newest runs in few words, on request all of them with everything that a row has. */
export function ExperimentRuns({ experiment, runs, runButton }: ExperimentRunsProps) {
  const [isFull, setFull] = useState(false);
  const items = itemsOf(runs);
  const finished = items.filter((run) => run.status === 'finished').slice(0, COMPARED_MAX);
  return (
    <Card
      flush
      title="Runs"
      actions={
        <>
          {items.length > 0 ? (
            <Button size="sm" variant="ghost" aria-expanded={isFull} onClick={() => setFull(!isFull)}>
              {isFull ? 'Show fewer' : 'Show all runs'}
            </Button>
          ) : null}
          {finished.length > 1 ? (
            <Button asChild size="sm">
              <Link href={`/compare?runs=${finished.map((run) => run.id).join(',')}`}>
                <GitCompareArrows aria-hidden /> Compare {finished.length} finished runs
              </Link>
            </Button>
          ) : null}
          {items.length > 0 ? (
            <TableMenu
              name="all lines"
              read={async () => {
                const all = (await runs.readAllPages()).flatMap((page) => page.items);
                return tableOfRows(`Runs of ${experiment.name}`, RUN_COLUMNS, all);
              }}
            />
          ) : null}
        </>
      }
    >
      {runs.isPending ? <SkeletonRows label="Loading runs" rows={3} /> : null}
      {runs.isError ? (
        <ProblemNotice className="m-4" error={runs.error} onRetry={() => runs.refetch()} />
      ) : null}
      {runs.isSuccess && items.length === 0 ? (
        <EmptyState icon={Play} title="Not run yet" action={runButton}>
          A run pins the settings below and learns a prompt with them.
        </EmptyState>
      ) : null}
      {items.length > 0 && !isFull ? <BriefRunTable runs={items.slice(0, BRIEF)} /> : null}
      {items.length > 0 && isFull ? (
        <>
          <RunTable runs={items} />
          <ShowMore
            hasMore={runs.hasNextPage}
            isLoading={runs.isFetchingNextPage}
            onMore={() => runs.fetchNextPage()}
          />
        </>
      ) : null}
    </Card>
  );
}
