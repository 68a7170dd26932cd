import type { BackgroundWorkView, JobCountsView, JobKind, JobState, JobView } from '@/lib/contracts/jobs';
import { canaryPath } from '@/lib/domain/workspace-event';
import { eventWords } from './event-words';
import { formatCount, formatDuration, formatScore, plural } from './numbers';
import { trainingText } from './run-progress';
import type { Tone } from './tone';

/** Words for background jobs: kind, state and link. Independent of the queue. */
export const JOB_KIND_WORDS: Readonly<Record<JobKind, { readonly word: string; readonly meaning: string }>> =
  {
    run: {
      word: 'Run',
      meaning: 'Trains or measures. Any worker can continue the run from its journal without paying twice.',
    },
    rollout: {
      word: 'Rollout',
      meaning: 'One rollout of a run, for any worker. The run’s own worker handles the rest.',
    },
    import: { word: 'Import', meaning: 'Files of more than a megabyte become a data set, all or nothing.' },
    scoring: {
      word: 'Scoring',
      meaning: 'An evaluator scores collected traces. Another worker continues with those that are left.',
    },
    webhook: { word: 'Webhook', meaning: 'An event that is posted to an address outside.' },
    probe: { word: 'Probe', meaning: 'The evaluator of a canary scores its probe set again.' },
  };

interface JobStateWord {
  readonly word: string;
  readonly tone: Tone;
  readonly meaning: string;
}

export const JOB_STATE_WORDS: Readonly<Record<JobState, JobStateWord>> = {
  waiting: { word: 'Waiting', tone: 'neutral', meaning: 'No worker has claimed the job yet.' },
  active: { word: 'At work', tone: 'honey', meaning: 'A worker is carrying the job.' },
  again: {
    word: 'Tries again',
    tone: 'info',
    meaning: 'The last try did not succeed. The next one comes by itself.',
  },
  paused: { word: 'Paused', tone: 'info', meaning: 'Paused until resumed.' },
  done: { word: 'Done', tone: 'good', meaning: 'The job has finished.' },
  stopped: { word: 'Stopped', tone: 'neutral', meaning: 'Ended early. Results so far are kept.' },
  failed: {
    word: 'Failed',
    tone: 'bad',
    meaning: 'Ended with an error. It is not tried again by itself.',
  },
};

/** Subject of a job in one line. */
export function jobTitle({ kind, subject, event }: JobView): string {
  return kind === 'webhook' && event !== null ? `${eventWords(event)}, to ${subject}` : subject;
}

export function jobHref({ kind, state, subjectId }: JobView): string {
  switch (kind) {
    case 'run':
      return `/runs/${encodeURIComponent(subjectId)}`;
    case 'rollout':
      return `/runs/${encodeURIComponent(subjectId)}?tab=rollouts`;
    case 'import':
      return state === 'done' ? `/datasets/${encodeURIComponent(subjectId)}` : '/datasets';
    case 'scoring':
      return '/traces';
    case 'probe':
      return canaryPath(subjectId);
    case 'webhook':
      return '/settings?tab=webhooks';
  }
}

/** Same wording as the progress of a run; null for jobs without steps. */
export function jobProgress({ kind, progress, state }: JobView): string | null {
  if (progress === null) return null;
  if (kind === 'import') return `${progress.done} %`;
  if (kind === 'scoring') return `${formatCount(progress.done)} / ${formatCount(progress.planned)}`;
  return trainingText(progress.done, progress.planned, isJobOver({ state }));
}

export const isJobOver = ({ state }: Pick<JobView, 'state'>) =>
  state === 'done' || state === 'stopped' || state === 'failed';

/** Actions that a person may take on a job now. */
export function jobSteps({ kind, state, run }: JobView): readonly string[] {
  if (kind === 'import' || kind === 'scoring') return isJobOver({ state }) ? [] : ['cancel'];
  if (kind === 'webhook') return state === 'failed' ? ['send again'] : [];
  if (run === null || state === 'done' || state === 'stopped' || state === 'failed') return [];
  return [run.status === 'paused' || run.control === 'pause' ? 'resume' : 'pause', 'stop'];
}

/** Share of failed jobs among the done and the failed ones, without those that a person stopped; null without any. */
export function errorShare({ done, failed }: JobCountsView): number | null {
  return done + failed === 0 ? null : failed / (done + failed);
}

/** Always with the total; a full count has no interval. */
export function errorRateText(counts: JobCountsView): string {
  const share = errorShare(counts);
  if (share === null) return 'none has ended';
  return `${formatScore(share)} (${formatCount(counts.failed)} of ${formatCount(counts.done + counts.failed)})`;
}

export const hoursText = (hours: number) => (hours === 1 ? 'the last hour' : `the last ${hours} h`);

/** Time since a worker's last heartbeat, which comes every few seconds, so less than one second counts as now. */
export const heardText = (silentMs: number) =>
  silentMs < 1000 ? 'just now' : `${formatDuration(silentMs)} ago`;

/** The answer to the question of the page. */
export function workSentence({ workers, counts }: BackgroundWorkView): string {
  const alive = workers.filter(({ isAlive }) => isAlive).length;
  const sum = (state: 'active' | 'waiting' | 'again' | 'paused') =>
    counts.reduce((total, known) => total + known[state], 0);
  const said = [
    `${plural(sum('active'), 'job')} at work`,
    `${formatCount(sum('waiting'))} waiting`,
    ...(sum('again') > 0 ? [`${formatCount(sum('again'))} to be tried again`] : []),
    ...(sum('paused') > 0 ? [`${formatCount(sum('paused'))} paused`] : []),
  ];
  const who = alive === 0 ? 'No worker is alive' : `${plural(alive, 'worker')} alive`;
  return `${who}: ${said.join(', ')}.`;
}

/** Time of the last error of a job, if it was recorded. */
export function errorAt({ endedAt, startedAt, createdAt }: JobView): string {
  return endedAt ?? startedAt ?? createdAt;
}

/** Times of the API share one format, so their texts sort by time. */
export function newestErrors(jobs: readonly JobView[]): readonly JobView[] {
  return jobs.filter(({ error }) => error !== null).toSorted((a, b) => (errorAt(a) < errorAt(b) ? 1 : -1));
}
