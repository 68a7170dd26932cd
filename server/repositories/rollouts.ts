import type pg from 'pg';
import type { RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { RolloutOrder, RolloutPurpose, RolloutStatus } from '@/lib/domain/rollout-order';

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
    UPDATE "Rollout" SET status = 'lost', "endedAt" = now(), "modelCalls" = coalesce(seen.calls, 0),
      "tokensIn" = coalesce(seen."in", 0), "tokensOut" = coalesce(seen.out, 0),
      "tokensCached" = coalesce(seen.cached, 0), "costUsd" = seen.usd
    FROM (SELECT open.id, open.attempt, count(call.ordinal)::int AS calls, sum(call."tokensIn")::int AS "in",
        sum(call."tokensOut")::int AS out, sum(call."tokensCached")::int AS cached,
        CASE WHEN count(call."costUsd") = count(call.ordinal) THEN coalesce(sum(call."costUsd"), 0) END AS usd
      FROM "Rollout" AS open LEFT JOIN "AgentCall" AS call ON call."rolloutId" = open.id
        AND call.attempt = open.attempt AND call.status NOT IN ('refused', 'stray')
      WHERE open.id = $1 AND open.status IN ('running', 'queued') GROUP BY open.id, open.attempt) AS seen
    WHERE "Rollout".id = seen.id AND "Rollout".attempt = seen.attempt
  )
  INSERT INTO "Rollout" (id, attempt, "workspaceId", "agentId", "agentVersion", "agentName", "runId", purpose,
    "candidateHash", input, "order", "deadlineAt", status)
  SELECT $1, coalesce((SELECT max(attempt) FROM "Rollout" WHERE id = $1), 0) + 1,
    $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11), $12
  RETURNING attempt`;

/**
 * The number of the new attempt. An earlier one that is still running is lost: its worker is gone, and the calls that
 * the proxy saw are what it cost.
 */
export async function openAttempt(
  pool: Pick<pg.ClientBase, 'query'>,
  given: NewAttempt,
  status: Extract<RolloutStatus, 'queued' | 'running'> = 'running',
): Promise<number> {
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
    status,
  ]);
  return rows[0]?.attempt ?? 1;
}

export interface AttemptName {
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

/** The answer to an agent that was heard of. */
export interface Heard {
  readonly status: RolloutStatus;
  /** Seconds of the agent's own time. */
  readonly secondsLeft: number;
}

/** SQL; the row is named `rollout`. An attempt that its worker has given up is over for its agent. */
export const STATUS_TOLD = `CASE WHEN rollout."recalledAt" IS NULL THEN rollout.status ELSE 'stopped' END AS status`;
export const SECONDS_LEFT = 'greatest(0, extract(epoch FROM rollout."deadlineAt" - now()))::float8';

/**
 * Notes that agents were heard of, and moves their deadlines by waits that were not their own since the last note.
 * Answers in the order given; null = there is no such attempt.
 */
export async function noteHeard(
  pool: pg.Pool,
  heard: readonly (AttemptName & { readonly waitMs: number })[],
): Promise<readonly (Heard | null)[]> {
  const { rows } = await pool.query<AttemptName & Heard>(
    `UPDATE "Rollout" AS rollout SET "heardAt" = now(), "waitMs" = rollout."waitMs" + given.wait,
       "deadlineAt" = rollout."deadlineAt" + make_interval(secs => given.wait / 1000.0)
     FROM (SELECT id, attempt, sum(wait)::int AS wait
       FROM unnest($1::text[], $2::int[], $3::int[]) AS each(id, attempt, wait) GROUP BY id, attempt) AS given
     WHERE rollout.id = given.id AND rollout.attempt = given.attempt
     RETURNING rollout.id, rollout.attempt, ${STATUS_TOLD},
       ${SECONDS_LEFT} AS "secondsLeft"`,
    [heard.map(({ id }) => id), heard.map(({ attempt }) => attempt), heard.map(({ waitMs }) => waitMs)],
  );
  const told = new Map(rows.map((row) => [`${row.id}/${row.attempt}`, row]));
  return heard.map(({ id, attempt }) => told.get(`${id}/${attempt}`) ?? null);
}

export type PostedOutcome = 'first' | 'repeated' | 'late' | 'unknown';

/** Channel on which the worker hears of posted outcomes; the payload is `id/attempt`. */
export const OUTCOME_CHANNEL = 'waggle_rollout_outcomes';

const POST = `
  WITH before AS (
    SELECT id, attempt, outcome, status = 'running' AND outcome IS NULL AND "recalledAt" IS NULL AS "isAwaited"
    FROM "Rollout" WHERE id = $1 AND attempt = $2 FOR UPDATE
  ), kept AS (
    UPDATE "Rollout" AS rollout SET "heardAt" = now(),
      outcome = CASE WHEN before."isAwaited" THEN $3::jsonb ELSE rollout.outcome END,
      "lateOutcome" = CASE WHEN before."isAwaited" OR before.outcome - 'trace' = $3::jsonb - 'trace'
        THEN rollout."lateOutcome" ELSE coalesce(rollout."lateOutcome", $3::jsonb - 'trace') END
    FROM before WHERE rollout.id = before.id AND rollout.attempt = before.attempt
  ), told AS (SELECT pg_notify($4, $1 || '/' || $2) FROM before WHERE "isAwaited")
  SELECT CASE WHEN "isAwaited" THEN 'first'
    WHEN outcome - 'trace' = $3::jsonb - 'trace' THEN 'repeated' ELSE 'late' END AS fate
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
