import { afterAll, beforeAll, expect, it } from 'vitest';
import { s3ObjectStore } from '@/server/adapters/s3-object-store';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { type S3Server, startS3Server } from '@/server/testing/s3-server';
import { startWorkerProcess, type WorkerProcess } from '../testing/worker-processes';
import { bodiesInPostgres } from './bodies-in-postgres';
import { type ReceivedTraces, receiveTraces } from './testing/received-traces';

/** Real workers that are killed after the store took an object and before they knew of it. */
let database: TestDatabase;
let server: S3Server;
let received: ReceivedTraces;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  server = await startS3Server();
  received = await receiveTraces(database, bodiesInPostgres);
});
afterAll(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await Promise.all(workers.map(({ ended }) => ended));
  await server.close();
  await database.close();
});

function startWorker(): WorkerProcess {
  const { url, bucket, region, accessKey, secretKey } = server.settings;
  const worker = startWorkerProcess({
    ...{ WAGGLE_OBJECTS_URL: url, WAGGLE_OBJECTS_BUCKET: bucket, WAGGLE_OBJECTS_REGION: region },
    ...{ WAGGLE_OBJECTS_ACCESS_KEY: accessKey, WAGGLE_OBJECTS_SECRET_KEY: secretKey },
  });
  workers.push(worker);
  return worker;
}

const states = async () => {
  const rows = await database.db.traceObject.findMany({ orderBy: { key: 'asc' } });
  return rows.map(({ key, state, parts }) => ({ key, state, parts }));
};
const SOON = { interval: 50 };

it('a worker killed between put and commit leaves the body readable, and the next one leaves no orphan', async () => {
  const sent = [await received.receive('t1', 'a'), await received.receive('t1', 'b')];
  await received.assemble();
  await database.pg.query(`UPDATE "Trace" SET "assembledAt" = now() - interval '1 hour'`);

  server.fault = ({ method }) => (method === 'PUT' ? 'unanswered' : undefined);
  const first = startWorker();
  await expect.poll(() => server.keys(), SOON).toHaveLength(1);
  first.child.kill('SIGKILL');
  await first.ended;
  const [orphan] = await server.keys();
  expect(await received.bodiesOf('t1')).toEqual(sent);
  expect(await states()).toEqual([{ key: orphan, state: 'writing', parts: 0 }]);

  // As if a quarter of an hour had gone by: nothing of the dead worker can still be under way.
  await database.pg.query(`UPDATE "TraceObject" SET at = at - interval '15 minutes'`);
  server.fault = null;
  const second = startWorker();
  await expect.poll(() => server.keys(), SOON).not.toContain(orphan);
  await expect.poll(async () => (await states()).map(({ state }) => state), SOON).toEqual(['kept']);
  second.child.kill('SIGTERM');
  await second.ended;
  const [kept] = await states();
  expect(kept).toMatchObject({ parts: 2 });
  expect(await server.keys()).toEqual([kept?.key]);
  const store = s3ObjectStore(server.settings);
  expect(Buffer.from((await store.read(kept?.key ?? '')) ?? [])).toEqual(Buffer.concat(sent));
  await store.close();
});
