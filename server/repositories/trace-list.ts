import type pg from 'pg';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import type { Trace } from '@/server/db/generated/client';
import { traceConditions } from './trace-conditions';

interface TracePage {
  readonly filter: TraceFilter;
  /** Left out: open ones too. */
  readonly isComplete?: true;
  readonly limit: number;
  /** The last trace of the page before. */
  readonly after?: { readonly createdAt: Date; readonly id: string } | null;
}

/** Newest first, one more than asked for where there is more. Follows the index of start and id. */
export async function listTraceRows(
  pool: pg.Pool,
  workspaceId: string,
  { filter, isComplete, limit, after = null }: TracePage,
): Promise<readonly Trace[]> {
  const { sql, params } = traceConditions(workspaceId, filter);
  const from = after === null ? [] : [after.createdAt, after.id];
  const beyond =
    after === null ? '' : `AND ("startedAt", id) < ($${params.length + 1}, $${params.length + 2})`;
  const { rows } = await pool.query<Trace>(
    `SELECT * FROM "Trace" WHERE ${sql} ${isComplete ? COMPLETE : ''} ${beyond} ORDER BY "startedAt" DESC, id DESC LIMIT ${limit + 1}`,
    [...params, ...from],
  );
  return rows;
}

const COMPLETE = `AND state = 'complete'`;

/** How many complete ones match, counted up to `most`. */
export async function countTraces(
  pool: pg.Pool,
  workspaceId: string,
  { filter, most }: { readonly filter: TraceFilter; readonly most: number },
): Promise<number> {
  const { sql, params } = traceConditions(workspaceId, filter);
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT 1 FROM "Trace" WHERE ${sql} ${COMPLETE} LIMIT ${most}) AS counted`,
    [...params],
  );
  return rows[0]?.total ?? 0;
}

export interface TraceFacets {
  readonly services: string[];
  readonly models: string[];
  readonly tools: string[];
  readonly prompts: string[];
}

/** Values of the newest traces, sorted. */
export async function readTraceFacets(pool: pg.Pool, workspaceId: string): Promise<TraceFacets> {
  const { rows } = await pool.query<TraceFacets>(
    `WITH newest AS (
       SELECT service, models, tools, "promptName" FROM "Trace" WHERE "workspaceId" = $1
       ORDER BY "startedAt" DESC, id DESC LIMIT 5000
     )
     SELECT
       ARRAY(SELECT DISTINCT service FROM newest WHERE service <> '' ORDER BY 1) AS services,
       ARRAY(SELECT DISTINCT unnest(models) FROM newest ORDER BY 1) AS models,
       ARRAY(SELECT DISTINCT unnest(tools) FROM newest ORDER BY 1) AS tools,
       ARRAY(SELECT DISTINCT "promptName" FROM newest WHERE "promptName" IS NOT NULL ORDER BY 1) AS prompts`,
    [workspaceId],
  );
  return rows[0] ?? { services: [], models: [], tools: [], prompts: [] };
}

/** Samples that hold a trace. */
export async function countSamplesOf(pool: pg.Pool, workspaceId: string, traceId: string): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM "TraceSample" WHERE "workspaceId" = $1 AND items @> $2::jsonb`,
    [workspaceId, JSON.stringify([{ id: traceId }])],
  );
  return rows[0]?.total ?? 0;
}
