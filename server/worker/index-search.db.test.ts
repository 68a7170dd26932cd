import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '@/lib/domain/ledger-entry';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { type Listener, makeListener } from '@/server/events/listener';
import { makePostgresLedger } from '@/server/ledger/postgres-ledger';
import { seedRun, takeLease } from '@/server/ledger/testing/seed-run';
import { keepSearchTexts } from '@/server/repositories/search-index';
import { indexSearch } from './index-search';

let database: TestDatabase;
let listener: Listener;
beforeAll(async () => {
  database = await createTestDatabase();
  listener = makeListener(database.url);
});
afterAll(async () => {
  await listener.close();
  await database.close();
});

const reflected = (ordinal: number): Fact => ({
  type: 'reflection.finished',
  key: `reflection.finished/0/${ordinal}`,
  data: {
    iteration: 0,
    ordinal,
    exampleId: `ex-${ordinal}`,
    text: `A lesson of nectar ${ordinal}`,
    insights: [],
    cause: null,
    callKeys: [],
  },
  measured: { atMs: 1_767_225_600_000 },
});

async function found(runId: string): Promise<number[]> {
  const { rows } = await database.pg.query<{ seq: number }>(
    `SELECT seq FROM "SearchText" WHERE "runId" = $1 AND words @@ 'nectar'::tsquery ORDER BY seq`,
    [runId],
  );
  return rows.map(({ seq }) => seq);
}

async function runWith(
  reflections: number,
): Promise<{ runId: string; append: (ordinal: number) => Promise<void> }> {
  const runId = await seedRun(database.pg);
  const ledger = makePostgresLedger(database.pg, await takeLease(database.pg, runId));
  const append = async (ordinal: number) => {
    ledger.append(reflected(ordinal));
    await ledger.flush();
  };
  for (let ordinal = 0; ordinal < reflections; ordinal += 1) await append(ordinal);
  return { runId, append };
}

describe('the search texts of a run', () => {
  it('follow the commit of its facts, those from before the worker started as well', async () => {
    const { runId, append } = await runWith(2);
    const index = indexSearch(database.pg, listener, { gatherMs: 1, retryMs: 1 });
    try {
      await expect.poll(() => found(runId)).toEqual([1, 2]);
      await append(2);
      await expect.poll(() => found(runId)).toEqual([1, 2, 3]);
    } finally {
      await index.close();
    }
  });

  it('are kept once when several workers keep them at once', async () => {
    const { runId } = await runWith(30);
    const part = 'learning';
    const keep = async () => {
      while (!(await keepSearchTexts(database.pg, { runId, part })));
    };
    await Promise.all([keep(), keep(), keep()]);
    expect(await found(runId)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  it('are found without a note, where the connection was there before the worker', async () => {
    const { runId } = await runWith(1);
    const silent: Listener = { ...listener, subscribe: () => () => undefined };
    const index = indexSearch(database.pg, silent, { gatherMs: 1, retryMs: 1 });
    try {
      await expect.poll(() => found(runId)).toEqual([1]);
    } finally {
      await index.close();
    }
  });

  it('are made up for by the next look when the database did not answer', async () => {
    const { runId } = await runWith(1);
    let isAway = true;
    const query = database.pg.query.bind(database.pg);
    const failing = Object.create(database.pg, {
      query: {
        value: (...given: unknown[]) => {
          if (!isAway) return Reflect.apply(query, database.pg, given);
          isAway = false;
          return Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }));
        },
      },
    });
    const index = indexSearch(failing, listener, { gatherMs: 1, retryMs: 1 });
    try {
      await expect.poll(() => found(runId)).toEqual([1]);
    } finally {
      await index.close();
    }
  });
});
