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

/**
 * Locks the run's row among writers of one lease, and excludes a claim, which must wait for the write to end: the fence
 * is part of a unique index, so a change of it takes the one lock that KEY SHARE excludes. The ledger, which changes
 * the row's other columns, is not excluded: journal writes never wait for it.
 */
export const LEASE_CTE = `lease AS MATERIALIZED (SELECT id FROM "Run" WHERE id = $1 AND fence = $2 FOR KEY SHARE)`;

export function leaseLost(lease: RunLease): AppError {
  return new AppError('LEASE_LOST', `Another worker carries run ${lease.runId} now.`, {
    userMessage: 'Another worker has taken this run over.',
    context: { runId: lease.runId, fence: lease.fence, worker: lease.worker },
  });
}
