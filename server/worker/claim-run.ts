import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunControl, RunKind, RunStatus } from '@/lib/domain/run';
import { readSummary } from '@/lib/projection/run-summary';
import { databaseReturnedWithin, holdingOut } from '@/server/ledger/database-fault';
import type { RunLease } from '@/server/ledger/lease';

/** Taking a run and giving it back. A claim raises the fence, so that whoever held the run can write no more. */
export interface ClaimedRun {
  readonly lease: RunLease;
  readonly workspaceId: string;
  readonly manifest: RunManifest;
  /** Who held it and did not give it back; null where nobody did. */
  readonly takenFrom: string | null;
  /** Where it goes on; null when it begins. */
  readonly resumedIteration: number | null;
  /** What a person asks of it at this moment. */
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

/** Null when there is nothing to carry: paused, ended or deleted. */
export async function claimRun(pool: pg.Pool, runId: string, worker: string): Promise<ClaimedRun | null> {
  // After an outage whoever carried the run may still hold answers that were paid for: their turn comes first, since
  // a claim would have them refused.
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
 * After an interruption: paused when a person asked for that, else back into the queue. Decided by what is asked at
 * this moment, since a pause may have been withdrawn meanwhile. Null when another worker holds the run.
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

/** Back into the queue, with a word on the run's row why nothing moves. */
export async function waitForUpstream(pool: pg.Pool, lease: RunLease, reason: string): Promise<void> {
  await pool.query(
    `UPDATE "Run" SET worker = NULL, status = 'queued', "statusReason" = $3
     WHERE id = $1 AND fence = $2 AND status = 'running'`,
    [lease.runId, lease.fence, reason],
  );
}

/** Paused until a person resumes it: whoever was waited for did not come back, or a rule stands against it. */
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

/** From the first score on nothing of a split may change (a trigger refuses). */
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
