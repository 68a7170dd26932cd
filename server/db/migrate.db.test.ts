import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '@/server/db/migrate';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';

describe('migrations at start-up', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it('find nothing to do on a database that is up to date', async () => {
    expect(await migrate(test.url)).toEqual([]);
  });

  it('leave neither table nor row of a migration that fails, and say so in one sentence', async () => {
    const bad = [{ name: '29990101000000_bad', sql: 'CREATE TABLE half (a int); SELECT broken' }];
    const known = await test.pg.query('SELECT migration_name FROM _prisma_migrations');
    expect(known.rows.length).toBeGreaterThan(0);
    const { readMigrations } = await import('@/server/db/migrate');
    await expect(migrate(test.url, [...readMigrations(), ...bad])).rejects.toThrow(
      /29990101000000_bad failed and was taken back/,
    );
    const { rows } = await test.pg.query("SELECT to_regclass('half') AS half");
    expect(rows[0].half).toBeNull();
    expect((await test.pg.query('SELECT 1 FROM _prisma_migrations')).rowCount).toBe(known.rowCount);
  });
});
