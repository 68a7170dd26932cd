'use client';

import { Route } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { useDecisions } from '@/components/queries/use-decisions';
import { useExperiments, useRuns } from '@/components/queries/use-experiments';
import { LatestRunCard } from '@/components/run/latest-run-card';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import type { RunView } from '@/lib/contracts/run-shapes';
import { newestPlanIds } from '@/lib/view/decision-lines';
import { isFirstVisit, latestEnded, underWay } from '@/lib/view/overview';
import { FirstVisit } from './first-visit';
import { ImportButton } from './import-button';
import { RunningCard } from './running-card';
import { SpendCard } from './spend-card';
import { useRunTotals } from './use-run-totals';
import { WaitingCard } from './waiting-card';

/** Result of the latest run, runs under way, decisions and spend; three ways to begin where no run was started. */
export function OverviewView() {
  const { workspaceName } = useViewer();
  const runs = useRuns(undefined);
  const experiments = useExperiments();
  const runList = itemsOf(runs);
  const isReady = runs.isSuccess && experiments.isSuccess;
  const isFirst = isReady && isFirstVisit(runList);
  const failed = runs.error ?? experiments.error;
  return (
    <>
      <PageHeader
        title={workspaceName}
        actions={
          <>
            {isFirst ? null : <ImportButton />}
            <Button asChild>
              <Link href="/tour">
                <Route aria-hidden /> Take the tour
              </Link>
            </Button>
          </>
        }
      />
      {failed ? (
        <ProblemNotice error={failed} onRetry={() => Promise.all([runs.refetch(), experiments.refetch()])} />
      ) : null}
      {!isReady && !failed ? <Waiting /> : null}
      {/* The seeded experiment is the oldest; a workspace with more than a page of them is not new. */}
      {isFirst ? (
        <FirstVisit demo={experiments.hasNextPage ? undefined : itemsOf(experiments).at(-1)} />
      ) : null}
      {isReady && (!isFirst || underWay(runList).length > 0) ? (
        <Figures runs={runList} isFirst={isFirst} />
      ) : null}
    </>
  );
}

/** As high as the cards that replace it. */
function Waiting() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-3">
      <span className="sr-only">Loading the overview…</span>
      <Skeleton className="h-60 lg:col-span-2" />
      <Skeleton className="h-60 max-lg:hidden" />
    </div>
  );
}

function Figures({ runs, isFirst }: { runs: readonly RunView[]; isFirst: boolean }) {
  const totals = useRunTotals();
  const { role } = useViewer();
  const decisions = useDecisions(role, newestPlanIds(runs));
  const latest = latestEnded(runs);
  const live = underWay(runs);
  const running = <RunningCard runs={live} count={totals.data?.live ?? live.length} />;
  if (isFirst) return <div className="mt-4">{running}</div>;
  // The number of decisions moves what is below them on a phone.
  if (decisions.isPending) return <Waiting />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      {latest ? <LatestRunCard run={latest} /> : null}
      <WaitingCard decisions={decisions} />
      {running}
      {totals.isError ? <ProblemNotice error={totals.error} onRetry={() => totals.refetch()} /> : null}
      {totals.data ? <SpendCard totals={totals.data} /> : null}
      {totals.isPending ? (
        <Card title="Spend">
          <Skeleton className="h-16 w-32" />
        </Card>
      ) : null}
    </div>
  );
}
