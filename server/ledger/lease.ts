import { AppError } from '@/lib/errors/app-error';

/**
 * The right to write for a run. Each claim raises the run's fence; a write names the fence that it was given, and
 * the database refuses it in the same statement when the fence has moved on.
 */
export interface RunLease {
  readonly runId: string;
  readonly fence: number;
  /** Who writes: unique for a process, shown to people. */
  readonly worker: string;
}

/** The row lock is shared among writers of one lease and excludes a claim, which must wait for the write to end. */
export const LEASE_CTE = `lease AS MATERIALIZED (SELECT id FROM "Run" WHERE id = $1 AND fence = $2 FOR SHARE)`;

export function leaseLost(lease: RunLease): AppError {
  return new AppError('LEASE_LOST', `Another worker carries run ${lease.runId} now.`, {
    userMessage: 'Another worker has taken this run over.',
    context: { runId: lease.runId, fence: lease.fence, worker: lease.worker },
  });
}
