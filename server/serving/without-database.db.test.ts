import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '@/server/config/ports';
import { type FlagServer, METRICS_TOKEN, startFlagServer } from './testing/flag-server';

/** The flag server's process, started while there is no database at all. */
let server: FlagServer;
beforeAll(async () => {
  server = await startFlagServer(`postgresql://waggle:none@127.0.0.1:${await freePort()}/waggle`);
});
afterAll(() => server?.stop());

const keyed = { 'x-api-key': 'wgl_of_a_slot', 'content-type': 'application/json' };
const context = JSON.stringify({ context: { targetingKey: 'a' } });
const CASES = [
  ['one flag', 'POST', '/ofrep/v1/evaluate/flags/prompt.router', keyed, context],
  ['all flags', 'POST', '/ofrep/v1/evaluate/flags', keyed, context],
  ['the gateway', 'POST', '/gateway/v1/chat/completions', keyed, '{"messages":[]}'],
  ['the models of the gateway', 'GET', '/gateway/v1/models', keyed, undefined],
] as const;

it.each(CASES)(
  '%s is answered with 503 and when to try again',
  async (_what, method, path, headers, body) => {
    const answer = await fetch(`${server.origin}${path}`, { method, headers, ...(body ? { body } : {}) });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  },
);

it('its health and its counts are answered without the database', async () => {
  const health = await fetch(`${server.origin}/health`);
  expect([200, 503]).toContain(health.status);
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  expect((await fetch(`${server.origin}/metrics`, { headers })).status).toBe(200);
});
