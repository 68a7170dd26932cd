import type pg from 'pg';
import type { EnvironmentVerdict } from '@/lib/domain/environment-verdict';
import type { InjectionState } from '@/lib/domain/injection-state';
import type { RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { RolloutPurpose, RolloutStatus } from '@/lib/domain/rollout-order';
import { type AttemptName, type NewAttempt, OUTCOME_CHANNEL, openAttempt } from './rollouts';

/** Attempts as the worker that carries them needs them: opened in turn, watched, ended, and found again. */

/** Rows of dead workers do not hold a place for longer than this after their deadline. */
const OVERDUE_SECONDS = 30;

const RUNNING = `SELECT DISTINCT id FROM "Rollout" WHERE status = 'running' AND "agentId" = $1
  AND "deadlineAt" > now() - make_interval(secs => ${OVERDUE_SECONDS})`;

/** Takes the queued attempt, whose time begins now. */
const BEGIN = `UPDATE "Rollout" SET status = 'running', "startedAt" = now(),
    "deadlineAt" = now() + make_interval(secs => $2) WHERE id = $1 AND status = 'queued' RETURNING attempt`;

export interface Opening {
  readonly given: NewAttempt;
  /** A queued attempt is begun, not opened. */
  readonly isQueued: boolean;
}

/** The number of the attempt; `busy` = no place is free; `gone` = it was stopped before it began. */
export type Opened = number | 'busy' | 'gone';

/**
 * Opens attempts of one agent in the order given, as far as it has places: no more than `atOnce` rollouts run on all workers
 * together. One transaction and one wait for the disk for all of them, since workers take turns at an agent.
 */
export async function openInTurn(
  pool: pg.Pool,
  { agentId, atOnce }: { readonly agentId: string; readonly atOnce: number },
  openings: readonly Opening[],
): Promise<readonly Opened[]> {
  const client = await pool.connect();
  let fault: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`agent ${agentId}`]);
    const { rows } = await client.query<{ id: string }>(RUNNING, [agentId]);
    const running = new Set(rows.map(({ id }) => id));
    const opened: Opened[] = [];
    for (const opening of openings) {
      const { id } = opening.given;
      // An earlier attempt of the same rollout ends as this one begins.
      const isFree = running.has(id) || running.size < atOnce;
      const number = isFree ? await open(client, opening) : 'busy';
      if (typeof number === 'number') running.add(id);
      opened.push(number);
    }
    await client.query('COMMIT');
    return opened;
  } catch (error) {
    fault = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection whose transaction broke is not used again.
    client.release(fault);
  }
}

async function open(client: pg.PoolClient, { given, isQueued }: Opening): Promise<number | 'gone'> {
  if (!isQueued) return (await isStopped(client, given)) ? 'gone' : openAttempt(client, given);
  const { rows } = await client.query<{ attempt: number }>(BEGIN, [given.id, given.order.limits.seconds]);
  return rows[0]?.attempt ?? 'gone';
}

/** Outside of runs only a person stops an attempt. The lock lets a stop at this moment find the next attempt. */
async function isStopped(client: pg.PoolClient, { id, purpose }: NewAttempt): Promise<boolean> {
  if (!OUTSIDE_OF_RUNS.includes(purpose)) return false;
  const { rows } = await client.query<{ status: RolloutStatus }>(
    'SELECT status FROM "Rollout" WHERE id = $1 ORDER BY attempt DESC LIMIT 1 FOR UPDATE',
    [id],
  );
  return rows[0]?.status === 'stopped';
}

const OUTSIDE_OF_RUNS: readonly RolloutPurpose[] = ['test', 'again'];

/** State of an attempt that a worker waits for. */
export interface AttemptState extends AttemptName {
  readonly status: RolloutStatus;
  readonly outcome: RolloutOutcome | null;
  readonly isOverdue: boolean;
}

/**
 * By the clock of the database, since the serving process moves deadlines by it. An attempt that waits for a runner has no
 * time of its own yet.
 */
export async function readAttemptStates(
  pool: pg.Pool,
  named: readonly AttemptName[],
): Promise<readonly AttemptState[]> {
  const { rows } = await pool.query<AttemptState>(
    `SELECT id, attempt, status, outcome, "deadlineAt" <= now() AND "offeredAt" IS NULL AS "isOverdue" FROM "Rollout"
     WHERE (id, attempt) IN (SELECT * FROM unnest($1::text[], $2::int[]))`,
    [named.map(({ id }) => id), named.map(({ attempt }) => attempt)],
  );
  return rows;
}

/** Why an attempt did not complete. */
export interface AttemptFault {
  /** The carrier's fault, the agent's own code, or the limit. */
  readonly fault: string;
  /** HTTP status or exit code. */
  readonly code: number | null;
  readonly failure: 'agent' | 'infrastructure' | 'limit' | 'notInjected';
}

export interface AttemptTotals {
  readonly modelCalls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
  /** Null = a part of it has no price. */
  readonly costUsd: number | null;
}

/** End of an attempt, as the worker that carried it writes it. */
export interface EndedAttempt extends AttemptName, AttemptTotals {
  readonly status: Exclude<RolloutStatus, 'queued' | 'running'>;
  readonly outcome: RolloutOutcome | null;
  readonly fault: AttemptFault | null;
  readonly countedBy: 'proxy' | 'agent' | 'unknown';
  readonly injection: Readonly<Record<string, InjectionState>> | null;
  readonly trajectoryHash: string | null;
  readonly environment: EnvironmentVerdict | null;
}

/**
 * False where the attempt was no longer running: another worker took it over. A stopped one keeps its status and gets
 * the rest. The trace that an agent sent is not kept: its trajectory is, or else the name of its format.
 */
export async function endAttempt(pool: pg.Pool, ended: EndedAttempt): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE "Rollout" SET status = CASE WHEN status = 'stopped' THEN status ELSE $3 END,
       "endedAt" = coalesce("endedAt", now()), outcome = CASE
         WHEN $13::text IS NULL THEN jsonb_set(coalesce(outcome, $4::jsonb), '{trace,document}', 'null', false)
         ELSE coalesce(outcome, $4::jsonb) - 'trace' END, fault = $5::jsonb,
       "modelCalls" = $6, "tokensIn" = $7, "tokensOut" = $8, "tokensCached" = $9, "costUsd" = $10, "countedBy" = $11,
       injection = $12::jsonb, "trajectoryHash" = $13::text, environment = $14::jsonb
     WHERE id = $1 AND attempt = $2 AND status IN ('queued', 'running', 'stopped')`,
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
      ended.environment && JSON.stringify(ended.environment),
    ],
  );
  return rowCount === 1;
}

/**
 * Counts the calls of attempts that were given up once more: one that was under way then has ended since, and its
 * reservation has become its own count.
 */
export async function recountGivenUp(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `UPDATE "Rollout" AS rollout SET "tokensIn" = seen."in", "tokensOut" = seen.out, "tokensCached" = seen.cached,
       "costUsd" = seen.usd, "countedBy" = 'proxy'
     FROM (SELECT attempt, sum("tokensIn")::int AS "in", sum("tokensOut")::int AS out,
         sum("tokensCached")::int AS cached,
         CASE WHEN count("costUsd") = count(*) THEN sum("costUsd") END AS usd
       FROM "AgentCall" WHERE "rolloutId" = $1 AND status NOT IN ('refused', 'stray') GROUP BY attempt) AS seen
     WHERE rollout.id = $1 AND rollout.attempt = seen.attempt AND rollout.status IN ('lost', 'stopped')`,
    [id],
  );
}

/** Failures outside of the agent after which a rollout is missing. */
export const TRIES = 3;

/**
 * Stops the attempt that is running or queued, and tells the worker that carries it; between two attempts of a rollout
 * outside of runs, the last one, so that no other begins. False where there is nothing to stop.
 */
export async function stopRollout(
  pool: pg.Pool,
  { workspaceId, rolloutId }: { readonly workspaceId: string; readonly rolloutId: string },
): Promise<boolean> {
  const stopOpen = async () => {
    const { rowCount } = await pool.query(STOP_OPEN, [workspaceId, rolloutId, OUTCOME_CHANNEL]);
    return (rowCount ?? 0) > 0;
  };
  if (await stopOpen()) return true;
  const { rowCount } = await pool.query(STOP_BETWEEN, [workspaceId, rolloutId, OUTSIDE_OF_RUNS]);
  if (rowCount === 0) return false;
  // One may have begun while this waited for its lock.
  await stopOpen();
  return true;
}

const STOP_OPEN = `
WITH stopped AS (
  UPDATE "Rollout" SET status = 'stopped', "endedAt" = now()
  WHERE "workspaceId" = $1 AND id = $2 AND status IN ('queued', 'running') RETURNING id, attempt
)
SELECT pg_notify($3, id || '/' || attempt) FROM stopped`;

const STOP_BETWEEN = `
UPDATE "Rollout" AS last SET status = 'stopped'
WHERE "workspaceId" = $1 AND id = $2 AND purpose = ANY($3::text[]) AND status = 'failed' AND fault->>'failure' = 'infrastructure'
  AND attempt = (SELECT max(attempt) FROM "Rollout" WHERE id = $2)
  AND ${TRIES} > (SELECT count(*) FROM "Rollout"
    WHERE id = $2 AND status = 'failed' AND fault->>'failure' = 'infrastructure')`;

/** An attempt with all that its worker wrote. */
export interface PastAttempt extends NewAttempt, EndedPart {
  readonly attempt: number;
  readonly status: RolloutStatus;
  readonly startedAt: Date;
  /** Null = it has not ended. */
  readonly tookMs: number | null;
}

type EndedPart = Omit<EndedAttempt, 'id' | 'attempt' | 'status'>;

/** All attempts of a rollout, the oldest first. */
export async function readAttempts(pool: pg.Pool, id: string): Promise<readonly PastAttempt[]> {
  const { rows } = await pool.query<PastAttempt>(
    `SELECT id, attempt, "workspaceId", "agentId", "agentVersion", "agentName", "runId", purpose, "candidateHash", input,
       "order", status, outcome, fault, "modelCalls", "tokensIn", "tokensOut", "tokensCached", "costUsd", "countedBy",
       injection, "trajectoryHash", environment, "startedAt",
       (extract(epoch FROM "endedAt" - "startedAt") * 1000)::float8 AS "tookMs"
     FROM "Rollout" WHERE id = $1 ORDER BY attempt`,
    [id],
  );
  return rows;
}
