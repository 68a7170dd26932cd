import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evaluationKeyHash } from '@/lib/ports/evaluation-cache';
import { evaluationCacheContract } from '@/lib/testing/contracts/evaluation-cache-contract';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { postgresEvaluationCache } from './postgres-evaluation-cache';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

evaluationCacheContract('on Postgres', async () => {
  const workspaceId = `ws_${ulid()}`;
  return {
    cache: postgresEvaluationCache(database.pg, { workspaceId, runId: 'run_1' }),
    invalidate: async (key) => {
      await database.pg.query(
        `UPDATE "Evaluation" SET "invalidatedAt" = now() WHERE "workspaceId" = $1 AND key = $2`,
        [workspaceId, evaluationKeyHash(key)],
      );
    },
  };
});

it('takes what many runs keep of the same measurement at once, in whatever order each of them asks', async () => {
  const workspaceId = `ws_${ulid()}`;
  const same = {
    namespace: 'default',
    candidateHash: 'c',
    evaluatorHash: 'e',
    servingModelHash: 'm',
    paramsHash: 'p',
  };
  const keys = Array.from({ length: 200 }, (_, index) => ({
    ...same,
    inputHash: `input ${index}`,
    repetition: 0,
  }));
  const runs = Array.from({ length: 8 }, (_, run) =>
    postgresEvaluationCache(database.pg, { workspaceId, runId: `run_${run}` }),
  );
  const reply = {
    ok: true,
    text: 'four',
    finish: 'stop',
    tokensIn: 1,
    tokensOut: 1,
    tokensCached: 0,
    delayMs: 1,
  } as never;
  await Promise.all(
    runs.map((cache, run) => {
      const shifted = [...keys.slice(run * 25), ...keys.slice(0, run * 25)];
      return Promise.all((run % 2 ? shifted.reverse() : shifted).map((key) => cache.keep(key, reply)));
    }),
  );
  const { rows } = await database.pg.query(
    'SELECT count(*)::int AS kept, count(DISTINCT key)::int AS keys FROM "Evaluation" WHERE "workspaceId" = $1',
    [workspaceId],
  );
  expect(rows).toEqual([{ kept: 200, keys: 200 }]);
});
