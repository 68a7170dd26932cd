import type { Columns } from '@/components/list/record-column';
import { Progress } from '@/components/ui/progress';
import { Time } from '@/components/ui/time';
import type { JobView } from '@/lib/contracts/jobs';
import { isJobOver, JOB_STATE_WORDS, jobProgress, jobSteps, jobTitle } from '@/lib/view/job-words';
import { figure, word } from '@/lib/view/list-rows';
import { formatCount, formatDuration, NOT_KNOWN } from '@/lib/view/numbers';
import { pendingControl } from '@/lib/view/run-words';
import { JobActions, JobName, JobStateBadge } from './job-parts';

/** All jobs of a workspace, a line each. What the address calls a column is its id. */
const FAINT = 'text-ink-faint';
const TONES = { failed: 'bad', done: 'good' } as const;

export const JOB_COLUMNS: Columns<JobView> = [
  {
    id: 'about',
    label: 'About',
    width: 12.5,
    data: [
      word('about', jobTitle),
      word('kind', ({ kind }) => kind),
      word('experiment', ({ experiment }) => experiment),
      word('about id', ({ subjectId }) => subjectId),
      word('id', ({ id }) => id),
      word('practice model', ({ practice }) => practice),
    ],
    cell: (job) => <JobName job={job} />,
  },
  {
    id: 'state',
    label: 'State',
    width: 7.5,
    data: [word('state', ({ state }) => JOB_STATE_WORDS[state].word)],
    cell: ({ state, run }) => {
      const pending = run && pendingControl(run.status, run.control);
      return (
        <>
          <JobStateBadge state={state} />
          {pending ? <span className="block text-[0.6875rem] text-ink-faint">{pending}</span> : null}
        </>
      );
    },
  },
  {
    id: 'progress',
    label: 'Progress',
    width: 7,
    data: [
      figure('done', ({ progress }) => progress?.done ?? null),
      figure('planned', (job) => (isJobOver(job) ? null : (job.progress?.planned ?? null))),
    ],
    cell: (job) => <JobProgress job={job} />,
  },
  {
    id: 'tries',
    label: 'Tries',
    numeric: true,
    width: 5,
    data: [figure('tries', ({ tries }) => tries)],
    cell: ({ tries }) => formatCount(tries),
  },
  {
    id: 'started',
    label: 'Started · took',
    width: 11.5,
    className: FAINT,
    data: [
      word('started', ({ startedAt }) => startedAt),
      word('ended', ({ endedAt }) => endedAt),
      figure('took, ms', ({ tookMs }) => tookMs),
    ],
    cell: ({ startedAt, tookMs }) => (
      <>
        {startedAt ? <Time at={startedAt} /> : NOT_KNOWN}
        {tookMs === null ? null : <span className="numbers block text-xs">{formatDuration(tookMs)}</span>}
      </>
    ),
  },
  {
    id: 'error',
    label: 'Last error',
    width: 11,
    className: 'text-ink-soft',
    data: [word('last error', ({ error }) => error)],
    cell: ({ error }) => (error === null ? NOT_KNOWN : <span className="wrap-anywhere">{error}</span>),
  },
  {
    id: 'steps',
    label: 'Actions',
    width: 7.25,
    data: [word('what can be done', (job) => jobSteps(job).join(', '))],
    cell: (job) => <JobActions job={job} />,
  },
  {
    id: 'next',
    label: 'Next try',
    width: 11.5,
    className: FAINT,
    data: [word('next try at', ({ nextAt }) => nextAt)],
    cell: ({ nextAt }) => (nextAt ? <Time at={nextAt} withSeconds /> : NOT_KNOWN),
  },
  {
    id: 'worker',
    label: 'Worker',
    width: 11,
    className: `truncate font-mono text-xs ${FAINT}`,
    data: [word('worker', ({ worker }) => worker)],
    cell: ({ worker }) => <span title={worker ?? undefined}>{worker ?? NOT_KNOWN}</span>,
  },
  {
    id: 'made',
    label: 'Made',
    width: 11.5,
    className: FAINT,
    data: [word('made', ({ createdAt }) => createdAt)],
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function JobProgress({ job }: { job: JobView }) {
  const { progress, state } = job;
  if (progress === null) return NOT_KNOWN;
  const isOfRun = job.run !== null;
  const max = isOfRun && isJobOver(job) ? progress.done : progress.planned;
  const tone = state === 'failed' || state === 'done' ? TONES[state] : 'honey';
  return (
    <>
      <span className="numbers text-xs">{jobProgress(job)}</span>
      <Progress
        className="mt-1"
        label={isOfRun ? `Rollouts of ${job.subject}` : `Progress of ${job.subject}`}
        value={Math.min(progress.done, max)}
        max={max}
        tone={tone}
      />
    </>
  );
}
