import type pg from 'pg';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import type { DrawableTrace, TraceSampleItem } from '@/lib/domain/trace-sample';
import { longRead } from '@/server/ledger/pool';
import { traceConditions } from './trace-conditions';

interface Wanted {
  readonly workspaceId: string;
  readonly filter: TraceFilter;
  readonly max: number;
}

/** Complete traces of a filter as a sample is drawn from them, newest first. An error without a score counts as 0. */
export async function listDrawableTraces(
  pool: pg.Pool,
  { workspaceId, filter, max }: Wanted,
): Promise<readonly DrawableTrace[]> {
  const { sql, params, order } = traceConditions(workspaceId, filter);
  const { rows } = await pool.query<DrawableTrace>(
    longRead(
      `SELECT id, "taskHash", coalesce(score, CASE WHEN error IS NOT NULL THEN 0 END) AS score,
         coalesce(tools[1], '') AS tool
       FROM "Trace" WHERE ${sql} AND state = 'complete'
       ORDER BY ${order} LIMIT ${max}`,
      [...params],
    ),
  );
  return rows;
}

/** A trace as a sample freezes it, with its error apart from the judgement. */
export interface TraceRow
  extends Pick<TraceSampleItem, 'id' | 'task' | 'taskHash' | 'trajectoryHash' | 'output'> {
  readonly score: number | null;
  readonly feedback: string | null;
  readonly error: string | null;
}

/** In byte order of their ids. */
export async function readTraceItems(
  pool: pg.Pool,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
): Promise<readonly TraceRow[]> {
  const { rows } = await pool.query<TraceRow>(
    longRead(
      `SELECT id, task, "taskHash", "trajectoryHash", output, score, feedback, error FROM "Trace"
       WHERE "workspaceId" = $1 AND id = ANY($2) ORDER BY id COLLATE "C"`,
      [workspaceId, [...ids]],
    ),
  );
  return rows;
}
