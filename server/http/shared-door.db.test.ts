import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerStranger } from './shared-door';
import { startTestApi, type TestApi } from './testing/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const asked = (address: string) =>
  answerStranger(
    new Request('http://127.0.0.1/shared/wsh_x/download', { headers: { 'x-forwarded-for': address } }),
    () => Promise.resolve(new Response('a file')),
  );

describe('files of a shared report', () => {
  it('are made thirty times a minute for one stranger, and for others still', async () => {
    const first = await Promise.all(Array.from({ length: 30 }, () => asked('192.0.2.70')));
    expect(first.every(({ status }) => status === 200)).toBe(true);
    const refused = await asked('192.0.2.70');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await asked('192.0.2.71')).status).toBe(200);
  });
});
