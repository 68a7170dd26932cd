import { ulid } from 'ulid';
import type { KeyScope } from '@/lib/domain/actor';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { systemClock } from '@/server/observability/system-clock';
import { assembleDue } from '@/server/worker/traces/assemble-traces';
import { makeKeyDirectory } from '../../key-directory';
import { listen } from '../../node-server';
import { makeServingLimits } from '../../serving-limits';
import { closeServingPool, servingPool } from '../../serving-pool';
import { makeTraces } from '../traces';

/** Receivers of traces on loopback over a database of a test's own, as the flag server mounts them. */
export interface TraceBench {
  readonly database: TestDatabase;
  readonly origin: string;
  /** A workspace of its own, with a key that sends traces. */
  addWorkspace(): Promise<BenchWorkspace>;
  addKey(workspaceId: string, scopes: readonly KeyScope[]): Promise<string>;
  /** Assembles all that was received, as if a minute had gone by. */
  assemble(): Promise<void>;
  close(): Promise<void>;
}

export interface BenchWorkspace {
  readonly id: string;
  readonly key: string;
}

export async function openTraceBench(): Promise<TraceBench> {
  const database = await createTestDatabase();
  asEnvironment(database);
  const keys = makeKeyDirectory({ pool: servingPool(), clock: systemClock });
  const traces = makeTraces({ keys, limits: makeServingLimits({ perMinute: 100_000 }), clock: systemClock });
  const server = await listen(traces.handler, { host: '127.0.0.1', port: 0 });
  const addKey = (workspaceId: string, scopes: readonly KeyScope[]) =>
    insertKey(database, workspaceId, scopes);
  return {
    ...{ database, addKey, origin: `http://127.0.0.1:${server.port}` },
    async addWorkspace() {
      const id = `wsp_${ulid()}`;
      await database.db.workspace.create({ data: { id, name: 'Bench' } });
      return { id, key: await addKey(id, ['traces:write']) };
    },
    async assemble() {
      await database.pg.query(
        `UPDATE "TracePending" SET "dueAt" = now() - interval '1 second', "lastAt" = "lastAt" - interval '61 seconds'`,
      );
      while ((await assembleDue(database.pg)) > 0);
    },
    async close() {
      await server.close(1_000);
      await traces.close();
      await closeServingPool();
      await closeDb();
      await database.close();
    },
  };
}

export async function insertKey(
  { pg }: Pick<TestDatabase, 'pg'>,
  workspaceId: string,
  scopes: readonly KeyScope[],
): Promise<string> {
  const { secret, hash, prefix } = makeKeySecret();
  await pg.query(
    `INSERT INTO "ApiKey" (id, "workspaceId", name, role, "secretHash", prefix, "createdBy", scopes)
     VALUES ($1, $2, 'traces', 'viewer', $3, $4, 'test', $5)`,
    [`key_${ulid()}`, workspaceId, hash, prefix, scopes],
  );
  return secret;
}
