import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectsConfig } from '@/server/config/objects';
import { type S3Server, startS3Server } from '@/server/testing/s3-server';
import { s3ObjectStore } from './s3-object-store';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
beforeEach(() => {
  server.fault = null;
});
afterAll(() => server.close());

const PACE = { timeoutMs: 10_000, pauseMs: 1 };
const open = (changes: Partial<ObjectsConfig> = {}, pace = PACE) =>
  s3ObjectStore({ ...server.settings, ...changes }, pace);
const body = new TextEncoder().encode('a body');

describe('the store on S3', () => {
  it('gives back what was put, byte by byte, and nothing once it was removed, even twice', async () => {
    const store = open();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
    expect(await store.read('one')).toBeNull();
    await store.put('one', bytes);
    expect(await store.read('one')).toEqual(bytes);
    await store.remove('one');
    await store.remove('one');
    expect(await store.read('one')).toBeNull();
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('signs, so that a wrong secret, key or bucket is refused and named, and nothing is written', async () => {
    const before = await server.keys();
    for (const [changes, code] of [
      [{ secretKey: 'another' }, 'SignatureDoesNotMatch'],
      [{ accessKey: 'another' }, 'InvalidAccessKeyId'],
      [{ bucket: 'another' }, 'NoSuchBucket'],
    ] as const) {
      const store = open(changes);
      const refusal = { code: 'OBJECTS_UNAVAILABLE', userMessage: expect.stringContaining(code) };
      await expect(store.put('k', body)).rejects.toMatchObject(refusal);
      await expect(store.read('k')).rejects.toMatchObject(refusal);
      await expect(store.check()).rejects.toMatchObject(refusal);
    }
    expect(await server.keys()).toEqual(before);
  });

  it('tries again at 503, 500 and 429, and gives up after four tries', async () => {
    const store = open();
    const statuses = [503, 500, 429];
    server.fault = () => {
      const status = statuses.shift();
      return status === undefined ? undefined : { status };
    };
    const from = server.requests.length;
    await store.put('patient', body);
    expect(server.requests.slice(from)).toHaveLength(4);
    expect(Buffer.from((await store.read('patient')) ?? []).toString()).toBe('a body');

    server.fault = () => ({ status: 503 });
    const until = server.requests.length;
    await expect(store.read('patient')).rejects.toMatchObject({
      code: 'OBJECTS_UNAVAILABLE',
      userMessage: expect.stringContaining('503'),
    });
    expect(server.requests.slice(until)).toHaveLength(4);
  });

  it('does not try again what will not pass', async () => {
    server.fault = () => ({ status: 403 });
    const from = server.requests.length;
    await expect(open().remove('k')).rejects.toMatchObject({ code: 'OBJECTS_UNAVAILABLE' });
    expect(server.requests.slice(from)).toHaveLength(1);
  });

  it('gives up on a store that does not answer', async () => {
    server.fault = () => 'unanswered';
    const store = open({}, { timeoutMs: 50, pauseMs: 1 });
    await expect(store.put('slow', body)).rejects.toMatchObject({ code: 'OBJECTS_UNAVAILABLE' });
  });
});
