import type pg from 'pg';
import { Prisma, type Trace } from '@/server/db/generated/client';
import { findTracePlaces, type TracePlace, type TracesWanted } from './trace-places';

/** One more than the limit where there is more, newest first. Texts are cut to `shown` characters. */
export async function listTraceRows(
  pool: pg.Pool,
  { shown, ...wanted }: TracesWanted & { readonly shown: number },
): Promise<Trace[]> {
  const places = await findTracePlaces(pool, { ...wanted, limit: wanted.limit + 1 });
  return readTraceRows(pool, wanted.workspaceId, places, shown);
}

/** The first traces, whole, and how many there are, counted up to `countedMax`. */
export async function listCountedTraces(
  pool: pg.Pool,
  { countedMax, ...wanted }: TracesWanted & { readonly countedMax: number },
): Promise<{ rows: Trace[]; total: number }> {
  const places = await findTracePlaces(pool, { ...wanted, limit: countedMax });
  const rows = await readTraceRows(pool, wanted.workspaceId, places.slice(0, wanted.limit));
  return { rows, total: places.length };
}

const TEXTS: readonly string[] = ['task', 'output', 'error'];

const columns = (shown: number | undefined) =>
  Object.values(Prisma.TraceScalarFieldEnum)
    .map((name) =>
      shown !== undefined && TEXTS.includes(name) ? `left("${name}", ${shown}) AS "${name}"` : `"${name}"`,
    )
    .join(', ');

async function readTraceRows(
  pool: pg.Pool,
  workspaceId: string,
  places: readonly TracePlace[],
  shown?: number,
): Promise<Trace[]> {
  const { rows } = await pool.query<Trace>(
    `SELECT ${columns(shown)} FROM "Trace" WHERE "workspaceId" = $1 AND id = ANY($2)
     ORDER BY "startedAt" DESC, id DESC`,
    [workspaceId, places.map(({ id }) => id)],
  );
  return rows;
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
