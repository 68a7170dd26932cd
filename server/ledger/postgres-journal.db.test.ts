import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { answer, callKey, sentRequest } from '@/lib/testing/builders/journal-records';
import { journalContract } from '@/lib/testing/contracts/journal-contract';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { openPostgresJournal } from './postgres-journal';
import { seedRun, takeLease } from './testing/seed-run';

const CALLS = 3_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

journalContract('on Postgres', async () => {
  const runId = await seedRun(database.pg);
  return {
    open: async () => openPostgresJournal(database.pg, await takeLease(database.pg, runId)),
    async logged() {
      const { rows } = await database.pg.query(
        `SELECT key, value FROM "JournalDecision" WHERE "runId" = $1 AND key LIKE 'log/%' ORDER BY key`,
        [runId],
      );
      return rows;
    },
  };
});

describe('postgres journal', () => {
  it('pays nothing twice when a process dies in the middle: the next sends only what has no answer', async () => {
    const runId = await seedRun(database.pg);
    const keys = Array.from({ length: 40 }, (_, ordinal) => callKey({ ordinal }));
    const paid: number[] = [];
    const work = async (until: number) => {
      const journal = await openPostgresJournal(database.pg, await takeLease(database.pg, runId));
      for (const key of keys.slice(0, until)) {
        if (await journal.answered(key)) continue;
        await journal.recordSent(key, sentRequest());
        paid.push(key.ordinal);
        await journal.recordAnswer(key, answer(`${key.ordinal}`));
      }
      return journal;
    };
    await work(17);
    await work(40);
    expect(paid).toEqual(keys.map(({ ordinal }) => ordinal));
  });

  it('counts a call that another process sends again, and not the same write repeated', async () => {
    const runId = await seedRun(database.pg);
    const first = await openPostgresJournal(database.pg, await takeLease(database.pg, runId));
    await first.recordSent(callKey(), sentRequest());
    await first.recordSent(callKey(), sentRequest());
    expect(await dispatches(database.pg, runId)).toBe(1);
    const second = await openPostgresJournal(database.pg, await takeLease(database.pg, runId));
    await second.recordSent(callKey(), sentRequest());
    expect(await dispatches(database.pg, runId)).toBe(2);
  });

  it('keeps what Postgres cannot hold out of an answer, and uses what it stored', async () => {
    const runId = await seedRun(database.pg);
    const journal = await openPostgresJournal(database.pg, await takeLease(database.pg, runId));
    const torn = sentRequest({ messages: [{ role: 'user', content: 'half \ud83d and \u0000' }] });
    await journal.recordSent(callKey(), torn);
    const stored = await journal.recordAnswer(callKey(), answer('cut \ud83d off\u0000'));
    expect(stored.outcome).toMatchObject({ text: 'cut \ufffd off\ufffd' });
    const later = await openPostgresJournal(database.pg, await takeLease(database.pg, runId));
    expect((await later.answered(callKey()))?.outcome).toEqual(stored.outcome);
  });

  it('stores a text that many calls share once', async () => {
    const runId = await seedRun(database.pg);
    const journal = await openPostgresJournal(database.pg, await takeLease(database.pg, runId));
    const shared = `You are the generator. ${runId}`;
    await Promise.all(
      Array.from({ length: 50 }, (_, ordinal) =>
        journal.recordSent(
          callKey({ ordinal }),
          sentRequest({ messages: [{ role: 'system', content: shared }] }),
        ),
      ),
    );
    const { rows } = await database.pg.query(`SELECT count(*)::int AS n FROM "Text" WHERE body = $1`, [
      shared,
    ]);
    expect(rows[0].n).toBe(1);
  });

  it('writes thousands of calls in few statements, and opens on their answers in few', async () => {
    const runId = await seedRun(database.pg);
    const journal = await openPostgresJournal(database.pg, await takeLease(database.pg, runId));
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    await Promise.all(
      Array.from({ length: CALLS }, async (_, ordinal) => {
        const key = callKey({ ordinal });
        await journal.recordSent(key, sentRequest());
        await journal.recordAnswer(key, answer('an answer of some length '.repeat(20)));
      }),
    );
    expect(statements.mock.calls.length).toBeLessThan(CALLS / 10);
    statements.mockClear();
    const later = await openPostgresJournal(database.pg, await takeLease(database.pg, runId));
    expect(later.answersFound).toBe(CALLS);
    expect(statements.mock.calls.length).toBeLessThan(20);
    statements.mockRestore();
  });
});

async function dispatches(pool: pg.Pool, runId: string): Promise<number> {
  const { rows } = await pool.query(`SELECT dispatches FROM "JournalCall" WHERE "runId" = $1`, [runId]);
  return rows[0].dispatches;
}
