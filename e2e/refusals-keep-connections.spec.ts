import { type KeptRequest, keptConnection } from '@/server/http/testing/kept-connection';
import { expect, test } from './support/test';

/**
 * Clients keep their connections: each refusal of the web server that comes before the body must leave the next request
 * on the same connection an answer, through all that a framework does with a body before a handler sees it.
 */
const body = 'x'.repeat(200_000);
const json = { 'content-type': 'application/json' };
const REFUSALS: readonly (readonly [number, KeptRequest])[] = [
  [401, { path: '/ofrep/v1/evaluate/flags', headers: json }],
  [401, { path: '/ofrep/v1/evaluate/flags/a', headers: { ...json, 'x-api-key': 'wgl_other' } }],
  [405, { method: 'PUT', path: '/ofrep/v1/evaluate/flags/a', headers: json }],
  [404, { path: '/ofrep/v1/elsewhere', headers: json }],
  [401, { path: '/gateway/v1/chat/completions', headers: json }],
  [405, { method: 'PUT', path: '/gateway/v1/chat/completions', headers: json }],
  [401, { path: '/api/v1/runs', headers: json }],
  [401, { path: '/api/v1/datasets', headers: { 'content-type': 'multipart/form-data; boundary=a' } }],
  [405, { method: 'PUT', path: '/api/v1/runs', headers: json }],
  [404, { path: '/api/v1/elsewhere', headers: json }],
  [405, { path: '/api/health', headers: json }],
  [307, { path: '/runs', headers: json }],
];

test('A refusal before the body leaves its connection to the next request, at every address', async ({
  api,
  baseURL,
}) => {
  const { secret } = await api.post<{ secret: string }>('/api/v1/keys', {
    ...{ name: `connections ${Date.now()}`, role: 'viewer' },
  });
  const keyed = { authorization: `Bearer ${secret}` };
  const all: typeof REFUSALS = [
    ...REFUSALS,
    [403, { path: '/api/v1/runs', headers: { ...json, ...keyed } }],
    [415, { path: '/api/v1/me/password', headers: { 'content-type': 'text/plain', ...keyed } }],
  ];
  for (const [status, asked] of all) {
    const connection = keptConnection(baseURL ?? '');
    const where = `${asked.method ?? 'POST'} ${asked.path} ${status}`;
    try {
      for (const isReused of [false, true]) {
        const answer = await connection.ask({ ...asked, body });
        expect(answer, where).toMatchObject({ status, isReused });
      }
      const next = await connection.ask({ method: 'GET', path: '/api/health' });
      expect(next, where).toMatchObject({ status: 200, isReused: true });
    } finally {
      connection.close();
    }
  }
});
