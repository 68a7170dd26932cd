import type pg from 'pg';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import { inTransaction } from './in-transaction';
import { conditionsBy, newestFirst, readingOf, type TraceReading } from './trace-conditions';
import { hasTerms } from './trace-terms';

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

/** A window holds twice the page where traces come as evenly as among the newest; the next is so many times as wide. */
const ROOM = 2;
const WIDER = 16;
/** Newest traces that are compared one by one; making the words of one takes 0.3 ms. */
const NEAR = 2_000;
const NEAR_WITH_WORDS = 150;
const NEAR_WITH_BOTH = 100;

/**
 * Numbers and times are in the index of starts, whose order is that of the list. Names and words may be frequent, then a page is
 * among the newest traces; or rare, then the index of terms knows them all at once. It has no order, and for what is in
 * between it would sort too many: windows of time are searched, as wide as the newest traces make likely.
 */
export async function findTracePlaces(pool: pg.Pool, wanted: TracesWanted): Promise<TracePlace[]> {
  const { filter, limit, isComplete } = wanted;
  // Complete ones to judge have an index of their own.
  const isQueue = isComplete === true && filter.outcome === 'unjudged' && readingOf(filter) === 'columns';
  if (!hasTerms(filter) || isQueue) return placesIn(pool, wanted, { reading: 'columns', limit });
  const { words, ...names } = filter;
  const withWords = hasTerms(names) ? NEAR_WITH_BOTH : NEAR_WITH_WORDS;
  const near = await placesIn(pool, wanted, {
    ...{ reading: words === undefined ? 'columns' : 'terms', limit },
    near: words === undefined ? NEAR : withWords,
  });
  if (near.length >= limit) return near;
  return inTransaction(pool, async (client) => {
    // A bitmap that does not fit makes the terms of every trace on a page again.
    await client.query(`SELECT set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`);
    return placesInWindows(client, wanted, near);
  });
}

async function placesInWindows(
  client: pg.PoolClient,
  wanted: TracesWanted,
  near: readonly TracePlace[],
): Promise<TracePlace[]> {
  const { workspaceId, filter, after, limit } = wanted;
  const { rows } = await client.query<{ oldest: Date | null; newest: Date | null }>(
    `SELECT min("startedAt") AS oldest, max("startedAt") AS newest FROM "Trace" WHERE "workspaceId" = $1`,
    [workspaceId],
  );
  const oldestMs = Math.max(rows[0]?.oldest?.getTime() ?? 0, timeOr(filter.from, 0));
  const newestMs = after?.startedAt.getTime() ?? rows[0]?.newest?.getTime() ?? -1;
  const found: TracePlace[] = [];
  let untilMs = Math.min(newestMs, timeOr(filter.to, newestMs)) + 1;
  const nearMs = untilMs - (near.at(-1)?.startedAt.getTime() ?? Number.NEGATIVE_INFINITY);
  let width = (nearMs * limit * ROOM) / Math.max(1, near.length);
  while (untilMs > oldestMs && found.length < limit) {
    const window = { fromMs: Math.max(oldestMs, untilMs - width), untilMs };
    const left = limit - found.length;
    found.push(...(await placesIn(client, wanted, { reading: 'terms', limit: left, window })));
    untilMs = window.fromMs;
    width *= WIDER;
  }
  return found;
}

const timeOr = (time: string | undefined, otherwise: number) =>
  time === undefined ? otherwise : Date.parse(time);

interface Search {
  readonly reading: TraceReading;
  readonly limit: number;
  /** Only among so many of the newest. */
  readonly near?: number;
  readonly window?: { readonly fromMs: number; readonly untilMs: number };
}

async function placesIn(
  client: Pick<pg.Pool, 'query'>,
  wanted: TracesWanted,
  { reading, limit, near, window }: Search,
): Promise<TracePlace[]> {
  const given: unknown[] = [wanted.workspaceId];
  const param = (value: unknown) => `$${given.push(value)}`;
  const { filter, isComplete, after } = wanted;
  const following = after
    ? [`("startedAt", id) < (${param(after.startedAt)}::timestamptz, ${param(after.id)})`]
    : [];
  const within = window
    ? [
        `"startedAt" >= ${param(new Date(window.fromMs))} AND "startedAt" < ${param(new Date(window.untilMs))}`,
      ]
    : [];
  const from =
    near === undefined
      ? '"Trace"'
      : `(SELECT * FROM "Trace" WHERE ${[conditionsBy('columns', inOrderOf(filter), param), ...following].join(' AND ')}
          ORDER BY ${newestFirst('columns')} LIMIT ${near}) AS near`;
  const complete = isComplete ? [`state = 'complete'`] : [];
  const all = [conditionsBy(reading, filter, param), ...complete, ...following, ...within].join(' AND ');
  const { rows } = await client.query<TracePlace>(
    `SELECT "startedAt", id FROM ${from} WHERE ${all} ORDER BY ${newestFirst(reading)} LIMIT ${limit}`,
    given,
  );
  return rows;
}

/** The part of a filter that an index has in the order of starts. */
function inOrderOf({ from, to, service, promptName, promptVersion }: TraceFilter): TraceFilter {
  if (service !== undefined) return { from, to, service };
  return promptName === undefined || promptVersion === undefined
    ? { from, to }
    : { from, to, promptName, promptVersion };
}
