import type pg from 'pg';
import type { LoggedDecision } from '@/lib/ports/journal';
import { LEASE_CTE, type RunLease } from './lease';

/**
 * The journal's log: what arrival order decided outside the loop's own order, numbered so that a process which takes
 * a run over goes on counting. Kept among the decisions under keys of its own, and read by people only: a run that
 * resumes does not load it.
 */
export interface NumberedEntry extends LoggedDecision {
  readonly key: string;
}

/** False when the lease is gone. A batch that is written again after a lost connection changes nothing. */
export async function writeLog(
  pool: pg.Pool,
  lease: RunLease,
  entries: readonly NumberedEntry[],
): Promise<boolean> {
  const { rows } = await pool.query(WRITE_LOG, [
    lease.runId,
    lease.fence,
    entries.map(({ key }) => key),
    entries.map(({ iteration }) => iteration),
    entries.map(({ kind }) => kind),
    entries.map(({ value }) => JSON.stringify(value)),
  ]);
  return rows.length > 0;
}

const WRITE_LOG = `
WITH ${LEASE_CTE}, written AS (
  INSERT INTO "JournalDecision" ("runId", key, iteration, kind, value, at)
  SELECT lease.id, e.key, e.iteration, e.kind, e.value::jsonb, clock_timestamp()
  FROM lease, unnest($3::text[], $4::int[], $5::text[], $6::text[]) AS e(key, iteration, kind, value)
  ON CONFLICT ("runId", key) DO NOTHING
)
SELECT id FROM lease`;

/** The next number of each line, by "kind/iteration". */
export async function readLogOrdinals(pool: pg.Pool, runId: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ kind: string; iteration: number; next: number }>(
    `SELECT kind, iteration, max(split_part(key, '/', 4)::int) + 1 AS next FROM "JournalDecision"
     WHERE "runId" = $1 AND key LIKE 'log/%' GROUP BY kind, iteration`,
    [runId],
  );
  return new Map(rows.map(({ kind, iteration, next }) => [`${kind}/${iteration}`, next]));
}
