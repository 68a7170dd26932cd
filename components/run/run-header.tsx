'use client';

import { Download, RotateCcw, WifiOff } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { RunStatusBadge } from '@/components/fact/run-status-badge';
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
import { plural } from '@/lib/view/numbers';
import { pinnedAgentWords } from '@/lib/view/pinned-agent';
import { pendingControl, RUN_KIND_WORDS } from '@/lib/view/run-words';
import type { StreamHealth } from './follow-run';
import { ChangedDefaultsBadge, MakeReportButton, TagEditor } from './run-panels';
import { SteerRun } from './steer-run';
import { useRerun } from './use-run';
import { useRunKeys } from './use-run-keys';

interface RunHeaderProps {
  readonly run: RunDetailView;
  readonly manifest: RunManifest;
  readonly health: StreamHealth;
}

export function RunHeader({ run, manifest, health }: RunHeaderProps) {
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
          <Badge tone={run.kind === 'exploratory' ? 'honey' : 'neutral'}>{RUN_KIND_WORDS[run.kind]}</Badge>
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
          Seed {run.seed} · created <Time at={run.createdAt} /> by {run.createdBy}
          <PinnedAgent manifest={manifest} />
          {manifest.traces ? ` · Learned from ${plural(manifest.split.counts.train, 'collected trace')}` : ''}
          <BranchedFrom run={run} manifest={manifest} />
          <span className="ml-2 inline-flex align-middle *:mt-0">
            <TagEditor of="runs" id={run.id} tags={run.tags} />
          </span>
        </>
      }
      actions={<RunActions run={run} />}
    />
  );
}

/** The agent that attempts the examples; nothing where one model call does. */
function PinnedAgent({ manifest: { agent } }: { manifest: RunManifest }) {
  if (agent === undefined) return null;
  return (
    <>
      {' · Agent: '}
      <Link
        href={`/agents/${agent.id}`}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
      >
        {pinnedAgentWords(agent)}
      </Link>
    </>
  );
}

function BranchedFrom({ run, manifest }: { run: RunDetailView; manifest: RunManifest }) {
  if (run.branchedFromId === null) return null;
  const { branchedFrom } = manifest;
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
  const rerun = useRerun(run.id);
  return (
    <>
      {/* Two places, so that a press on Stop at the moment at which the run ends never becomes one on Run again. */}
      <SteerRun run={run} />
      {isEnded(run.status) ? (
        <Button
          blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
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
      ) : null}
      {run.status === 'finished' && claimsSpeed({ kind: run.kind, traces: run.manifest.traces }) ? (
        <MakeReportButton subject={{ kind: 'report', runId: run.id }} label="Report" />
      ) : null}
      <Button asChild>
        <a href={`/api/v1/runs/${run.id}/export`} download>
          <Download aria-hidden /> Export
        </a>
      </Button>
    </>
  );
}
