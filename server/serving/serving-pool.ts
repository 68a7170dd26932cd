import type pg from 'pg';
import { config } from '@/server/config/config';
import { makeLedgerPool } from '@/server/ledger/pool';

/**
 * A few connections of the serving's own, so that flags are read while everything else waits; a silent server counts
 * as away after two seconds. Kept on globalThis for `next dev`, like the other pools.
 */
const CONNECTIONS = 3;
const SERVING_QUERY_MS = 2_000;

const kept = globalThis as typeof globalThis & { waggleServingPool?: pg.Pool | undefined };

export function servingPool(): pg.Pool {
  kept.waggleServingPool ??= makeLedgerPool(config().databaseUrl, CONNECTIONS, {
    queryMs: SERVING_QUERY_MS,
    pipeline: true,
  });
  return kept.waggleServingPool;
}

export async function closeServingPool(): Promise<void> {
  const open = kept.waggleServingPool;
  kept.waggleServingPool = undefined;
  await open?.end();
}
