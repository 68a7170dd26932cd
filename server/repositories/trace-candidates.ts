import type pg from 'pg';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import { TRACE_TEXT_MAX } from '@/lib/domain/trace-summary';
import { longRead } from '@/server/ledger/pool';
import { traceConditions } from './trace-conditions';

/** Traces as examples are chosen from them, and the texts of the chosen ones. */
export interface TraceCandidateRow {
  readonly id: string;
  readonly taskHash: string;
  readonly score: number | null;
  readonly startedAtMs: number;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly lacks: 'withoutTask' | 'withoutOutput' | 'cut' | null;
}

/** Texts are cut by UTF-16 units, and Postgres counts characters: those beyond 16 bits are two units. */
const isCut = (column: string) => `(length(${column}) >= ${TRACE_TEXT_MAX / 2} AND length(${column})
  + length(regexp_replace(${column}, '[^\\U00010000-\\U0010FFFF]+', '', 'g')) >= ${TRACE_TEXT_MAX})`;

interface Wanted {
  readonly workspaceId: string;
  readonly filter: TraceFilter;
  readonly max: number;
}

/** Complete traces of a filter, newest first. An error without a score counts as 0. */
export async function listTraceCandidates(
  pool: pg.Pool,
  { workspaceId, filter, max }: Wanted,
): Promise<readonly TraceCandidateRow[]> {
  const { sql, params, order } = traceConditions(workspaceId, filter);
  const { rows } = await pool.query<TraceCandidateRow>(
    longRead(
      `SELECT id, "taskHash", coalesce(score, CASE WHEN error IS NOT NULL THEN 0 END) AS score,
         extract(epoch FROM "startedAt")::float8 * 1000 AS "startedAtMs",
         nullif("sessionId", '') AS "sessionId", nullif("userId", '') AS "userId",
         CASE WHEN task !~ '\\S' THEN 'withoutTask' WHEN output !~ '\\S' THEN 'withoutOutput'
           WHEN ${isCut('task')} OR ${isCut('output')} THEN 'cut' END AS lacks
       FROM "Trace" WHERE ${sql} AND state = 'complete'
       ORDER BY ${order} LIMIT ${max}`,
      [...params],
    ),
  );
  return rows;
}

interface TraceTexts {
  readonly id: string;
  readonly task: string;
  readonly output: string;
}

/** Deleted ones are missing. */
export async function readTraceTexts(
  pool: pg.Pool,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
): Promise<readonly TraceTexts[]> {
  const { rows } = await pool.query<TraceTexts>(
    longRead('SELECT id, task, output FROM "Trace" WHERE "workspaceId" = $1 AND id = ANY($2)', [
      workspaceId,
      [...ids],
    ]),
  );
  return rows;
}
