import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callKey, sentRequest } from '@/lib/testing/builders/journal-records';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { LEASE_CTE } from '@/server/ledger/lease';
import { openPostgresJournal } from '@/server/ledger/postgres-journal';
import { seedRun, takeLease } from '@/server/ledger/testing/seed-run';
import { claimRun } from './claim-run';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Runs the work while these statements are uncommitted; commits once the check has passed. */
async function beside(open: (client: pg.PoolClient) => Promise<unknown>, check: () => Promise<void>) {
  const client = await database.pg.connect();
  try {
    await client.query('BEGIN');
    await open(client);
    await check();
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

async function isWaiting(): Promise<boolean> {
  const { rows } = await database.pg.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return (rows[0]?.n ?? 0) > 0;
}

describe('the fence of a run', () => {
  it('lets the journal write while the ledger holds the row to number facts', async () => {
    const runId = await seedRun(database.pg);
    const lease = await takeLease(database.pg, runId);
    const journal = await openPostgresJournal(database.pg, lease);
    await beside(
      async (ledger) => {
        await ledger.query(`SELECT id FROM "Run" WHERE id = $1 FOR NO KEY UPDATE`, [runId]);
        await ledger.query(`UPDATE "Run" SET "lastSeq" = "lastSeq" + 1, summary = '{}' WHERE id = $1`, [
          runId,
        ]);
      },
      () => journal.recordSent(callKey(), sentRequest()),
    );
  });

  it('makes a claim wait for a journal write under way', async () => {
    const runId = await seedRun(database.pg);
    const lease = await takeLease(database.pg, runId);
    let claim: ReturnType<typeof claimRun> | undefined;
    await beside(
      (writer) => writer.query(`WITH ${LEASE_CTE} SELECT id FROM lease`, [runId, lease.fence]),
      async () => {
        claim = claimRun(database.pg, runId, 'next');
        await expect.poll(isWaiting).toBe(true);
      },
    );
    expect((await claim)?.lease.fence).toBe(lease.fence + 1);
  });

  it('refuses a journal write that met an uncommitted claim, whatever statement raised the fence', async () => {
    const runId = await seedRun(database.pg);
    const lease = await takeLease(database.pg, runId);
    const journal = await openPostgresJournal(database.pg, lease);
    let write: Promise<void> | undefined;
    await beside(
      (claimer) => claimer.query(`UPDATE "Run" SET fence = fence + 1 WHERE id = $1`, [runId]),
      async () => {
        write = journal.recordSent(callKey(), sentRequest());
        await expect.poll(isWaiting).toBe(true);
      },
    );
    await expect(write).rejects.toMatchObject({ code: 'LEASE_LOST' });
  });
});
