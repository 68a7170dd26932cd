'use client';

import { Download, Pause, Play, RotateCcw, Square, WifiOff } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { tellProblem } from '@/components/api/tell-problem';
import { TagEditor } from '@/components/list/tag-editor';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/shell/viewer';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { isEnded } from '@/lib/domain/run';
import { claimsSpeed } from '@/lib/policy/readiness';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { pendingControl, RUN_KIND_WORDS } from '@/lib/view/run-words';
import type { StreamHealth } from './follow-run';
import { ChangedDefaultsBadge, ConfirmDialog, MakeReportButton } from './run-panels';
import { RunStatusBadge } from './run-status-badge';
import { useControlRun, useRerun } from './use-run';
import { useRunKeys } from './use-run-keys';

export function RunHeader({ run, health }: { run: RunDetailView; health: StreamHealth }) {
  useRunKeys(run);
  const pending = pendingControl(run.status, run.control);
  return (
    <PageHeader
      crumbs={[
        { label: 'Experiments', href: '/experiments' },
        { label: run.experimentName, href: `/experiments/${run.experimentId}` },
      ]}
      title={run.label}
      badges={
        <>
          <RunStatusBadge status={run.status} />
          {pending ? <Badge tone="info">{pending}</Badge> : null}
          <Badge>{RUN_KIND_WORDS[run.kind]}</Badge>
          {run.archivedAt ? <Badge>Archived</Badge> : null}
          <ChangedDefaultsBadge experimentId={run.experimentId} />
          {run.practice ? <Badge tone="info">{PRACTICE_LABEL}</Badge> : null}
          {run.confounding ? (
            <Badge tone="honey" title={run.confounding.sentence}>
              confounded
            </Badge>
          ) : null}
          {health === 'reconnecting' ? (
            <Badge icon={WifiOff} tone="honey">
              Reconnecting
            </Badge>
          ) : null}
        </>
      }
      description={
        <>
          Seed {run.seed} · <span className="font-mono text-xs">{run.id}</span> · made{' '}
          <Time at={run.createdAt} /> by {run.createdBy}
          <BranchedFrom run={run} />
          <TagEditor of="runs" id={run.id} tags={run.tags} />
        </>
      }
      actions={<RunActions run={run} />}
    />
  );
}

function BranchedFrom({ run }: { run: RunDetailView }) {
  if (run.branchedFromId === null) return null;
  const { branchedFrom } = run.manifest as unknown as RunManifest;
  return (
    <>
      {' · '}
      <Link
        href={`/runs/${run.branchedFromId}${branchedFrom ? `?tab=iterations&iteration=${branchedFrom.iteration + 1}` : ''}`}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
      >
        branched from {branchedFrom ? `iteration ${branchedFrom.iteration + 1} of ` : ''}another run
      </Link>
    </>
  );
}

export function RunActions({ run }: { run: RunDetailView }) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const control = useControlRun(run.id);
  const rerun = useRerun(run.id);
  const [asksStop, setAsksStop] = useState(false);
  const reason = mayExperiment ? undefined : MAY_NOT_EXPERIMENT;
  const send = (action: 'pause' | 'resume' | 'stop') =>
    control.mutate({ action }, { onError: tellProblem, onSettled: () => setAsksStop(false) });
  const common = { disabled: !mayExperiment || control.isPending, title: reason };
  return (
    <>
      {run.status === 'paused' || run.control === 'pause' ? (
        <Button key="resume" {...common} variant="primary" onClick={() => send('resume')}>
          <Play aria-hidden /> Resume
        </Button>
      ) : run.status === 'running' || run.status === 'queued' ? (
        <Button key="pause" {...common} onClick={() => send('pause')}>
          <Pause aria-hidden /> Pause
        </Button>
      ) : null}
      {/* Keys, so that a press on Stop at the moment at which the run ends never becomes a press on Run again. */}
      {isEnded(run.status) ? (
        <Button
          key="again"
          disabled={!mayExperiment}
          title={reason}
          busy={rerun.isPending}
          onClick={() =>
            rerun.mutate(undefined, {
              onError: tellProblem,
              onSuccess: (next) => router.push(`/runs/${next.id}`),
            })
          }
        >
          <RotateCcw aria-hidden /> Run again
        </Button>
      ) : (
        <Button key="stop" {...common} variant="danger" onClick={() => setAsksStop(true)}>
          <Square aria-hidden /> Stop
        </Button>
      )}
      {run.status === 'finished' && claimsSpeed(run.kind) ? (
        <MakeReportButton subject={{ kind: 'report', runId: run.id }} label="Report" />
      ) : null}
      <Button asChild>
        <a href={`/api/v1/runs/${run.id}/export`} download>
          <Download aria-hidden /> Export
        </a>
      </Button>
      {asksStop ? (
        <ConfirmDialog
          open
          onOpenChange={setAsksStop}
          title="Stop this run?"
          confirmLabel="Stop the run"
          danger
          busy={control.isPending}
          onConfirm={() => send('stop')}
        >
          The current iteration ends, what was learned is measured and kept, and the run cannot go on
          afterwards. To go on later, pause it instead.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
