import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KeptConnection, type KeptRequest, keptConnection } from '@/server/http/testing/kept-connection';
import { CALL_SETTINGS_DEFAULT } from './call-settings';
import { type PracticeServer, startPracticeModel } from './http-server';

/** Every refusal of the practice model that comes before the body: the next request uses the same connection. */
let dataDir: string;
let server: PracticeServer;
let connection: KeptConnection;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'practice-model-'));
  server = await startPracticeModel({ port: 0, dataDir, settings: CALL_SETTINGS_DEFAULT });
  connection = keptConnection(server.url);
});
afterAll(async () => {
  connection.close();
  await server.close();
  await rm(dataDir, { recursive: true });
});

const body = 'x'.repeat(200_000);
const REFUSALS: readonly (readonly [number, string, KeptRequest])[] = [
  [404, 'an unknown address', { path: '/elsewhere' }],
  [404, 'a method that an address does not take', { method: 'PUT', path: '/v1/chat/completions' }],
  [
    400,
    'a setting that cannot be read',
    { path: '/v1/chat/completions', headers: { 'x-practice-staleness': '?' } },
  ],
  [400, 'a name that no answer key may have', { method: 'PUT', path: '/practice/answer-keys/a.b' }],
];

for (const [status, name, asked] of REFUSALS) {
  it(`${status} to ${name} leaves its connection to the next request`, async () => {
    expect(await connection.ask({ ...asked, body })).toMatchObject({ status, connection: 'keep-alive' });
    expect(await connection.ask({ ...asked, body })).toMatchObject({ status, isReused: true });
    expect(await connection.ask({ method: 'GET', path: '/health' })).toMatchObject({
      ...{ status: 200, isReused: true },
    });
  });
}

it('413 to a body over the limit says that the connection closes', async () => {
  const asked = { path: '/v1/embeddings', body: 'x'.repeat(17 * 2 ** 20) };
  expect(await connection.ask(asked)).toMatchObject({ status: 413, connection: 'close' });
  expect(await connection.ask({ method: 'GET', path: '/health' })).toMatchObject({ status: 200 });
});
