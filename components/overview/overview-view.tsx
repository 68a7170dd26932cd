'use client';

import { FlaskConical, Route } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { useDatasets } from '@/components/dataset/use-datasets';
import { useExperiments, useRuns } from '@/components/queries/use-experiments';
import { RunTable } from '@/components/run/run-table';
import { useProviders } from '@/components/settings/use-providers';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { prepareOnboarding } from '@/lib/view/onboarding';
import { FirstExperiment } from './first-experiment';
import { LatestOutcome } from './latest-outcome';
import { OnboardingList } from './onboarding-list';
import { OverviewNumbers } from './overview-numbers';
import { OwnExamples } from './own-examples';
import { useLateSteps } from './use-onboarding';
import { useRunTotals } from './use-run-totals';

const LATEST = 8;
const PlanCard = dynamic(() => import('@/components/run-plan/plan-card').then((part) => part.PlanCard), {
  ssr: false,
});

/** Contents of the workspace, what to do next, and how the latest runs went. */
export function OverviewView() {
  const { workspaceName } = useViewer();
  const runs = useRuns(undefined);
  const experiments = useExperiments();
  const datasets = useDatasets();
  const providers = useProviders();
  const late = useLateSteps();
  const totals = useRunTotals();
  const runList = itemsOf(runs);
  const experimentList = itemsOf(experiments);
  const datasetList = itemsOf(datasets);
  const ready = runs.isSuccess && experiments.isSuccess && datasets.isSuccess && providers.isSuccess;
  const steps = prepareOnboarding({
    providers: providers.data ?? [],
    datasets: datasetList,
    splits: datasetList.reduce((sum, dataset) => sum + dataset.splitCount, 0),
    experiments: experimentList.length,
    runs: runList,
    diagnoses: late.data?.diagnoses ?? 0,
    canaries: late.data?.canaries ?? 0,
  });
  // The oldest is known only when all are here; with more than a page of them the reader is no newcomer.
  const first = experiments.hasNextPage ? undefined : experimentList.at(-1);
  const isUntried = ready && first?.runs === 0;
  // In a workspace with runs of its own, their result is read first.
  const isNew = !steps.some(({ id, done }) => id === 'run' && done);
  return (
    <>
      <PageHeader
        title={workspaceName}
        description="A run lets a model answer examples, writes down what each answer teaches, and works that into its prompt. Here is how the latest ones went, and what to do next."
        actions={
          <>
            <OwnExamples steps={ready ? steps : []} as="button" />
            <Button asChild>
              <Link href="/tour">
                <Route aria-hidden /> Take the tour
              </Link>
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {isUntried && isNew ? <FirstExperiment experiment={first} isFirst /> : null}
        <OwnExamples steps={ready ? steps : []} as="card" />
        {ready && first && !isUntried ? <PlanCard experimentId={first.id} of={first.name} /> : null}
        {totals.isError ? <ProblemNotice error={totals.error} onRetry={() => totals.refetch()} /> : null}
        {ready && totals.data ? (
          <OverviewNumbers
            totals={totals.data}
            experiments={experimentList.length}
            hasMoreExperiments={experiments.hasNextPage}
            datasets={datasetList.length}
          />
        ) : (
          <Skeleton className="h-[5.6rem] w-full" />
        )}
        {runs.isSuccess ? <LatestOutcome runs={runList} /> : null}
        {isUntried && !isNew ? <FirstExperiment experiment={first} isFirst={false} /> : null}
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <LatestRuns runs={runs} />
          {ready && late.isSuccess && steps.some((step) => !step.done) ? (
            <OnboardingList steps={steps} />
          ) : null}
        </div>
      </div>
    </>
  );
}

function LatestRuns({ runs }: { runs: ReturnType<typeof useRuns> }) {
  const runList = itemsOf(runs);
  return (
    <Card
      flush
      title="How did the latest runs go?"
      description="Started last, first. A rollout is one answer to one example. Best held-out is the best prompt’s score on examples from which nothing is learned; the line under a name says what is known of it, on the same examples; money of the practice model is pretend."
      actions={
        <Button asChild size="sm" variant="ghost" className="max-sm:hidden">
          <Link href="/runs">All runs</Link>
        </Button>
      }
    >
      {runs.isPending ? <SkeletonRows label="Loading runs" rows={5} /> : null}
      {runs.isError ? (
        <ProblemNotice className="m-4" error={runs.error} onRetry={() => runs.refetch()} />
      ) : null}
      {runs.isSuccess && runList.length === 0 ? (
        <EmptyState icon={FlaskConical} title="Nothing has run yet">
          Your first run appears here the moment it is started.
        </EmptyState>
      ) : null}
      {runList.length > 0 ? <RunTable runs={runList.slice(0, LATEST)} compact /> : null}
    </Card>
  );
}
