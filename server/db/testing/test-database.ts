import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { createDb } from '@/server/db/client';
import type { PrismaClient } from '@/server/db/generated/client';
import { databaseUrl } from '@/server/db/testing/database-url';

/** A migrated, empty database of one test file's own. Only the vitest project `db` provides the server for it. */

export interface TestDatabase {
  readonly url: string;
  readonly db: PrismaClient;
  readonly pg: pg.Pool;
  close(): Promise<void>;
}

/** A database without a single table. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createTestDatabase('template0');

/** Clones the template; `close` drops the clone. Call it in beforeAll, and close it in afterAll. */
export async function createTestDatabase(template = inject('templateDatabase')): Promise<TestDatabase> {
  const admin = new pg.Pool({ connectionString: inject('adminDatabaseUrl'), max: 1 });
  const name = `waggle_test_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = databaseUrl(inject('adminDatabaseUrl'), name);
  const db = createDb(url, 5);
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  // Dropping the database may overtake a connection that is just being closed; that is not an error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    url,
    db,
    pg: pool,
    close: async () => {
      await Promise.all([db.$disconnect(), pool.end()]);
      await waitUntilUnused(admin, name);
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

const CLOSING_MS = 3_000;

/** Connections that are just being closed would otherwise be cut, which their owners take for an error. */
async function waitUntilUnused(admin: pg.Pool, name: string): Promise<void> {
  const deadline = performance.now() + CLOSING_MS;
  const used = 'SELECT 1 FROM pg_stat_activity WHERE datname = $1';
  while ((await admin.query(used, [name])).rowCount !== 0 && performance.now() < deadline) await wait(20);
}
