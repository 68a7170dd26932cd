import type pg from 'pg';
import { LEASE_CTE, type RunLease } from './lease';

/** Takes calls that their provider never took out of what counts as in flight. */

/** False when the lease is gone. A write repeated after a lost connection finds nothing of its own any more. */
export async function writeWithdrawn(
  pool: pg.Pool,
  lease: RunLease,
  dispatcher: string,
  keys: readonly string[],
): Promise<boolean> {
  const { rows } = await pool.query(WRITE_WITHDRAWN, [lease.runId, lease.fence, dispatcher, keys]);
  return rows.length > 0;
}

const WRITE_WITHDRAWN = `
WITH ${LEASE_CTE}, withdrawn AS (
  UPDATE "JournalCall" AS call SET dispatches = dispatches - 1, worker = ''
  FROM lease
  WHERE call."runId" = lease.id AND call.key = ANY($4::text[]) AND call.worker = $3 AND call."answeredAt" IS NULL
)
SELECT id FROM lease`;
