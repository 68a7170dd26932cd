import pg from 'pg';
import { config } from '@/server/config/config';
import { logOf } from '@/server/observability/log';

/**
 * The pool for journal and ledger, which speak SQL themselves: they write thousands of rows a second in batches,
 * which an object mapper would send one by one. Kept on globalThis for `next dev`, like the Prisma client.
 */
const kept = globalThis as typeof globalThis & { waggleLedgerPool?: pg.Pool | undefined };

/** A connection that stays silent for so long counts as lost: a paused or cut-off server refuses nothing. */
const QUERY_MS = 20_000;
/** Whole journals and data sets are read in one go. */
const LONG_READ_MS = 300_000;
/** The server's own limits, for statements and transactions whose client is gone: they may hold a run's row. */
const IDLE_IN_TRANSACTION_MS = 30_000;

export function ledgerPool(): pg.Pool {
  kept.waggleLedgerPool ??= makeLedgerPool(config().databaseUrl, config().poolSize);
  return kept.waggleLedgerPool;
}

export async function closeLedgerPool(): Promise<void> {
  const open = kept.waggleLedgerPool;
  kept.waggleLedgerPool = undefined;
  await open?.end();
}

interface PoolOptions {
  readonly queryMs?: number;
  /** Queries of one connection are sent without waiting for the answers to earlier ones. */
  readonly pipeline?: boolean;
}

export function makeLedgerPool(
  connectionString: string,
  max: number,
  { queryMs = QUERY_MS, pipeline = false }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    ...{ max, pipeline },
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    query_timeout: queryMs,
    statement_timeout: LONG_READ_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  const note = (error: Error) =>
    logOf('database').warn({ error: error.message }, 'A database connection was lost.');
  // A lost connection is replaced at the next query. Idle ones emit the error on the pool, borrowed ones on
  // themselves; without a listener either would end Node.
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
  return pool;
}

/** A query that may take minutes without its connection counting as lost. */
export function longRead(text: string, values: unknown[]): pg.QueryConfig {
  return { text, values, query_timeout: LONG_READ_MS } as pg.QueryConfig;
}
