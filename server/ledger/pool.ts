import pg from 'pg';
import { config } from '@/server/config/config';
import { logOf } from '@/server/observability/log';

/**
 * The pool for journal and ledger, which speak SQL themselves: they write thousands of rows a second in batches,
 * which an object mapper would send one by one. Kept on globalThis for `next dev`, like the Prisma client.
 */
const kept = globalThis as typeof globalThis & { waggleLedgerPool?: pg.Pool | undefined };

export function ledgerPool(): pg.Pool {
  kept.waggleLedgerPool ??= makePool(config().databaseUrl, config().poolSize);
  return kept.waggleLedgerPool;
}

export async function closeLedgerPool(): Promise<void> {
  const open = kept.waggleLedgerPool;
  kept.waggleLedgerPool = undefined;
  await open?.end();
}

function makePool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 10_000, keepAlive: true });
  const note = (error: Error) =>
    logOf('database').warn({ error: error.message }, 'A database connection was lost.');
  // A lost connection is replaced at the next query. It speaks up twice: idle ones through the pool, borrowed ones
  // themselves; with nobody listening either would end Node.
  pool.on('error', note);
  pool.on('connect', (client) => client.on('error', note));
  return pool;
}
