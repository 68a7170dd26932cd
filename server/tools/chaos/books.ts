import pg from 'pg';
import type { OwnInstance } from '@/server/commands/support/own-instance';

/**
 * The books of an instance, read from its database rather than its API: paid calls, repeated calls and ledger
 * entries.
 */
export interface Books {
  /** Key of each answered call to how often it was dispatched. */
  readonly answered: ReadonlyMap<string, number>;
  readonly inFlight: number;
}

/** For callers that poll a database which may be stopped: they ask again. */
const POLLED_MS = 3_000;
/** For all others, whose failure would end the rounds; a busy machine may take long. */
const PATIENT_MS = 60_000;

export async function readBooks(own: OwnInstance, id: string): Promise<Books> {
  const rows = await query<{ key: string; dispatches: number; answered: boolean }>(
    own,
    'SELECT key, dispatches, "answeredAt" IS NOT NULL AS answered FROM "JournalCall" WHERE "runId" = $1',
    id,
  );
  const answered = new Map(rows.filter((row) => row.answered).map((row) => [row.key, row.dispatches]));
  return { answered, inFlight: rows.length - answered.size };
}

/** Faults in the books of an ended run, a sentence each; `before` holds the books at the fault. */
export async function bookFaults(
  own: OwnInstance,
  id: string,
  { before, repeatedMax }: { readonly before: Books; readonly repeatedMax: number },
): Promise<string[]> {
  const after = await query<{ key: string; dispatches: number; failed: boolean }>(
    own,
    `SELECT key, dispatches, (outcome->>'ok')::boolean IS NOT TRUE AS failed FROM "JournalCall" WHERE "runId" = $1`,
    id,
  );
  const paidAgain = after.filter(
    ({ key, dispatches }) => dispatches !== (before.answered.get(key) ?? dispatches),
  );
  const repeated = after.filter(({ dispatches }) => dispatches > 1).length;
  const failed = after.filter((call) => call.failed).length;
  const [numbers] = await query<{ n: number; top: number; last: number }>(
    own,
    'SELECT count(*)::int n, max(seq) top, (SELECT "lastSeq" FROM "Run" WHERE id = $1) last FROM "LedgerEntry" WHERE "runId" = $1',
    id,
  );
  const [totals] = await query<{ kept: string; counted: string }>(own, TOTALS, id);
  return [
    ...(totals && totals.kept === totals.counted
      ? []
      : [`the kept totals ${totals?.kept} differ from the sums of the calls, ${totals?.counted}`]),
    ...(paidAgain.length > 0 ? [`${paidAgain.length} answered calls were dispatched again`] : []),
    ...(repeated > repeatedMax
      ? [`${repeated} calls were repeated, more than the ${repeatedMax} allowed`]
      : []),
    ...(failed > 0 ? [`${failed} calls were journaled as failed`] : []),
    ...(numbers && numbers.n === numbers.top && numbers.top === numbers.last
      ? []
      : [`the ledger has gaps: ${JSON.stringify(numbers)}`]),
  ];
}

/**
 * Calls, unanswered calls, nanodollars of list price, nanodollars paid, and nanodollars possibly paid twice.
 */
const TOTALS = `
SELECT (SELECT concat_ws(' ', sum(calls), sum(unanswered), sum("costNano"), sum("spendNano"), sum("twiceNano"))
    FROM "CallTotal" WHERE "runId" = $1) AS kept,
  (SELECT concat_ws(' ', count(*), count(*) FILTER (WHERE "answeredAt" IS NULL),
    coalesce(sum(waggle_nano("costUsd")), 0), coalesce(sum(waggle_nano("spendUsd")), 0),
    coalesce(sum((dispatches - 1) * waggle_nano("reservedUsd")) FILTER (WHERE dispatches > 1), 0))
    FROM "JournalCall" WHERE "runId" = $1) AS counted`;

/** First value of the first row; -1 if there is none. */
export async function scalar(own: OwnInstance, sql: string, id: string): Promise<number> {
  return firstValue(await query<Record<string, number>>(own, sql, id));
}

/** The same; -1 also while Postgres is down. */
export async function tryScalar(own: OwnInstance, sql: string, id: string): Promise<number> {
  return firstValue(await tryQuery<Record<string, number>>(own, sql, id));
}

const firstValue = ([row]: readonly Record<string, number>[]) => Object.values(row ?? {})[0] ?? -1;

async function query<Row extends pg.QueryResultRow>(
  own: OwnInstance,
  sql: string,
  id: string,
  limitMs = PATIENT_MS,
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: own.databaseUrl(),
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on('error', (error) => console.log(`    (database connection: ${error.message})`));
  await client.connect();
  try {
    return (await client.query<Row>(sql, [id])).rows;
  } finally {
    // Not awaited: a stopped server does not answer this either.
    client.end().catch((error: Error) => console.log(`    (database connection: ${error.message})`));
  }
}

/** While Postgres is down there is nothing to read; the caller retries. */
export function tryQuery<Row extends pg.QueryResultRow>(
  own: OwnInstance,
  sql: string,
  id: string,
): Promise<Row[]> {
  return query<Row>(own, sql, id, POLLED_MS).catch(() => []);
}
