import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TraceRecord } from '@/lib/domain/trace-span';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { migrate } from '@/server/db/migrate';
import { isAlive } from '@/server/db/postgres-process';
import { assembleDue } from '@/server/worker/traces/assemble-traces';
import { type FlagServer, startFlagServer } from '../testing/flag-server';
import { type SpanStream, startSpanStream } from './testing/span-stream';

/**
 * The flag server stores every span that it answers with 200: the test kills it and its Postgres amid a stream. The Postgres is
 * one of this test, since that of the other tests gives up durability.
 */
const WORKSPACE = 'ws_kills';
const KILLS = 3;
const PATIENT = { interval: 5 };

const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-trace-kills-'));
let postgres: EmbeddedPostgres;
let server: FlagServer;
let key: string;
let pool: pg.Pool;
let stream: SpanStream | undefined;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres(folder);
  await migrate(postgres.url);
  pool = new pg.Pool({ connectionString: postgres.url, max: 3 });
  pool.on('error', () => undefined);
  key = await seedKey();
  server = await startFlagServer(postgres.url);
});
afterAll(async () => {
  await stream?.finish();
  await server?.kill();
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function seedKey(): Promise<string> {
  const { secret, hash, prefix } = makeKeySecret();
  await pool.query(`INSERT INTO "Workspace" (id, name) VALUES ($1, 'Kills')`, [WORKSPACE]);
  await pool.query(
    `INSERT INTO "ApiKey" (id, "workspaceId", name, role, "secretHash", prefix, scopes, "createdBy")
     VALUES ('key_kills', $1, 'exporter', 'viewer', $2, $3, '{traces:write}', 'test')`,
    [WORKSPACE, hash, prefix],
  );
  return secret;
}

/** Ids of the stored spans of traces. */
async function spansOf(traceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ body: Buffer }>(
    `SELECT body FROM "TracePart" WHERE "workspaceId" = $1 AND "traceId" = ANY($2)`,
    [WORKSPACE, [...traceIds]],
  );
  const records = rows.flatMap(({ body }) => JSON.parse(gunzipSync(body).toString()) as TraceRecord[]);
  return new Set(records.map(({ spanId }) => spanId));
}

async function killFlagServer(): Promise<void> {
  const port = Number(new URL(server.origin).port);
  await server.kill();
  server = await startFlagServer(postgres.url, { port });
}

async function killPostgres(): Promise<void> {
  const { pid, url } = postgres;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid), PATIENT).toBe(false);
  postgres = await startEmbeddedPostgres(folder);
  expect(postgres).toMatchObject({ reused: false, url });
}

/** As time would: everything that is pending is due. */
async function assembleAll(): Promise<void> {
  await pool.query(`UPDATE "TracePending" SET "dueAt" = now() - interval '1 second'`);
  while ((await assembleDue(pool)) > 0);
  const { rows } = await pool.query('SELECT count(*)::int AS pending FROM "TracePending"');
  expect(rows).toEqual([{ pending: 0 }]);
}

describe('spans that were acknowledged', () => {
  it.each([
    { killed: 'the flag server', kill: killFlagServer },
    { killed: 'Postgres', kill: killPostgres },
  ])('are all stored and assembled where $killed is killed amid their stream', async ({ killed, kill }) => {
    stream = startSpanStream({ origin: server.origin, key });
    const { acknowledged, counts } = stream;
    const more = (requests: number) => {
      const aim = counts.requests + requests;
      return expect.poll(() => counts.requests, PATIENT).toBeGreaterThanOrEqual(aim);
    };
    for (let round = 0; round < KILLS; round += 1) {
      await more(20);
      await kill();
    }
    await more(20);
    await stream.finish();
    console.info(
      `${killed}: ${counts.requests} requests taken, ${acknowledged.size} traces, ${counts.repeated} tries failed`,
    );
    expect(counts.repeated, 'the kills met requests').toBeGreaterThan(0);

    const ids = [...acknowledged.keys()];
    const kept = await spansOf(ids);
    const lost = [...acknowledged.values()].flatMap((spanIds) => [...spanIds].filter((id) => !kept.has(id)));
    expect(lost).toEqual([]);

    await assembleAll();
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM "Trace" WHERE "workspaceId" = $1 AND id = ANY($2) AND state = 'complete'
         AND "modelCalls" = 4 AND "toolCalls" = 4 AND "trajectoryHash" IS NOT NULL`,
      [WORKSPACE, ids],
    );
    expect(rows.length).toBe(ids.length);
  });
});
