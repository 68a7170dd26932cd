import { get } from 'node:http';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLLOUT_VERSION } from '@/lib/domain/rollout-documents';
import { endAttempt, readAttempts, stopRollout } from '@/server/repositories/carried-attempts';
import type { NewAttempt } from '@/server/repositories/rollouts';
import type { EndpointScript } from '@/server/testing/model-endpoint';
import { closeGateway, gateway } from '../gateway';
import { makeOfrepHandler } from '../ofrep-handler';
import { closeServing, serving } from '../serving';
import { answerServingMetrics } from '../serving-metrics';
import { openProxyBench, type ProxyBench } from './testing/proxy-bench';
import { BODY, codeOf, limits, send, startAttempt } from './testing/running-attempt';

const open = (settings: Parameters<ProxyBench['make']>[1] = {}) => startAttempt(bench, settings);

let script: EndpointScript;
let bench: ProxyBench;
beforeAll(async () => {
  bench = await openProxyBench((call) => script(call));
});
afterAll(async () => {
  await closeGateway(0);
  await closeServing();
  await bench.close();
});
beforeEach(() => {
  script = () => ({ text: 'Hello.' });
});

const end = (given: NewAttempt, attempt: number) =>
  endAttempt(bench.database.pg, {
    ...{ id: given.id, attempt, status: 'completed', outcome: null, fault: null, countedBy: 'proxy' },
    ...{ modelCalls: 0, tokensIn: 0, tokensOut: 0, tokensCached: 0, costUsd: 0 },
    ...{ injection: null, trajectoryHash: null, environment: null },
  });

describe('the key of a rollout', () => {
  it('opens its own attempt, as bearer and as x-api-key, and no other one', async () => {
    const [own, other] = [await open(), await open()];
    expect((await send(own)).status).toBe(200);
    const headers = { 'x-api-key': own.key, 'content-type': 'application/json' };
    const anthropic = { method: 'POST', headers, body: JSON.stringify({ ...BODY, max_tokens: 9 }) };
    expect((await fetch(`${own.base}/anthropic/v1/messages`, anthropic)).status).toBe(200);
    for (const key of [other.key, '', `${own.key}x`]) {
      const refused = { base: own.base, key };
      expect(await codeOf(await send(refused))).toBe('401 unsigned');
      expect(await codeOf(await send(refused, { path: '/anthropic/v1/messages' }))).toBe('401 unsigned');
      for (const path of ['/heartbeat', '/result'])
        expect(await codeOf(await send(refused, { path }))).toBe('401 unsigned');
    }
    expect(await own.ended()).toHaveLength(2);
    expect(await other.calls()).toEqual([]);
  });

  it('opens nothing once the rollout has ended, and such a call is kept as a stray', async () => {
    const own = await open();
    expect((await send(own)).status).toBe(200);
    await end(own.given, 1);
    const before = bench.endpoint.calls.length;
    expect(await codeOf(await send(own))).toBe('403 rollout_ended');
    expect(await codeOf(await send(own, { path: '/anthropic/v1/messages' }))).toBe('403 rollout_ended');
    expect(bench.endpoint.calls.length).toBe(before);
    await expect
      .poll(async () => (await own.calls()).map(({ status }) => status))
      .toEqual(['answered', 'stray', 'stray']);
  });

  it('opens nothing once its deadline has passed, also where no worker ended it, and nothing of the body is kept', async () => {
    const own = await open();
    const past = new Date(Date.now() - 1_000);
    await bench.database.db.rollout.updateMany({ where: { id: own.given.id }, data: { deadlineAt: past } });
    const before = bench.endpoint.calls.length;
    expect(await codeOf(await send(own))).toBe('403 rollout_ended');
    expect(bench.endpoint.calls.length).toBe(before);
    expect(await own.calls()).toMatchObject([{ status: 'stray', request: null, tokensOut: 0, costUsd: 0 }]);
  });

  it('is refused by flags, by the gateway and by the page of metrics', async () => {
    const { key } = await open();
    const headers = { authorization: `Bearer ${key}`, 'x-api-key': key, 'content-type': 'application/json' };
    const asked = (path: string, body: object) =>
      new Request(`http://serving.invalid${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const chat = await gateway().chat(asked('/gateway/v1/chat/completions', BODY));
    const flags = await makeOfrepHandler(serving())(asked('/ofrep/v1/evaluate/flags', { context: {} }));
    expect([chat.status, flags.status]).toEqual([401, 401]);
    const page = new Request('http://serving.invalid/metrics', { headers });
    await expect(answerServingMetrics(page, serving().keys)).rejects.toThrow();
  });

  it('gets a sentence instead of a WebSocket', async () => {
    const own = await open();
    const headers = {
      ...{ authorization: `Bearer ${own.key}`, connection: 'Upgrade', upgrade: 'websocket' },
      ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
    };
    const status = await new Promise((resolve, reject) => {
      const request = get(`${own.base}/openai/v1/responses`, { headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      request.on('upgrade', () => reject(new Error('The connection was upgraded.')));
      request.on('error', reject);
    });
    expect(status).toBe(404);
  });

  it('is told what is left of its time, and that it was stopped', async () => {
    const own = await open();
    const beat = async () => (await send(own, { path: '/heartbeat', body: {} })).json();
    const first = (await beat()) as { secondsLeft: number; cancelled: boolean };
    expect(first.cancelled).toBe(false);
    expect(first.secondsLeft).toBeGreaterThan(50);
    await stopRollout(bench.database.pg, { workspaceId: own.given.workspaceId, rolloutId: own.given.id });
    expect(await beat()).toEqual({ secondsLeft: 0, cancelled: true });
  });
});

describe('limits of a rollout', () => {
  it.each([
    { limit: 'modelCalls', limits: { ...limits, modelCalls: 2 } },
    { limit: 'tokens', limits: { ...limits, tokens: 1_000 } },
    { limit: 'usd', limits: { ...limits, usd: 0.006 } },
  ])('$limit: refused with 400 budget, which no SDK tries again', async ({ limit, limits: given }) => {
    const own = await open({ limits: given });
    const client = new OpenAI({ baseURL: `${own.base}/openai/v1`, apiKey: own.key });
    const ask = () =>
      client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] });
    const before = bench.endpoint.calls.length;
    let made = 0;
    const refused = await (async () => {
      for (; made < 100; made += 1) {
        try {
          await ask();
        } catch (error) {
          return error;
        }
      }
      return null;
    })();
    expect(refused).toMatchObject({ status: 400, code: 'budget' });
    expect(made).toBeGreaterThan(0);
    expect(bench.endpoint.calls.length - before).toBe(made);
    const calls = await own.ended();
    expect(calls.at(-1)).toMatchObject({ status: 'refused', fault: limit, costUsd: 0 });
    const usd = calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
    const tokens = calls.reduce((sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut, 0);
    expect(tokens).toBeLessThanOrEqual(given.tokens);
    expect(usd).toBeLessThanOrEqual(given.usd ?? 1);
  });
});

describe('calls that are repeated', () => {
  it('join the one that is under way once its caller has hung up, and the model is asked once', async () => {
    const own = await open();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    script = async () => {
      await held;
      return { text: 'Late.' };
    };
    const before = bench.endpoint.calls.length;
    const hangUp = new AbortController();
    const first = send(own, { signal: hangUp.signal }).catch(() => 'gone');
    await expect.poll(() => bench.endpoint.calls.length).toBe(before + 1);
    hangUp.abort();
    expect(await first).toBe('gone');
    // The proxy hears of it a moment later: until then a call with the same body is a sample of its own.
    const retried = send(own);
    await expect.poll(async () => (await own.calls()).length).toBeGreaterThan(0);
    release();
    expect(await (await retried).text()).toContain('Late.');
    const calls = await own.ended();
    expect(bench.endpoint.calls.length - before).toBe(calls.length);
  });

  it('are calls of their own where both callers wait, and after a reply that was delivered', async () => {
    const own = await open();
    const before = bench.endpoint.calls.length;
    await Promise.all([send(own).then((each) => each.text()), send(own).then((each) => each.text())]);
    await (await send(own)).text();
    expect(bench.endpoint.calls.length - before).toBe(3);
    await expect
      .poll(async () => (await own.calls()).map(({ status, retryOf }) => [status, retryOf]))
      .toEqual([
        ['answered', null],
        ['answered', null],
        ['answered', null],
      ]);
  });

  it('replace one that the provider broke off, which is charged at its reservation', async () => {
    const own = await open();
    let count = 0;
    script = () => {
      count += 1;
      return count === 1 ? { cutAfterEvents: 1, turn: { text: 'Hello.' } } : { text: 'Hello.' };
    };
    const body = { ...BODY, stream: true };
    await expect(send(own, { body }).then((each) => each.text())).rejects.toThrow();
    expect(await (await send(own, { body })).text()).toContain('Hello');
    await expect
      .poll(async () => (await own.calls()).map(({ status }) => status))
      .toEqual(['cut', 'answered']);
    const [cut, answered] = await own.ended();
    expect(cut).toMatchObject({ fault: 'provider', countedBy: 'reservation' });
    expect(cut?.tokensOut).toBe(700);
    expect(answered).toMatchObject({ retryOf: 0, countedBy: 'proxy' });
  });
});

describe('a serving process that starts amid a rollout', () => {
  it('knows the conversations and the limits of the former one', async () => {
    const own = await open({ limits: { ...limits, modelCalls: 2 } });
    const client = new OpenAI({ baseURL: `${own.base}/openai/v1`, apiKey: own.key });
    const first = await client.responses.create({ model: 'm', input: 'My name is Ada.' });
    await expect.poll(async () => (await own.calls())[0]?.status).toBe('answered');
    await bench.restart();
    await client.responses.create({ model: 'm', input: 'And now?', previous_response_id: first.id });
    expect(JSON.stringify(bench.endpoint.calls.at(-1)?.body)).toContain('My name is Ada.');
    await expect(client.responses.create({ model: 'm', input: 'More.' })).rejects.toMatchObject({
      ...{ status: 400, code: 'budget' },
    });
  });
});

describe('a call that a crash left without an end', () => {
  it('stays charged at its reservation, and the same body again replaces it', async () => {
    const own = await open();
    await (await send(own)).text();
    await expect.poll(async () => (await own.calls())[0]?.status).toBe('answered');
    await bench.database.db.agentCall.updateMany({
      where: { rolloutId: own.given.id },
      data: { status: 'sent', endedAt: null, reply: null },
    });
    await bench.restart();
    await (await send(own)).text();
    await expect
      .poll(async () => (await own.calls()).map(({ status, retryOf }) => [status, retryOf]))
      .toEqual([
        ['sent', null],
        ['answered', 0],
      ]);
  });
});

describe('an outcome', () => {
  it('is taken once; another one later is refused and kept, and one for another rollout is no outcome', async () => {
    const [own, other] = [await open(), await open()];
    const outcome = (text: string, rolloutId = own.given.id) => ({
      ...{ version: ROLLOUT_VERSION, rolloutId, attempt: 1, status: 'completed', output: { text } },
    });
    const post = async (body: object) => (await send(own, { path: '/result', body })).status;
    expect(await post({ nothing: true })).toBe(400);
    expect(await post(outcome('one', other.given.id))).toBe(400);
    expect(await post(outcome('one'))).toBe(200);
    expect(await post(outcome('one'))).toBe(200);
    expect(await post(outcome('two'))).toBe(409);
    const [row] = await readAttempts(bench.database.pg, own.given.id);
    expect(row?.outcome).toMatchObject({ output: { text: 'one' } });
    const [late] = await bench.database.db.rollout.findMany({ where: { id: own.given.id } });
    expect(late?.lateOutcome).toMatchObject({ output: { text: 'two' } });
    const [untouched] = await readAttempts(bench.database.pg, other.given.id);
    expect(untouched?.outcome).toBeNull();
  });
});
