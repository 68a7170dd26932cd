import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelRequest } from '@/lib/ports/language-model';
import { openaiModel } from './openai-model';
import { connectProvider } from './provider-connection';
import type { Ticker } from './ticker';

/** The real client over real HTTP; only time is moved by hand (every wait is over at once, and written down). */
type Reply = (request: IncomingMessage, response: ServerResponse, body: Record<string, unknown>) => void;

let server: Server | undefined;

afterEach(async () => {
  const open = server;
  server = undefined;
  open?.closeAllConnections();
  await new Promise((resolve) => (open ? open.close(resolve) : resolve(null)));
});

const answer =
  (text: string, more: object = {}): Reply =>
  (_request, response) => {
    const choices = [{ finish_reason: 'stop', message: { content: text }, ...more }];
    const usage = { prompt_tokens: 7, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 2 } };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices, usage }));
  };

const fail =
  (status: number, headers: Record<string, string> = {}, error: object = {}): Reply =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error }));
  };

async function modelOf(replies: readonly Reply[], settings: object = {}, allowed?: readonly string[]) {
  const seen: { headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = [];
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const body = JSON.parse(text) as Record<string, unknown>;
    seen.push({ headers: request.headers, body });
    const reply = replies[Math.min(seen.length, replies.length) - 1];
    reply?.(request, response, body);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const waits: number[] = [];
  const ticker: Ticker = {
    nowMs: () => Date.parse('2026-11-21T12:00:00Z'),
    monotonicMs: () => performance.now(),
    after(ms, then) {
      waits.push(ms);
      const timer = setImmediate(then);
      return () => clearImmediate(timer);
    },
  };
  const connection = connectProvider(
    {
      id: 'prv_1',
      name: 'Test',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      apiKey: 'sk-test',
      headers: { 'x-practice-time-scale': '20' },
      timeoutMs: 120_000,
      maxAttempts: 4,
      requestsPerMinute: null,
      tokensPerMinute: null,
      concurrency: 4,
      ...settings,
    },
    allowed ?? ['127.0.0.1'],
    { ticker },
  );
  return { model: openaiModel(connection, { model: 'm', runId: 'run_1' }), seen, waits };
}

const REQUEST: ModelRequest = {
  role: 'serving',
  purpose: 'generate',
  messages: [{ role: 'user', content: 'Hello <|endoftext|>' }],
  temperature: 0,
  maxTokens: 50,
  seed: 5,
  json: true,
  idempotencyKey: 'call-1',
};

describe('a model behind the OpenAI protocol', () => {
  it('sends what was asked and gives back text, tokens and attempts', async () => {
    const { model, seen } = await modelOf([answer('Hi')]);
    expect(await model.complete(REQUEST)).toMatchObject({
      ok: true,
      text: 'Hi',
      finishReason: 'stop',
      tokensIn: 7,
      tokensOut: 3,
      tokensCached: 2,
      usageReported: true,
      attempts: 1,
    });
    expect(seen[0]?.body).toMatchObject({ model: 'm', max_tokens: 50, seed: 5, temperature: 0 });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer sk-test',
      'idempotency-key': 'call-1',
      'x-practice-time-scale': '20',
    });
  });

  it('sends no Authorization where there is no key', async () => {
    const { model, seen } = await modelOf([answer('Hi')], { apiKey: null });
    await model.complete(REQUEST);
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it('waits as long as the provider asks, under the same idempotency key', async () => {
    const { model, seen, waits } = await modelOf([fail(429, { 'retry-after-ms': '700' }), answer('late')]);
    expect(await model.complete(REQUEST)).toMatchObject({ ok: true, text: 'late', attempts: 2 });
    expect(waits.some((ms) => ms >= 700 && ms <= 770)).toBe(true);
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['call-1', 'call-1']);
  });

  it.each([
    ['429', [fail(429)], 'rateLimited', 4],
    ['5xx', [fail(502)], 'unavailable', 4],
    ['a wrong key', [fail(401, {}, { message: 'Incorrect key sk-test' })], 'rejected', 1],
    ['a redirect', [fail(307, { location: 'http://169.254.169.254/' })], 'rejected', 1],
    ['no quota', [fail(429, {}, { code: 'insufficient_quota' })], 'rejected', 1],
  ] as const)(
    'turns %s into a cause, after as many tries as can help',
    async (_what, replies, code, attempts) => {
      const { model, seen } = await modelOf(replies);
      const outcome = await model.complete(REQUEST);
      expect(outcome).toMatchObject({ ok: false, cause: { code }, attempts });
      expect(seen).toHaveLength(attempts);
      expect(JSON.stringify(outcome)).not.toContain('sk-test');
    },
  );

  it('takes a cut-off reply for a failed try, counts what it cost, and tries again', async () => {
    const cutOff: Reply = (_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"choices":[{"mess');
    };
    const { model } = await modelOf([cutOff, answer('whole')]);
    expect(await model.complete(REQUEST)).toMatchObject({ ok: true, text: 'whole', attempts: 2 });
    const { model: never } = await modelOf([cutOff]);
    expect(await never.complete(REQUEST)).toMatchObject({
      ok: false,
      cause: { code: 'unparseable' },
      attempts: 4,
    });
  });

  it('counts tokens itself where the provider reports none, control tokens in the text included', async () => {
    const bare: Reply = (_request, response) => {
      const choices = [{ finish_reason: 'length', message: { content: 'one two' } }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices }));
    };
    const outcome = await (await modelOf([bare])).model.complete(REQUEST);
    expect(outcome).toMatchObject({ ok: true, finishReason: 'length', usageReported: false, tokensOut: 2 });
  });

  it('asks again with max_completion_tokens where max_tokens is refused, and remembers it', async () => {
    const picky: Reply = (request, response, body) =>
      'max_tokens' in body
        ? fail(400, {}, { param: 'max_tokens', code: 'unsupported_parameter' })(request, response, body)
        : answer('ok')(request, response, body);
    const { model, seen } = await modelOf([picky]);
    await model.complete(REQUEST);
    await model.complete(REQUEST);
    expect(seen.map(({ body }) => 'max_completion_tokens' in body)).toEqual([false, true, true]);
  });

  it('gives up on a silent provider after the time limit of a try', async () => {
    const { model, seen } = await modelOf([() => undefined], { timeoutMs: 1_500, maxAttempts: 2 });
    expect(await model.complete(REQUEST)).toMatchObject({
      ok: false,
      cause: { code: 'timedOut' },
      attempts: 2,
    });
    expect(seen).toHaveLength(2);
  });

  it('throws when its signal aborts, and only then', async () => {
    const stop = new AbortController();
    const { model } = await modelOf([() => stop.abort(new Error('paused'))]);
    await expect(model.complete(REQUEST, stop.signal)).rejects.toThrow('paused');
  });

  it('connects to no private address that the operator has not allowed', async () => {
    const { model, seen } = await modelOf([answer('secret')], {}, []);
    expect(await model.complete(REQUEST)).toMatchObject({
      ok: false,
      cause: { code: 'rejected' },
      attempts: 1,
    });
    expect(seen).toEqual([]);
  });
});
