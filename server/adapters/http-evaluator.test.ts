import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpEvaluatorSettings, makeHttpEvaluator } from './http-evaluator';
import { type LoopbackServer, openLoopbackServer } from './testing/loopback-server';

const input = { question: 'q', context: '', answer: 'the answer', expected: 'e' };
const ALLOWED = ['127.0.0.1'];
let there: LoopbackServer | undefined;
afterEach(async () => {
  await there?.close();
  there = undefined;
});

async function run(
  reply: (response: ServerResponse, count: number) => void,
  more: Partial<HttpEvaluatorSettings> = {},
) {
  there = await openLoopbackServer((_asked, response, count) => reply(response, count));
  const { url } = there;
  const settings = { url, secret: null, timeoutMs: 120_000, allowedAddresses: ALLOWED, ...more };
  const evaluator = makeHttpEvaluator(settings);
  try {
    return await evaluator.run({ command: url, input }, 'key-1');
  } finally {
    await evaluator.close();
  }
}

describe('an HTTP evaluator', () => {
  it('is posted the answer under its key, and gives score, objectives and side information', async () => {
    const said = { score: 0.5, objectives: { brevity: 1 }, sideInformation: { missing: ['b'] } };
    const secret = { header: 'X-Key', value: 'hidden' };
    const outcome = await run((response) => response.end(JSON.stringify(said)), { secret });
    expect(outcome).toMatchObject({ ok: true, ...said, sideInformation: '{"missing":["b"]}' });
    expect(there?.asked[0]?.body).toEqual(input);
    expect(there?.asked[0]?.headers).toMatchObject({ 'idempotency-key': 'key-1', 'x-key': 'hidden' });
  });

  it('takes a bare number for the score', async () => {
    expect(await run((response) => response.end('0.25'))).toMatchObject({ ok: true, score: 0.25 });
  });

  it('says when it wants to be asked again, at most ten seconds later', async () => {
    const limited = (seconds: string) => (response: ServerResponse) =>
      response.writeHead(429, { 'retry-after': seconds }).end();
    const cause = { code: 'rateLimited' };
    expect(await run(limited('2'))).toMatchObject({ ok: false, cause, retryAfterMs: 2000 });
    await there?.close();
    expect(await run(limited('900'))).toMatchObject({ ok: false, cause, retryAfterMs: 10_000 });
  });

  it.each([
    ['fails permanently', (response: ServerResponse) => response.writeHead(500).end(), 'unavailable'],
    ['does not take the request', (response: ServerResponse) => response.writeHead(404).end(), 'rejected'],
    ['writes nonsense', (response: ServerResponse) => response.end('fine'), 'unparseable'],
    ['gives a score beyond 1', (response: ServerResponse) => response.end('{"score": 2}'), 'unparseable'],
    [
      'sends elsewhere',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'rejected',
    ],
    [
      'writes more than it may',
      (response: ServerResponse) => response.end(JSON.stringify({ score: 1, notes: 'x'.repeat(70_000) })),
      'unavailable',
    ],
  ])('gives a cause and no score where it %s', async (_what, reply, code) => {
    expect(await run(reply)).toMatchObject({ ok: false, cause: { code } });
    expect(there?.asked).toHaveLength(1);
  });

  it('is given up after its time', async () => {
    expect(await run(() => undefined, { timeoutMs: 50 })).toMatchObject({
      ok: false,
      cause: { code: 'timedOut' },
    });
  });

  it('is never called at an address that the operator does not allow', async () => {
    const refused = run((response) => response.end('1'), { allowedAddresses: ['10.0.0.0/8'] });
    await expect(refused).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(there?.asked).toEqual([]);
  });
});
