'use client';

import { Archive, Lock, Play, Ruler } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { experimentBlock } from '@/components/account/experiment-block';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { itemsOf } from '@/components/api/use-pages';
import { ContaminationNotice } from '@/components/dataset/contamination-notice';
import { TruthLine } from '@/components/fact/truth-line';
import { TagEditor } from '@/components/list/tag-editor';
import { useArchiveExperiment, useExperiment, useRuns } from '@/components/queries/use-experiments';
import { MakeReportButton } from '@/components/report/make-report-button';
import { LatestRunCard } from '@/components/run/latest-run-card';
import { PlanCard } from '@/components/run-plan/plan-card';
import { PlanDialog } from '@/components/run-plan/plan-dialog';
import { LaunchSweepButton } from '@/components/sweep/launch-sweep-button';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PageHeader } from '@/components/ui/page-header';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { isEnded } from '@/lib/domain/run';
import { lastEnded } from '@/lib/view/overview';
import { EvaluateDialog } from './evaluate-dialog';
import { ExperimentDetails } from './experiment-details';
import { ExperimentRuns } from './experiment-runs';
import { StartRunDialog } from './start-run-dialog';

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
  const latest = lastEnded(items);
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
            <MakeReportButton subject={{ kind: 'plan', experimentId: experiment.id }} label="Written plan" />
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
        {latest ? <LatestRunCard run={latest} isOnExperiment /> : null}
        <PlanCard experimentId={experiment.id} />
        <ExperimentRuns experiment={experiment} runs={runs} runButton={runButton} />
        <ExperimentDetails experiment={experiment} runs={items} />
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
