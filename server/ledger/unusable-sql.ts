import type pg from 'pg';
import type { CauseCode } from '@/lib/domain/cause';
import { LEASE_CTE, type RunLease } from './lease';

/** Writes down which paid replies could not be read. The first cause is kept, so a resumed run changes nothing. */

export interface UnusableMark {
  readonly key: string;
  readonly cause: CauseCode;
}

/** False when the lease is gone. */
export async function writeUnusable(
  pool: pg.Pool,
  lease: RunLease,
  marks: readonly UnusableMark[],
): Promise<boolean> {
  const rows = [...new Map(marks.map((mark) => [mark.key, mark])).values()];
  const { rows: held } = await pool.query(WRITE_UNUSABLE, [
    lease.runId,
    lease.fence,
    rows.map(({ key }) => key),
    rows.map(({ cause }) => cause),
  ]);
  return held.length > 0;
}

const WRITE_UNUSABLE = `
WITH ${LEASE_CTE}, marked AS (
  UPDATE "JournalCall" AS call SET unusable = m.cause
  FROM lease, unnest($3::text[], $4::text[]) AS m(key, cause)
  WHERE call."runId" = lease.id AND call.key = m.key AND (call.outcome->>'ok')::boolean AND call.unusable IS NULL
)
SELECT id FROM lease`;
