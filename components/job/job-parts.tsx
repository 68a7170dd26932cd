'use client';

import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleStop,
  CircleX,
  type LucideIcon,
  RefreshCw,
  RotateCw,
} from 'lucide-react';
import { tellProblem } from '@/components/api/tell-problem';
import { CancelImport } from '@/components/dataset/cancel-import';
import { SteerRun } from '@/components/run/steer-run';
import { CancelScoring } from '@/components/trace/cancel-scoring';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { useResendDelivery } from '@/components/webhook/use-webhooks';
import type { JobState, JobView } from '@/lib/contracts/jobs';
import { JOB_KIND_WORDS, JOB_STATE_WORDS, jobHref, jobSteps, jobTitle } from '@/lib/view/job-words';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';

/** Parts of a line about a job, in the list as in the log of errors. */
const ICONS: Readonly<Record<JobState, LucideIcon>> = {
  waiting: CircleDashed,
  active: RefreshCw,
  again: RotateCw,
  paused: CirclePause,
  done: CircleCheck,
  stopped: CircleStop,
  failed: CircleX,
};

export function JobStateBadge({ state }: { state: JobState }) {
  const { word, tone, meaning } = JOB_STATE_WORDS[state];
  return (
    <Badge tone={tone} icon={ICONS[state]} title={meaning}>
      {word}
    </Badge>
  );
}

export function JobName({ job }: { job: JobView }) {
  const { word, meaning } = JOB_KIND_WORDS[job.kind];
  return (
    <>
      <Link
        href={jobHref(job)}
        title={jobTitle(job)}
        className="line-clamp-2 break-words py-0.5 font-medium leading-5 hover:underline"
      >
        {jobTitle(job)}
      </Link>
      {job.experiment === null ? null : (
        <span className="line-clamp-1 text-ink-faint text-xs" title={job.experiment}>
          {job.experiment}
        </span>
      )}
      <span className="flex flex-wrap items-center gap-1.5 text-ink-faint text-xs">
        <span title={meaning}>{word}</span>
        {job.practice ? <Badge tone="info">{PRACTICE_LABEL}</Badge> : null}
      </span>
    </>
  );
}

/** The commands that there are already: those of a run, cancelling an import, and posting again. */
export function JobActions({ job }: { job: JobView }) {
  if (jobSteps(job).length === 0) return null;
  if (job.kind === 'webhook') return <SendAgain job={job} />;
  if (job.kind === 'scoring') return <CancelScoring scoringId={job.id} title={jobTitle(job)} />;
  if (job.kind === 'import') return <CancelImport importId={job.id} title={jobTitle(job)} />;
  if (job.run === null) return null;
  return (
    <span className="inline-flex gap-1.5">
      <SteerRun isSmall run={{ id: job.subjectId, label: job.subject, ...job.run }} />
    </span>
  );
}

function SendAgain({ job }: { job: JobView }) {
  const resend = useResendDelivery(job.subjectId);
  return (
    <Button
      size="sm"
      busy={resend.isPending}
      aria-label={`Send again: ${jobTitle(job)}`}
      onClick={() => resend.mutate(job.id, { onError: tellProblem })}
    >
      Send again
    </Button>
  );
}
