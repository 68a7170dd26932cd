'use client';

import { Archive, GitCompareArrows, Lock, Play, Ruler } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { experimentBlock } from '@/components/account/experiment-block';
import { useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { tellProblem } from '@/components/api/tell-problem';
import { itemsOf } from '@/components/api/use-pages';
import { ExperimentHeadline } from '@/components/cost/experiment-headline';
import { ContaminationNotice } from '@/components/dataset/contamination-notice';
import { SpeedupConditionsCard } from '@/components/diagnosis/speedup-conditions-card';
import { StatedInputsCard } from '@/components/fact/stated-inputs-card';
import { TruthLine } from '@/components/fact/truth-line';
import { TableMenu } from '@/components/list/table-menu';
import { TagEditor } from '@/components/list/tag-editor';
import { useArchiveExperiment, useExperiment, useRuns } from '@/components/queries/use-experiments';
import { MakeReportButton } from '@/components/report/make-report-button';
import { RUN_COLUMNS } from '@/components/run/run-columns';
import { RunTable } from '@/components/run/run-table';
import { PlanCard } from '@/components/run-plan/plan-card';
import { PlanDialog } from '@/components/run-plan/plan-dialog';
import { LaunchSweepButton } from '@/components/sweep/launch-sweep-button';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DefinitionList } from '@/components/ui/definition-list';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { isEnded } from '@/lib/domain/run';
import { describeExperiment } from '@/lib/view/experiment-lines';
import { tableOfRows } from '@/lib/view/list-rows';
import { ChosenAgent } from './chosen-agent';
import { EvaluateDialog } from './evaluate-dialog';
import { EvaluationCard } from './evaluation-card';
import { StartRunDialog } from './start-run-dialog';

/** As many as one comparison takes. */
const COMPARED_MAX = 60;

interface ExperimentDetailViewProps {
  readonly initial: ExperimentView;
  /** Begins with the plan of a run, as after "Create and run". */
  readonly asksToRun: boolean;
}

export function ExperimentDetailView({ initial, asksToRun }: ExperimentDetailViewProps) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const { data: experiment } = useExperiment(initial);
  const runs = useRuns(experiment.id);
  const archive = useArchiveExperiment(experiment.id);
  const [starts, setStarts] = useState<'plan' | 'single' | null>(asksToRun && mayExperiment ? 'plan' : null);
  const [measures, setMeasures] = useState(false);
  const [asksArchive, setAsksArchive] = useState(false);
  const items = itemsOf(runs);
  const finished = items.filter((run) => run.status === 'finished').slice(0, COMPARED_MAX);
  const blocked = experimentBlock(experiment, mayExperiment);
  const closePlan = () => {
    setStarts(null);
    if (asksToRun) router.replace(`/experiments/${experiment.id}`);
  };
  const runButton = (
    <Button variant="primary" blocked={blocked} onClick={() => setStarts('plan')}>
      <Play aria-hidden /> Run
    </Button>
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title={experiment.name}
        description={
          <>
            {experiment.description}
            <TagEditor of="experiments" id={experiment.id} tags={experiment.tags} />
          </>
        }
        badges={
          <>
            {experiment.pinned ? (
              <Badge
                icon={Lock}
                title="A run has pinned the settings; only name and description can still change."
              >
                Settings pinned
              </Badge>
            ) : null}
            {experiment.archivedAt ? <Badge>Archived</Badge> : null}
          </>
        }
        actions={
          <>
            {runButton}
            <Button blocked={blocked} onClick={() => setMeasures(true)}>
              <Ruler aria-hidden /> Measure a prompt
            </Button>
            <LaunchSweepButton experiment={experiment} />
            <MakeReportButton subject={{ kind: 'plan', experimentId: experiment.id }} label="Plan" />
            {mayExperiment && experiment.archivedAt === null ? (
              <Button onClick={() => setAsksArchive(true)}>
                <Archive aria-hidden /> Archive
              </Button>
            ) : null}
          </>
        }
      />
      <ContaminationNotice sentence={experiment.contamination} />
      <TruthLine of="experiment" id={experiment.id} live={items.some(({ status }) => !isEnded(status))} />
      <div className="flex flex-col gap-4">
        <PlanCard experimentId={experiment.id} />
        <ExperimentHeadline runs={items} />
        <Card
          flush
          title="Runs"
          description="Newest first. Each is one execution with one seed."
          actions={
            <>
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
              A run pins these settings and carries them out with one seed.
            </EmptyState>
          ) : null}
          {items.length > 0 ? <RunTable runs={items} /> : null}
          <ShowMore
            hasMore={runs.hasNextPage}
            isLoading={runs.isFetchingNextPage}
            onMore={() => runs.fetchNextPage()}
          />
        </Card>
        <SpeedupConditionsCard experimentId={experiment.id} />
        {experiment.runs > 0 ? (
          <EvaluationCard experimentId={experiment.id} practice={items.some((run) => run.practice)} />
        ) : null}
        <StatedInputsCard experimentId={experiment.id} />
        <Card
          title="Settings"
          actions={
            <>
              <Button asChild size="sm">
                <Link href={`/experiments/${experiment.id}/difference`}>
                  <GitCompareArrows aria-hidden /> Compare settings
                </Link>
              </Button>
              {(['yaml', 'json'] as const).map((format) => (
                <Button asChild size="sm" key={format}>
                  <a href={`/api/v1/experiments/${experiment.id}/configuration?format=${format}`} download>
                    Export {format.toUpperCase()}
                  </a>
                </Button>
              ))}
            </>
          }
        >
          <DefinitionList
            items={[
              { term: 'Agent', value: <ChosenAgent agentId={experiment.config.agentId} /> },
              ...describeExperiment(experiment),
            ]}
          />
        </Card>
      </div>
      {starts === 'plan' ? (
        <PlanDialog experiment={experiment} onSingle={() => setStarts('single')} onClose={closePlan} />
      ) : null}
      {starts === 'single' ? (
        <StartRunDialog experiment={experiment} onClose={() => setStarts(null)} />
      ) : null}
      {measures ? <EvaluateDialog experiment={experiment} onClose={() => setMeasures(false)} /> : null}
      <ConfirmDialog
        open={asksArchive}
        onOpenChange={setAsksArchive}
        title={`Archive ${experiment.name}?`}
        confirmLabel="Archive"
        busy={archive.isPending}
        onConfirm={() =>
          archive.mutate(undefined, { onError: tellProblem, onSuccess: () => router.push('/experiments') })
        }
      >
        It leaves the list and cannot be run any more. Its runs stay readable.
      </ConfirmDialog>
    </>
  );
}
