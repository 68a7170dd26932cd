import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TraceRecord } from '@/lib/domain/trace-span';
import type { ObjectStore } from '@/lib/ports/object-store';
import type { PartBodies } from '@/lib/ports/part-bodies';
import { s3ObjectStore } from '@/server/adapters/s3-object-store';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { readObjectStoreFault } from '@/server/repositories/object-store-state';
import { type S3Server, startS3Server } from '@/server/testing/s3-server';
import { bodiesInObjects } from './bodies-in-objects';
import { bodiesInPostgres } from './bodies-in-postgres';
import { settleBodies } from './keep-bodies';
import { partBodiesContract } from './testing/part-bodies-contract';
import { OPEN, type ReceivedTraces, receiveTraces } from './testing/received-traces';

let database: TestDatabase;
let server: S3Server;
let store: ObjectStore & { close(): Promise<void> };
let bodies: PartBodies;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  server = await startS3Server();
  store = s3ObjectStore(server.settings, { timeoutMs: 10_000, pauseMs: 1 });
  bodies = bodiesInObjects(database.pg, store, { settledSeconds: 0 });
});
afterEach(() => {
  server.fault = null;
});
afterAll(async () => {
  await store.close();
  await server.close();
  await database.close();
});

partBodiesContract('in Postgres', () => ({ database, bodies: bodiesInPostgres, outside: async () => [] }));
partBodiesContract('in S3', () => ({ database, bodies, outside: () => server.keys() }));

describe('bodies in S3', () => {
  let received: ReceivedTraces;
  beforeEach(async () => {
    // Traces that another test left waiting are assembled and moved as soon as a slow machine has them due.
    await database.db.tracePending.deleteMany();
    received = await receiveTraces(database, bodies);
  });

  const partsOf = () =>
    database.db.tracePart.findMany({
      where: { workspaceId: received.workspaceId },
      orderBy: { id: 'asc' },
      select: { traceId: true, body: true, objectKey: true },
    });
  const objects = () => database.db.traceObject.findMany({ where: { workspaceId: received.workspaceId } });
  const keysOf = async () => (await server.keys()).filter((key) => key.includes(received.workspaceId));
  const rowOf = (id: string) =>
    database.db.trace.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId: received.workspaceId, id } },
    });
  const settle = () => settleBodies({ pool: database.pg, bodies, store }, OPEN);

  it('are one object a trace, which any gzip reads, and leave the rows of complete traces', async () => {
    for (const spanId of ['a', 'b']) await received.receive('t1', spanId);
    await received.receive('t2', 'a');
    await received.assemble();
    await received.receive('t3', 'a');
    await received.settle();
    const parts = await partsOf();
    expect(parts.map(({ body }) => body === null)).toEqual([true, true, true, false]);
    expect(new Set(parts.map(({ objectKey }) => objectKey)).size).toBe(3);
    expect(await keysOf()).toEqual(
      [...new Set(parts.flatMap(({ objectKey }) => objectKey ?? []))].toSorted(),
    );
    const whole = gunzipSync((await store.read(parts[0]?.objectKey ?? '')) ?? Buffer.of()).toString();
    const records = whole.replaceAll('][', ',');
    expect((JSON.parse(records) as TraceRecord[]).map(({ spanId }) => spanId)).toEqual(['root', 'a', 'b']);
  });

  it('stay in their rows a while after the assembly, so that a trace with late records is one object', async () => {
    await received.receive('t1', 'a');
    await received.assemble();
    const patient = bodiesInObjects(database.pg, store);
    expect(await patient.settle(OPEN)).toMatchObject({ moved: 0 });
    await database.pg.query(`UPDATE "Trace" SET "assembledAt" = now() - interval '6 minutes'`);
    expect(await patient.settle(OPEN)).toMatchObject({ moved: 1 });
  });

  it('stay in their rows while the store refuses them; the page of jobs says so until it is back', async () => {
    const sent = await received.receive('t1', 'a');
    await received.assemble();
    server.fault = () => ({ status: 503 });
    await settle();
    expect(await partsOf()).toMatchObject([{ body: new Uint8Array(sent), objectKey: null }]);
    const fault = await readObjectStoreFault(database.pg);
    expect(fault?.reason).toContain('503');
    await settle();
    expect(await readObjectStoreFault(database.pg)).toEqual(fault);
    server.fault = null;
    await settle();
    expect(await readObjectStoreFault(database.pg)).toBeNull();
    expect(await partsOf()).toMatchObject([{ body: null }]);
    expect(await keysOf()).toEqual((await objects()).map(({ key }) => key));
  });

  it('says that the store is back although nothing is left to move', async () => {
    await received.receive('t1', 'a');
    await received.assemble();
    server.fault = () => ({ status: 403 });
    await settle();
    server.fault = null;
    await received.settle();
    expect(await readObjectStoreFault(database.pg)).not.toBeNull();
    await settle();
    expect(await readObjectStoreFault(database.pg)).toBeNull();
  });

  it('moves what it can where some objects are refused, and leaves no half of one', async () => {
    for (const traceId of ['t1', 't2', 't3']) await received.receive(traceId, 'a');
    await received.assemble();
    let puts = 0;
    server.fault = ({ method, key }) => {
      if (method !== 'PUT' || !key.includes(received.workspaceId)) return undefined;
      puts += 1;
      return puts === 2 ? { status: 403 } : undefined;
    };
    await expect(received.settle()).rejects.toMatchObject({ code: 'OBJECTS_UNAVAILABLE' });
    expect((await partsOf()).filter(({ body }) => body === null)).toHaveLength(2);
    server.fault = null;
    await received.settle();
    const parts = await partsOf();
    expect(parts.every(({ body }) => body === null)).toBe(true);
    expect(await keysOf()).toEqual(parts.flatMap(({ objectKey }) => objectKey ?? []).toSorted());
  });

  it('lets a trace with late records wait while its older ones cannot be read, and no other one', async () => {
    await received.receive('t1', 'a');
    await received.assemble();
    await received.settle();
    const before = await rowOf('t1');
    await received.receive('t1', 'b');
    await received.receive('t2', 'a');
    server.fault = () => ({ status: 503 });
    await received.assemble();
    expect(await rowOf('t1')).toEqual(before);
    expect((await rowOf('t2')).modelCalls).toBe(1);
    server.fault = null;
    await received.assemble();
    expect((await rowOf('t1')).modelCalls).toBe(2);
  });

  it('leave a trace as it was assembled where its object is gone', async () => {
    await received.receive('t1', 'a');
    await received.assemble();
    await received.settle();
    const before = await rowOf('t1');
    for (const key of await keysOf()) await store.remove(key);
    await received.receive('t1', 'b');
    await received.assemble();
    expect(await rowOf('t1')).toEqual(before);
    const { workspaceId } = received;
    expect(await database.db.tracePending.count({ where: { workspaceId } })).toBe(0);
  });

  it('remove the object of a trace that was deleted while it was written', async () => {
    await received.receive('t1', 'a');
    await received.assemble();
    const { workspaceId } = received;
    const slow = bodiesInObjects(
      database.pg,
      {
        ...store,
        async put(key, body) {
          await store.put(key, body);
          await database.db.tracePart.deleteMany({ where: { workspaceId } });
        },
      },
      { settledSeconds: 0 },
    );
    expect(await slow.settle(OPEN)).toMatchObject({ removed: 1 });
    expect([await keysOf(), await objects()]).toEqual([[], []]);
  });

  it('are moved by one worker at a time', async () => {
    for (const traceId of ['t1', 't2']) await received.receive(traceId, 'a');
    await received.assemble();
    const outcomes = await Promise.all([received.settle(), received.settle(), received.settle()]);
    expect(outcomes.map(({ moved }) => moved).toSorted()).toEqual([0, 0, 2]);
    expect(await keysOf()).toHaveLength(2);
  });
});
