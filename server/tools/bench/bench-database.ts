import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { migrate } from '@/server/db/migrate';
import type { RunLease } from '@/server/ledger/lease';
import { seedRun, takeLease } from '@/server/ledger/testing/seed-run';

/** A Postgres of the bench's own, with the product's own settings (durable) unless told otherwise, and a run to write under. */
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
  // Stopping the server may overtake a connection that is just being closed; that is nobody's error.
  pool.on('error', () => undefined);
  // The settings are read once, at the first use of anything that logs or counts.
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
