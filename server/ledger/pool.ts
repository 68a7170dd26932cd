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
  // An idle connection that the server closed is replaced at the next query; without a listener it would end Node.
  pool.on('error', (error) =>
    logOf('database').warn({ error: error.message }, 'An idle database connection was lost.'),
  );
  return pool;
}
