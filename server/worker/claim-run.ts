import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunControl, RunKind, RunStatus } from '@/lib/domain/run';
import { readSummary } from '@/lib/projection/run-summary';
import { databaseReturnedWithin, holdingOut } from '@/server/ledger/database-fault';
import type { RunLease } from '@/server/ledger/lease';

/** Claims a run and gives it back. A claim raises the fence, so that the previous worker can write no more. */
export interface ClaimedRun {
  readonly lease: RunLease;
  readonly workspaceId: string;
  readonly manifest: RunManifest;
  /** Worker that held the run without giving it back; null if there was none. */
  readonly takenFrom: string | null;
  /** Iteration at which the run continues; null when it begins. */
  readonly resumedIteration: number | null;
  /** Latest request of a person: run, pause or stop. */
  readonly control: RunControl;
}

const GRACE_MS = 2_000;

interface ClaimRow {
  readonly fence: number;
  readonly workspaceId: string;
  readonly manifest: RunManifest;
  readonly lastSeq: number;
  readonly summary: unknown;
  readonly oldStatus: RunStatus;
  readonly oldWorker: string | null;
  readonly control: RunControl;
}

/** Null when the run cannot be carried: it is paused, ended or deleted. */
export async function claimRun(pool: pg.Pool, runId: string, worker: string): Promise<ClaimedRun | null> {
  // After an outage the previous worker may still hold answers that were paid for. It writes them first, since a
  // claim would have them refused.
  if (databaseReturnedWithin(GRACE_MS)) await wait(GRACE_MS);
  const { rows } = await holdingOut(() => pool.query<ClaimRow>(CLAIM, [runId, worker]));
  const row = rows[0];
  if (!row) return null;
  return {
    lease: { runId, fence: row.fence, worker },
    workspaceId: row.workspaceId,
    manifest: row.manifest,
    takenFrom: row.oldStatus === 'running' ? (row.oldWorker ?? 'unknown') : null,
    resumedIteration: row.lastSeq > 0 ? readSummary(row.summary).iteration : null,
    control: row.control,
  };
}

const CLAIM = `
WITH old AS (
  SELECT id, status, worker FROM "Run" WHERE id = $1 AND status IN ('queued', 'running') FOR UPDATE
)
UPDATE "Run" AS run SET fence = run.fence + 1, worker = $2, status = 'running', "statusReason" = NULL
FROM old WHERE run.id = old.id
RETURNING run.fence, run."workspaceId", run.manifest, run."lastSeq", run.summary, run.control,
  old.status AS "oldStatus", old.worker AS "oldWorker"`;

/**
 * After an interruption: paused if a person asked for a pause, else back into the queue. The control is read now,
 * since a pause may have been withdrawn meanwhile. Null when another worker holds the run.
 */
export async function giveBack(pool: pg.Pool, lease: RunLease): Promise<RunStatus | null> {
  const { rows } = await holdingOut(() =>
    pool.query<{ status: RunStatus }>(
      `UPDATE "Run" SET worker = NULL, "statusReason" = NULL,
         status = CASE WHEN control = 'pause' THEN 'paused' ELSE 'queued' END::"RunStatus"
       WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING status`,
      [lease.runId, lease.fence],
    ),
  );
  return rows[0]?.status ?? null;
}

/** Puts the run back into the queue and records the reason for the wait. */
export async function waitForUpstream(pool: pg.Pool, lease: RunLease, reason: string): Promise<void> {
  await pool.query(
    `UPDATE "Run" SET worker = NULL, status = 'queued', "statusReason" = $3
     WHERE id = $1 AND fence = $2 AND status = 'running'`,
    [lease.runId, lease.fence, reason],
  );
}

/** Pauses until a person resumes: the upstream did not come back, or a rule forbids the run. */
export async function pauseRun(pool: pg.Pool, lease: RunLease, reason: string): Promise<void> {
  await holdingOut(() =>
    pool.query(
      `UPDATE "Run" SET worker = NULL, status = 'paused', control = 'pause', "statusReason" = $3
       WHERE id = $1 AND fence = $2 AND status = 'running'`,
      [lease.runId, lease.fence, reason],
    ),
  );
}

export async function settleStopped(pool: pg.Pool, lease: RunLease, reason: string): Promise<void> {
  await holdingOut(() =>
    pool.query(
      `UPDATE "Run" SET status = 'stopped', "endedAt" = now(), "statusReason" = $3
       WHERE id = $1 AND fence = $2 AND status = 'running'`,
      [lease.runId, lease.fence, reason],
    ),
  );
}

/** Pins a split at its first score; a trigger refuses later changes. */
export async function pinSplit(pool: pg.Pool, registrationId: string): Promise<void> {
  await holdingOut(() =>
    pool.query(`UPDATE "SplitRegistration" SET "pinnedAt" = now() WHERE id = $1 AND "pinnedAt" IS NULL`, [
      registrationId,
    ]),
  );
}

export interface EndedRun {
  readonly status: RunStatus;
  readonly kind: RunKind;
  readonly lastSeq: number;
}

export async function readRunState(pool: pg.Pool, runId: string): Promise<EndedRun | null> {
  const { rows } = await pool.query<EndedRun>(`SELECT status, kind, "lastSeq" FROM "Run" WHERE id = $1`, [
    runId,
  ]);
  return rows[0] ?? null;
}
