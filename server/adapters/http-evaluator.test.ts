import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpEvaluatorSettings, makeHttpEvaluator } from './http-evaluator';
import { type LoopbackEvaluator, openLoopbackEvaluator } from './testing/loopback-evaluator';
import type { Ticker } from './ticker';

const input = { question: 'q', context: '', answer: 'the answer', expected: 'e' };
const ALLOWED = ['127.0.0.1'];
/** Waits that pass at once, and how long each would have been. */
const waits: number[] = [];
const ticker: Ticker = {
  nowMs: () => 0,
  monotonicMs: () => 0,
  after(ms, then) {
    waits.push(ms);
    queueMicrotask(then);
    return () => undefined;
  },
};

let there: LoopbackEvaluator | undefined;
afterEach(async () => {
  await there?.close();
  there = undefined;
  waits.length = 0;
});

async function run(
  reply: (response: ServerResponse, count: number) => void,
  more: Partial<HttpEvaluatorSettings> = {},
) {
  there = await openLoopbackEvaluator((_asked, response, count) => reply(response, count));
  const { url } = there;
  const settings = { url, secret: null, timeoutMs: 5_000, allowedAddresses: ALLOWED, ticker, ...more };
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

  it('is asked again under the same key where it failed, as late as it asks for', async () => {
    const outcome = await run((response, count) => {
      if (count === 3) return response.end('1');
      return response.writeHead(count === 1 ? 429 : 503, { 'retry-after': '2' }).end();
    });
    expect(outcome).toMatchObject({ ok: true, score: 1 });
    expect(waits).toEqual([2000, 2000]);
    expect(new Set(there?.asked.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set(['key-1']),
    );
  });

  it.each([
    ['fails for good', (response: ServerResponse) => response.writeHead(500).end(), 'unavailable', 3],
    ['does not take the request', (response: ServerResponse) => response.writeHead(404).end(), 'rejected', 1],
    ['writes nonsense', (response: ServerResponse) => response.end('fine'), 'unparseable', 1],
    ['gives a score beyond 1', (response: ServerResponse) => response.end('{"score": 2}'), 'unparseable', 1],
    [
      'sends elsewhere',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'rejected',
      1,
    ],
    [
      'writes more than it may',
      (response: ServerResponse) => response.end(JSON.stringify({ score: 1, notes: 'x'.repeat(70_000) })),
      'unavailable',
      3,
    ],
  ])('gives a cause and no score where it %s', async (_what, reply, code, attempts) => {
    expect(await run(reply)).toMatchObject({ ok: false, cause: { code } });
    expect(there?.asked).toHaveLength(attempts);
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
