import type pg from 'pg';
import type { InjectionState } from '@/lib/domain/agent';
import type { RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { RolloutOrder, RolloutPurpose, RolloutStatus } from '@/lib/domain/rollout-order';
import type { CarryFault } from '@/lib/ports/agent';

/**
 * Attempts of rollouts: one row each, opened by the worker that starts the agent and ended by it. The serving process
 * reads the order, notes that the agent was heard of, and writes the first outcome that is posted.
 */
export interface NewAttempt {
  readonly id: string;
  readonly workspaceId: string;
  readonly agentId: string;
  readonly agentVersion: number;
  readonly agentName: string;
  readonly runId: string | null;
  readonly purpose: RolloutPurpose;
  readonly candidateHash: string;
  readonly input: { readonly question: string; readonly context: string };
  readonly order: RolloutOrder;
}

const OPEN = `
  WITH earlier AS (
    UPDATE "Rollout" SET status = 'lost', "endedAt" = now() WHERE id = $1 AND status = 'running'
  )
  INSERT INTO "Rollout" (id, attempt, "workspaceId", "agentId", "agentVersion", "agentName", "runId", purpose,
    "candidateHash", input, "order", "deadlineAt")
  SELECT $1, coalesce((SELECT max(attempt) FROM "Rollout" WHERE id = $1), 0) + 1,
    $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11)
  RETURNING attempt`;

/** The number of the new attempt. An earlier one that is still running is lost: its worker is gone. */
export async function openAttempt(pool: pg.Pool, given: NewAttempt): Promise<number> {
  const { rows } = await pool.query<{ attempt: number }>(OPEN, [
    given.id,
    given.workspaceId,
    given.agentId,
    given.agentVersion,
    given.agentName,
    given.runId,
    given.purpose,
    given.candidateHash,
    JSON.stringify(given.input),
    JSON.stringify(given.order),
    given.order.limits.seconds,
  ]);
  return rows[0]?.attempt ?? 1;
}

interface AttemptName {
  readonly id: string;
  readonly attempt: number;
}

/** An attempt as the serving process reads it. */
export interface AttemptRow {
  readonly workspaceId: string;
  readonly runId: string | null;
  readonly agentName: string;
  readonly order: RolloutOrder;
  readonly status: RolloutStatus;
  readonly startedAt: Date;
  readonly deadlineAt: Date;
  readonly waitMs: number;
}

export async function readAttempt(pool: pg.Pool, { id, attempt }: AttemptName): Promise<AttemptRow | null> {
  const { rows } = await pool.query<AttemptRow>(
    `SELECT "workspaceId", "runId", "agentName", "order", status, "startedAt", "deadlineAt", "waitMs"
     FROM "Rollout" WHERE id = $1 AND attempt = $2`,
    [id, attempt],
  );
  return rows[0] ?? null;
}

/**
 * Notes that agents were heard of, and moves their deadlines by waits that were not their own since the last note.
 * Answers the statuses, in the order given; null = there is no such attempt.
 */
export async function noteHeard(
  pool: pg.Pool,
  heard: readonly (AttemptName & { readonly waitMs: number })[],
): Promise<readonly (RolloutStatus | null)[]> {
  const { rows } = await pool.query<AttemptName & { status: RolloutStatus }>(
    `UPDATE "Rollout" AS rollout SET "heardAt" = now(), "waitMs" = rollout."waitMs" + given.wait,
       "deadlineAt" = rollout."deadlineAt" + make_interval(secs => given.wait / 1000.0)
     FROM (SELECT id, attempt, sum(wait)::int AS wait
       FROM unnest($1::text[], $2::int[], $3::int[]) AS each(id, attempt, wait) GROUP BY id, attempt) AS given
     WHERE rollout.id = given.id AND rollout.attempt = given.attempt
     RETURNING rollout.id, rollout.attempt, rollout.status`,
    [heard.map(({ id }) => id), heard.map(({ attempt }) => attempt), heard.map(({ waitMs }) => waitMs)],
  );
  const statuses = new Map(rows.map(({ id, attempt, status }) => [`${id}/${attempt}`, status]));
  return heard.map(({ id, attempt }) => statuses.get(`${id}/${attempt}`) ?? null);
}

export type PostedOutcome = 'first' | 'repeated' | 'late' | 'unknown';

/** Channel on which the worker hears of posted outcomes; the payload is `id/attempt`. */
export const OUTCOME_CHANNEL = 'waggle_rollout_outcomes';

const POST = `
  WITH before AS (
    SELECT id, attempt, status, outcome FROM "Rollout" WHERE id = $1 AND attempt = $2 FOR UPDATE
  ), kept AS (
    UPDATE "Rollout" AS rollout SET "heardAt" = now(),
      outcome = CASE WHEN before.status = 'running' AND before.outcome IS NULL THEN $3::jsonb ELSE rollout.outcome END,
      "lateOutcome" = CASE WHEN before.status = 'running' OR before.outcome = $3::jsonb THEN rollout."lateOutcome"
        ELSE coalesce(rollout."lateOutcome", $3::jsonb) END
    FROM before WHERE rollout.id = before.id AND rollout.attempt = before.attempt
  ), told AS (SELECT pg_notify($4, $1 || '/' || $2) FROM before WHERE status = 'running' AND outcome IS NULL)
  SELECT CASE WHEN status = 'running' AND outcome IS NULL THEN 'first'
    WHEN outcome = $3::jsonb THEN 'repeated' ELSE 'late' END AS fate
  FROM before LEFT JOIN told ON true`;

/** The first outcome of an attempt is final; a later one that differs is kept for people to see. */
export async function postOutcome(
  pool: pg.Pool,
  { id, attempt }: AttemptName,
  outcome: RolloutOutcome,
): Promise<PostedOutcome> {
  const { rows } = await pool.query<{ fate: PostedOutcome }>(POST, [
    id,
    attempt,
    JSON.stringify(outcome),
    OUTCOME_CHANNEL,
  ]);
  return rows[0]?.fate ?? 'unknown';
}

/** End of an attempt, as the worker that carried it writes it. */
export interface EndedAttempt extends AttemptName {
  readonly status: Exclude<RolloutStatus, 'running' | 'lost'>;
  readonly outcome: RolloutOutcome | null;
  readonly fault: { readonly fault: CarryFault | string; readonly code: number | null } | null;
  readonly modelCalls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
  readonly costUsd: number | null;
  readonly countedBy: 'proxy' | 'agent' | 'unknown';
  readonly injection: Readonly<Record<string, InjectionState>> | null;
  readonly trajectoryHash: string | null;
}

/** False where the attempt was no longer running: another worker took it over, or it was cancelled. */
export async function endAttempt(pool: pg.Pool, ended: EndedAttempt): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE "Rollout" SET status = $3, "endedAt" = now(), outcome = coalesce(outcome, $4::jsonb), fault = $5::jsonb,
       "modelCalls" = $6, "tokensIn" = $7, "tokensOut" = $8, "tokensCached" = $9, "costUsd" = $10, "countedBy" = $11,
       injection = $12::jsonb, "trajectoryHash" = $13
     WHERE id = $1 AND attempt = $2 AND status = 'running'`,
    [
      ended.id,
      ended.attempt,
      ended.status,
      ended.outcome && JSON.stringify(ended.outcome),
      ended.fault && JSON.stringify(ended.fault),
      ended.modelCalls,
      ended.tokensIn,
      ended.tokensOut,
      ended.tokensCached,
      ended.costUsd,
      ended.countedBy,
      ended.injection && JSON.stringify(ended.injection),
      ended.trajectoryHash,
    ],
  );
  return rowCount === 1;
}

/**
 * The start of an attempt that waited in the queue: its time begins now. Null where it is no longer running, as after a
 * cancel.
 */
export async function beginAttempt(
  pool: pg.Pool,
  id: string,
): Promise<(OpenAttempt & { readonly attempt: number }) | null> {
  const { rows } = await pool.query<OpenAttempt & { attempt: number }>(
    `UPDATE "Rollout" SET "startedAt" = now(),
       "deadlineAt" = now() + make_interval(secs => ("order"->'limits'->>'seconds')::float8)
     WHERE id = $1 AND status = 'running'
     RETURNING attempt, "workspaceId", "agentId", "agentVersion", "agentName", "runId", purpose, "candidateHash", input,
       "order"`,
    [id],
  );
  return rows[0] ?? null;
}

type OpenAttempt = Omit<NewAttempt, 'id'>;

/** Stops the attempt that is running, and tells the worker that carries it. False where none is running. */
export async function stopRollout(
  pool: pg.Pool,
  { workspaceId, rolloutId }: { readonly workspaceId: string; readonly rolloutId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH stopped AS (
       UPDATE "Rollout" SET status = 'stopped', "endedAt" = now()
       WHERE "workspaceId" = $1 AND id = $2 AND status = 'running' RETURNING id, attempt
     )
     SELECT pg_notify($3, id || '/' || attempt) FROM stopped`,
    [workspaceId, rolloutId, OUTCOME_CHANNEL],
  );
  return (rowCount ?? 0) > 0;
}
