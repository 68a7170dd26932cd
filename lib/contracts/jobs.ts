import { z } from 'zod';
import { timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/**
 * Background work of the workers: runs, the rollouts that a run gives to other workers, large imports, scorings of traces,
 * deliveries to webhooks, and evaluators that score their probe set again.
 */
const tag = 'Background work';
const permission = 'read';

export const JOB_KINDS = ['run', 'rollout', 'import', 'scoring', 'webhook', 'probe'] as const;
export const JOB_STATES = ['waiting', 'active', 'again', 'paused', 'done', 'stopped', 'failed'] as const;

const jobKind = z.enum(JOB_KINDS).meta({ id: 'JobKind' });
const jobState = z
  .enum(JOB_STATES)
  .meta({ id: 'JobState' })
  .describe('`again`: a try did not succeed and another one follows by itself.');
export type JobKind = z.output<typeof jobKind>;
export type JobState = z.output<typeof jobState>;

const job = z
  .object({
    id: z.string(),
    kind: jobKind,
    state: jobState,
    /** The run, the canary or the webhook that it is about, the data set that an import has made, or the scoring, and its name. */
    subjectId: z.string(),
    subject: z.string(),
    experiment: z.string().nullable().describe('The name of the run’s experiment; null for anything else.'),
    /** Event that is posted to a webhook; null for any other job. */
    event: z.string().nullable(),
    practice: z.boolean(),
    /** How often a worker took it, or it was posted. */
    tries: z.int(),
    createdAt: timestamp,
    /** Null before a worker has taken it, and of what is posted: only that it was is kept. */
    startedAt: timestamp.nullable(),
    endedAt: timestamp.nullable(),
    /** From its start to its end or, while it is at work, to now. */
    tookMs: z.number().nullable(),
    nextAt: timestamp.nullable().describe('When it is tried again.'),
    /** Training rollouts of a run, percent of an import, traces of a scoring; null for anything else. */
    progress: z.object({ done: z.int(), planned: z.int() }).nullable(),
    /** As in Run; null for anything else. */
    run: z
      .object({
        status: z.enum(['queued', 'running', 'paused', 'stopped', 'finished', 'failed']),
        control: z.enum(['run', 'pause', 'stop']),
      })
      .nullable(),
    worker: z.string().nullable(),
    /** Error of the last attempt, without stack traces or sent content. */
    error: z.string().nullable(),
  })
  .meta({ id: 'Job' });
export type JobView = z.output<typeof job>;

const jobCounts = z
  .object({
    kind: jobKind,
    waiting: z.int(),
    active: z.int(),
    again: z.int(),
    paused: z.int(),
    /** These four of what has ended within the last `hours`. */
    done: z.int(),
    stopped: z.int(),
    failed: z.int(),
    /** Took more than one try, whatever came of it. */
    retried: z.int(),
    hours: z.int(),
    oldestWaitingMs: z.number().nullable(),
  })
  .meta({ id: 'JobCounts' });
export type JobCountsView = z.output<typeof jobCounts>;

const worker = z
  .object({
    name: z.string(),
    startedAt: timestamp,
    heardAt: timestamp,
    silentMs: z.number(),
    isAlive: z.boolean(),
    /** Runs of this workspace that it carries. */
    runs: z.array(z.object({ id: z.string(), label: z.string() })),
    /** How many it carries for others. */
    otherRuns: z.int(),
    /** Programs that its operator has named. */
    programs: z.array(z.string()),
  })
  .meta({ id: 'Worker' });
export type WorkerView = z.output<typeof worker>;

const backgroundWork = z
  .object({
    workers: z.array(worker),
    counts: z.array(jobCounts),
    disk: z
      .object({ freeBytes: z.number(), state: z.enum(['enough', 'low', 'full']) })
      .nullable()
      .describe(
        'Room for the embedded database: runs are paused while it is `full`. Null for another database.',
      ),
    objectStore: z
      .object({ since: timestamp, reason: z.string() })
      .nullable()
      .describe(
        'Since when and why workers cannot move records of traces to the object store. Null where they can, or where none is set.',
      ),
  })
  .meta({ id: 'BackgroundWork' });
export type BackgroundWorkView = z.output<typeof backgroundWork>;

export const readBackgroundWork = operation({
  id: 'readBackgroundWork',
  method: 'GET',
  path: '/api/v1/background-work',
  tag,
  summary: 'Which workers are alive and what they carry, and how many jobs of each kind wait, work and fail',
  description:
    'Jobs of this workspace only; webhooks for those who may administer it. A worker that fell silent is named for an hour.',
  permission,
  scope: 'workspace',
  response: backgroundWork,
});

const listJobsQuery = pageQuery.extend({
  kind: jobKind
    .optional()
    .describe(
      'Left out, all but rollouts, of which one run makes thousands; those with errors are listed with the others.',
    ),
  state: jobState.optional(),
  errors: z.enum(['true', 'false']).default('false').describe('Only those whose last try ended in an error.'),
});
export type ListJobsInput = z.output<typeof listJobsQuery>;

export const listJobs = operation({
  id: 'listJobs',
  method: 'GET',
  path: '/api/v1/jobs',
  tag,
  summary: 'Jobs of the workspace, newest first: what each is about, how far it is, and its last error',
  description:
    'Runs and what is posted to webhooks stay in the list; imports are gone a week after their end, scorings of traces 30 days, rollouts and probes an hour. Webhooks are listed for those who may administer the workspace. To pause, resume or stop a run use controlRun, to cancel an import cancelImport, a scoring cancelTraceScoring, to post again resendDelivery.',
  permission,
  scope: 'workspace',
  query: listJobsQuery,
  response: pageOf(job),
});
