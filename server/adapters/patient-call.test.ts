import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelRequest } from '@/lib/ports/language-model';
import { openaiModel } from './openai-model';
import { connectProvider } from './provider-connection';
import type { Ticker } from './ticker';

/** The real client over real HTTP; time passes fifty times as fast for waiting calls. */
const FAST = 50;
const ticker: Ticker = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now() * FAST,
  after(ms, then) {
    const timer = setTimeout(then, ms / FAST);
    return () => clearTimeout(timer);
  },
};

let server: Server | undefined;
afterEach(async () => {
  const open = server;
  server = undefined;
  open?.closeAllConnections();
  await new Promise((resolve) => (open ? open.close(resolve) : resolve(null)));
});

/** A provider whose two addresses answer with these statuses, which a test may change at any time. */
async function provider(answers: { chat: number | 'never'; models: number }, patienceMs = 3_600_000) {
  const keys: string[] = [];
  server = createServer((request, response) => {
    const isChat = request.url?.endsWith('/chat/completions') ?? false;
    if (isChat) keys.push(String(request.headers['idempotency-key']));
    const status = isChat ? answers.chat : answers.models;
    if (status === 'never') return;
    const choices = [{ finish_reason: 'stop', message: { content: 'a bee' } }];
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(status === 200 ? { choices, data: [] } : { error: {} }));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connection = connectProvider(
    {
      id: 'prv_1',
      name: 'Hive',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      apiKey: null,
      headers: {},
      // In real time: only a provider that never answers may run into it, however busy this machine is.
      timeoutMs: answers.chat === 'never' ? 100 : 20_000,
      maxAttempts: 3,
      requestsPerMinute: null,
      tokensPerMinute: null,
      concurrency: 8,
    },
    ['127.0.0.1'],
    { ticker },
  );
  const patience = { patienceMs, openedMs: ticker.monotonicMs() };
  const model = openaiModel(connection, { model: 'm', runId: 'run_1', patience });
  return { keys, connection, ask: (key: string) => model.complete({ ...REQUEST, idempotencyKey: key }) };
}

const REQUEST: ModelRequest = {
  role: 'serving',
  purpose: 'generate',
  messages: [{ role: 'user', content: 'What makes honey?' }],
  temperature: 0,
  maxTokens: 50,
  seed: 5,
  json: false,
  idempotencyKey: 'call-1',
};

describe('a call of a run', () => {
  it('fails as data when it is the call that the provider cannot digest', async () => {
    const { ask, keys, connection } = await provider({ chat: 500, models: 200 });
    expect(await ask('poison')).toMatchObject({ ok: false, cause: { code: 'unavailable' }, attempts: 3 });
    expect(keys).toHaveLength(3);
    expect(connection.health.isAway).toBe(false);
  });

  it.each([
    ['answers nothing but 503', 503 as const],
    ['answers nothing but 500', 500 as const],
    ['never answers', 'never' as const],
  ])('waits for a provider that %s, and is sent again under its own key', async (_how, chat) => {
    const answers = { chat: chat as number | 'never', models: 500 };
    const { ask, keys, connection } = await provider(answers);
    const asked = Promise.all(['a', 'b', 'c'].map((key) => ask(key)));
    await expect.poll(() => connection.health.isAway, { interval: 5 }).toBe(true);
    answers.chat = 200;
    const outcomes = await asked;
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: true, text: 'a bee' });
    const waits = outcomes.flatMap(({ awayMs, delayMs }) => (awayMs === undefined ? [] : [awayMs / delayMs]));
    expect(waits.length).toBeGreaterThan(0);
    for (const share of waits) expect(share > 0 && share <= 1).toBe(true);
    expect(new Set(keys)).toEqual(new Set(['a', 'b', 'c']));
  });

  it.each([
    ['may be paid when it went out and was never answered', 'never' as const, true],
    ['is not paid when the provider said that it could not take it', 503 as const, false],
  ])('%s, as the error says when the patience is over', async (_what, chat, mayBePaid) => {
    const { ask } = await provider({ chat, models: 500 }, 60_000);
    const error = await ask('a').catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'PROVIDER_AWAY', context: { mayBePaid } });
  });

  it('does not wait for a provider that answers and refuses', async () => {
    const { ask, keys } = await provider({ chat: 401, models: 401 });
    expect(await ask('a')).toMatchObject({ ok: false, cause: { code: 'rejected' } });
    expect(keys).toHaveLength(1);
  });
});
