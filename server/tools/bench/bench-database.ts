import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { migrate } from '@/server/db/migrate';
import type { RunLease } from '@/server/ledger/lease';
import { seedRun, takeLease } from '@/server/ledger/testing/seed-run';

/**
 * A Postgres server for the bench, durable as in the product unless told otherwise, and a run to write to.
 */
export interface BenchDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly dataDir: string;
  newRun(): Promise<RunLease>;
  close(): Promise<void>;
}

export async function openBenchDatabase(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waggle-bench-'));
  const postgres = await startEmbeddedPostgres(dataDir, { settings });
  await migrate(postgres.url);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 10 });
  // A server that stops may overtake a connection that is closing; this is no error.
  pool.on('error', () => undefined);
  // Settings are read once, when a module first logs or counts.
  process.env.DATABASE_URL = postgres.url;
  process.env.WAGGLE_DATA_DIR = dataDir;
  return {
    url: postgres.url,
    pool,
    dataDir,
    newRun: async () => takeLease(pool, await seedRun(pool), 'bench'),
    async close() {
      await pool.end();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
