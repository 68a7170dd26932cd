import { ulid } from 'ulid';
import { afterAll, beforeAll } from 'vitest';
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
