import type { JobKind } from '@/lib/contracts/jobs';
import { PAUSED_IN_QUEUE } from '@/lib/domain/run';
import { Prisma } from '@/server/db/generated/client';
import { EXECUTE_RUN } from '@/server/jobs/definitions';
import { PROBE_EVALUATOR } from '@/server/jobs/probe-jobs';
import { rolloutQueue } from '@/server/jobs/rollout-jobs';
import { DELIVER_WEBHOOK } from '@/server/jobs/webhook-jobs';

/**
 * Where the jobs of each kind are read, all with the same columns, each within one workspace. Of a run and of a post the
 * own row is the truth and the queue only adds who holds it and whether it is tried again; rollouts and probes are in
 * the queue alone. What a job carries is not read beyond the ids in it.
 */
export type JobSource = (workspaceId: string, queue: Prisma.Sql) => Prisma.Sql;

const QUEUE_STATE = Prisma.sql`CASE job.state::text WHEN 'created' THEN 'waiting' WHEN 'retry' THEN 'again'
  WHEN 'active' THEN 'active' WHEN 'completed' THEN 'done' WHEN 'failed' THEN 'failed' ELSE 'stopped' END`;

/** Times of the queue are finer than what a cursor can carry. */
const QUEUE_COLUMNS = Prisma.sql`
  job.retry_count + (job.started_on IS NOT NULL)::int AS tries,
  date_trunc('milliseconds', job.created_on) AS "createdAt", job.started_on AS "startedAt",
  job.completed_on AS "endedAt", job.created_on AS "waitsSince",
  CASE WHEN job.state::text = 'retry' THEN job.start_after END AS "nextAt",
  NULL::int AS done, NULL::int AS planned, NULL::text AS status, NULL::text AS control, NULL::text AS worker,
  NULL::text AS reason, CASE WHEN job.state::text IN ('retry', 'failed') THEN job.output END AS output`;

const runs: JobSource = (workspaceId, queue) => Prisma.sql`
  SELECT run.id, 'run' AS kind,
    CASE run.status::text
      WHEN 'queued' THEN CASE WHEN job.state::text = 'retry' OR run."statusReason" IS NOT NULL THEN 'again' ELSE 'waiting' END
      WHEN 'running' THEN CASE WHEN job.state::text = 'retry' THEN 'again' ELSE 'active' END
      WHEN 'finished' THEN 'done' ELSE run.status::text END AS state,
    run.id AS "subjectId", run.label AS subject, experiment.name AS experiment, NULL::text AS event, run.practice, run.fence AS tries,
    run."createdAt", run."startedAt", run."endedAt", coalesce(job.created_on, run."createdAt") AS "waitsSince",
    CASE WHEN job.state::text = 'retry' THEN job.start_after END AS "nextAt",
    coalesce((run.summary->>'rollouts')::int, 0) AS done,
    coalesce((run.summary->>'plannedRollouts')::int, 0) AS planned,
    run.status::text AS status, run.control::text AS control, run.worker,
    CASE WHEN run.status::text NOT IN ('finished', 'stopped') AND run."statusReason" <> ${PAUSED_IN_QUEUE}
      THEN run."statusReason" END AS reason,
    CASE WHEN job.state::text = 'retry' THEN job.output END AS output
  FROM "Run" run JOIN "Experiment" experiment ON experiment.id = run."experimentId" LEFT JOIN ${queue} AS job ON job.name = ${EXECUTE_RUN} AND job.policy = 'exclusive'
    AND coalesce(job.singleton_key, '') = run.id AND job.state <= 'active'
  WHERE run."workspaceId" = ${workspaceId}`;

/** A delivery that failed has no end time, so it is dated by its creation. */
const webhooks: JobSource = (workspaceId, queue) => Prisma.sql`
  SELECT delivery.id, 'webhook' AS kind,
    CASE WHEN delivery.state = 'delivered' THEN 'done' WHEN delivery.state = 'failed' THEN 'failed'
      WHEN delivery.id IN (
        SELECT job.data->>'deliveryId' FROM ${queue} AS job WHERE job.name = ${DELIVER_WEBHOOK} AND job.state::text = 'active'
      ) THEN 'active'
      WHEN delivery.attempts > 0 THEN 'again' ELSE 'waiting' END AS state,
    webhook.id AS "subjectId", webhook.name AS subject, NULL::text AS experiment, delivery.event, false AS practice,
    delivery.attempts AS tries, delivery."createdAt", NULL::timestamptz AS "startedAt",
    delivery."deliveredAt" AS "endedAt", delivery."createdAt" AS "waitsSince",
    CASE WHEN delivery.state = 'waiting' AND delivery.attempts > 0 THEN delivery."nextAt" END AS "nextAt",
    NULL::int AS done, NULL::int AS planned, NULL::text AS status, NULL::text AS control, NULL::text AS worker,
    CASE WHEN delivery.state <> 'delivered' THEN delivery."lastError" END AS reason, NULL::jsonb AS output
  FROM "Webhook" webhook JOIN "WebhookDelivery" delivery ON delivery."webhookId" = webhook.id
  WHERE webhook."workspaceId" = ${workspaceId}`;

const probes: JobSource = (workspaceId, queue) => Prisma.sql`
  SELECT job.id::text AS id, 'probe' AS kind, ${QUEUE_STATE} AS state,
    canary.id AS "subjectId", slot.name AS subject, NULL::text AS experiment, NULL::text AS event, false AS practice, ${QUEUE_COLUMNS}
  FROM ${queue} AS job JOIN "Canary" canary ON canary.id = job.data->>'canaryId'
    JOIN "Slot" slot ON slot.id = canary."slotId"
  WHERE job.name = ${PROBE_EVALUATOR} AND canary."workspaceId" = ${workspaceId}`;

/** One that a helper could not end is left to the run's own worker, which is no failure. */
const rollouts: JobSource = (workspaceId, queue) => Prisma.sql`
  SELECT job.id::text AS id, 'rollout' AS kind,
    CASE WHEN job.state::text = 'completed' AND job.output->>'end' <> 'done' THEN 'stopped' ELSE ${QUEUE_STATE} END AS state,
    run.id AS "subjectId", run.label AS subject, experiment.name AS experiment, NULL::text AS event, run.practice, ${QUEUE_COLUMNS}
  FROM ${queue} AS job JOIN "Run" run ON run.id = job.data->>'runId'
    JOIN "Experiment" experiment ON experiment.id = run."experimentId"
  WHERE job.name LIKE ${`${rolloutQueue(null)}%`} AND run."workspaceId" = ${workspaceId}`;

/** The subject is the data set once it exists, before that the import. Progress is in the import's own view. */
const imports: JobSource = (workspaceId) => Prisma.sql`
  SELECT import.id, 'import' AS kind,
    CASE import.state WHEN 'uploading' THEN 'waiting' WHEN 'queued' THEN CASE WHEN import.tries > 0 THEN 'again' ELSE 'waiting' END
      WHEN 'finished' THEN 'done' WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'stopped' ELSE 'active' END AS state,
    coalesce(import."datasetId", import.id) AS "subjectId", import.name AS subject, NULL::text AS experiment,
    NULL::text AS event, false AS practice, import.tries, import."createdAt", import."startedAt", import."endedAt",
    import."createdAt" AS "waitsSince", NULL::timestamptz AS "nextAt", NULL::int AS done, NULL::int AS planned,
    NULL::text AS status, NULL::text AS control, NULL::text AS worker,
    import.problem->>'detail' AS reason, NULL::jsonb AS output
  FROM "DatasetImport" import WHERE import."workspaceId" = ${workspaceId}`;

/** Its subject is itself; the name is that of its evaluator. */
const scorings: JobSource = (workspaceId) => Prisma.sql`
  SELECT scoring.id, 'scoring' AS kind,
    CASE scoring.state WHEN 'queued' THEN CASE WHEN scoring.tries > 0 THEN 'again' ELSE 'waiting' END
      WHEN 'working' THEN 'active' WHEN 'finished' THEN 'done' WHEN 'failed' THEN 'failed' ELSE 'stopped' END AS state,
    scoring.id AS "subjectId", scoring.evaluator->>'name' AS subject, NULL::text AS experiment, NULL::text AS event,
    coalesce((scoring.evaluator->'judge'->'binding'->>'practice')::boolean, false) AS practice, scoring.tries,
    scoring."createdAt", scoring."startedAt", scoring."endedAt", scoring."createdAt" AS "waitsSince",
    NULL::timestamptz AS "nextAt", scoring.scored + scoring.failed AS done, scoring.planned,
    NULL::text AS status, NULL::text AS control, NULL::text AS worker,
    scoring.problem->>'detail' AS reason, NULL::jsonb AS output
  FROM "TraceScoring" scoring WHERE scoring."workspaceId" = ${workspaceId}`;

export const JOB_SOURCES: Readonly<Record<JobKind, JobSource>> = {
  run: runs,
  rollout: rollouts,
  import: imports,
  scoring: scorings,
  webhook: webhooks,
  probe: probes,
};
