import type pg from 'pg';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import { hasUnorderedIndex, newestFirst, traceConditions } from './trace-conditions';

/** Places of traces in their order, newest first. */
export interface TracePlace {
  readonly startedAt: Date;
  readonly id: string;
}

export interface TracesWanted {
  readonly workspaceId: string;
  readonly filter: TraceFilter;
  /** Left out: open ones too. */
  readonly isComplete?: true;
  /** The last trace of the page before. */
  readonly after?: TracePlace | null;
  readonly limit: number;
}

const HOUR_MS = 3_600_000;
const WIDER = 8;

/**
 * Most filters compare what the index of start and id holds, so their places are read in its order. Words, tools and
 * models have indexes without an order: a frequent one would sort all of its traces, so windows of time are searched, each
 * wider than the one after it.
 */
export async function findTracePlaces(pool: pg.Pool, wanted: TracesWanted): Promise<TracePlace[]> {
  const { workspaceId, filter, after, limit } = wanted;
  if (!hasUnorderedIndex(filter)) return await placesIn(pool, wanted, limit);
  const { rows } = await pool.query<{ oldest: Date | null; newest: Date | null }>(
    `SELECT min("startedAt") AS oldest, max("startedAt") AS newest FROM "Trace" WHERE "workspaceId" = $1`,
    [workspaceId],
  );
  const oldestMs = rows[0]?.oldest?.getTime() ?? 0;
  const newestMs = after?.startedAt.getTime() ?? rows[0]?.newest?.getTime() ?? -1;
  const found: TracePlace[] = [];
  let untilMs = newestMs + 1;
  for (let width = HOUR_MS; untilMs > oldestMs && found.length < limit; width *= WIDER) {
    const window = { fromMs: untilMs - width, untilMs };
    found.push(...(await placesIn(pool, wanted, limit - found.length, window)));
    untilMs = window.fromMs;
  }
  return found;
}

interface Window {
  readonly fromMs: number;
  readonly untilMs: number;
}

async function placesIn(
  pool: pg.Pool,
  { workspaceId, filter, isComplete, after }: TracesWanted,
  limit: number,
  window?: Window,
): Promise<TracePlace[]> {
  const { sql, params } = traceConditions(workspaceId, filter);
  const given = [...params];
  const param = (value: unknown) => `$${given.push(value)}`;
  const conditions = [
    sql,
    ...(isComplete ? [`state = 'complete'`] : []),
    ...(after ? [`("startedAt", id) < (${param(after.startedAt)}::timestamptz, ${param(after.id)})`] : []),
    ...(window
      ? [
          `"startedAt" >= ${param(new Date(window.fromMs))} AND "startedAt" < ${param(new Date(window.untilMs))}`,
        ]
      : []),
  ];
  const { rows } = await pool.query<TracePlace>(
    `SELECT "startedAt", id FROM "Trace" WHERE ${conditions.join(' AND ')} ORDER BY ${newestFirst(filter)} LIMIT ${limit}`,
    given,
  );
  return rows;
}
