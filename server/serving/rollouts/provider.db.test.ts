import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeRolloutKeys } from '@/server/adapters/agents/rollout-key';
import { config } from '@/server/config/config';
import { readCalls } from '@/server/repositories/agent-calls';
import { openAttempt } from '@/server/repositories/rollouts';
import type { EndpointScript } from '@/server/testing/model-endpoint';
import { openProxyBench, type ProxyBench } from './testing/proxy-bench';
import { BODY, codeOf, limits, send, startAttempt } from './testing/running-attempt';

let script: EndpointScript;
let bench: ProxyBench;
const open = () => startAttempt(bench);
beforeAll(async () => {
  bench = await openProxyBench((call) => script(call));
});
afterAll(() => bench.close());
beforeEach(() => {
  script = () => ({ text: 'Hello.' });
});

describe('a provider', () => {
  it('that is busy is asked again, and the wait moves the deadline', async () => {
    const own = await open();
    let count = 0;
    script = () => {
      count += 1;
      return count === 1 ? { fault: 429, headers: { 'retry-after-ms': '40' } } : { text: 'Hello.' };
    };
    const [before] = await bench.database.db.rollout.findMany({ where: { id: own.given.id } });
    expect((await send(own)).status).toBe(200);
    expect(count).toBe(2);
    await expect.poll(async () => (await own.calls())[0]?.status).toBe('answered');
    const [after] = await bench.database.db.rollout.findMany({ where: { id: own.given.id } });
    const moved = Number(after?.deadlineAt) - Number(before?.deadlineAt);
    expect(moved).toBeGreaterThanOrEqual(40);
    expect(after?.waitMs).toBe(moved);
  });

  it('without the dialect is named in the words of the dialect; one that knows it says what it did not find', async () => {
    const own = await open();
    script = () => ({ fault: 404, body: { detail: 'Not Found' } });
    expect(await codeOf(await send(own, { path: '/anthropic/v1/messages' }))).toBe('404 dialect_not_served');
    script = () => ({ fault: 404, body: { error: { message: 'No such model.', code: 'model_not_found' } } });
    expect(await codeOf(await send(own))).toBe('404 model_not_found');
    const failed = { status: 'failed', fault: 'provider', costUsd: 0 };
    await expect.poll(own.calls).toMatchObject([failed, failed]);
  });

  it('at another address than the pinned one is not asked, and the call is ended and costs nothing', async () => {
    const given = bench.make('How many?', { limits });
    const model = given.order.model && { ...given.order.model, origin: 'http://elsewhere.invalid' };
    const attempt = await openAttempt(bench.database.pg, { ...given, order: { ...given.order, model } });
    const key = makeRolloutKeys(config().secret).keyOf({ rolloutId: given.id, attempt });
    const before = bench.endpoint.calls.length;
    expect((await send({ base: `${bench.origin}/r/${given.id}/${attempt}`, key })).status).toBe(502);
    expect(bench.endpoint.calls.length).toBe(before);
    await expect
      .poll(() => readCalls(bench.database.pg, { id: given.id, attempt }))
      .toMatchObject([{ status: 'failed', fault: 'provider', tokensOut: 0, costUsd: 0 }]);
  });
});

describe('the limits of a provider', () => {
  it('hold for all rollouts together, and time in the queue is not the time of an agent', async () => {
    await bench.database.db.provider.updateMany({ data: { concurrency: 2 } });
    const rollouts = await Promise.all(Array.from({ length: 6 }, () => open()));
    const waiting: (() => void)[] = [];
    let atOnce = 0;
    script = async () => {
      atOnce += 1;
      await new Promise<void>((resolve) => waiting.push(resolve));
      atOnce -= 1;
      return { text: 'Hello.' };
    };
    await bench.restart();
    const answers = rollouts.map((each) => send(each).then((reply) => reply.text()));
    let most = 0;
    // A call is written before it takes its turn.
    await expect
      .poll(async () => (await Promise.all(rollouts.map(({ calls }) => calls()))).flat().length)
      .toBe(rollouts.length);
    const sinceMs = performance.now();
    // Longer than a turn that comes at once.
    await expect.poll(() => performance.now() - sinceMs, { interval: 10 }).toBeGreaterThan(200);
    for (let served = 0; served < rollouts.length; served += 1) {
      await expect.poll(() => waiting.length, { interval: 5 }).toBeGreaterThan(0);
      most = Math.max(most, atOnce);
      waiting.shift()?.();
    }
    await Promise.all(answers);
    expect(most).toBe(2);
    const ids = rollouts.map(({ given }) => given.id);
    const waited = () => bench.database.db.rollout.count({ where: { id: { in: ids }, waitMs: { gt: 0 } } });
    // All but the two that came first.
    await expect.poll(waited).toBe(rollouts.length - 2);
    await bench.database.db.provider.updateMany({ data: { concurrency: 16 } });
  });
});

describe('an agent that hangs up', () => {
  it('has its stream read to the end, and what the provider counted is the bill', async () => {
    const own = await open();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    script = async () => {
      await held;
      return { text: 'A reply without a reader.' };
    };
    const hangUp = new AbortController();
    const before = bench.endpoint.bill();
    const gone = send(own, { body: { ...BODY, stream: true }, signal: hangUp.signal }).catch(() => null);
    await expect.poll(() => bench.endpoint.calls.length).toBe(before.calls + 1);
    hangUp.abort();
    await gone;
    await expect.poll(async () => (await own.calls()).length).toBe(1);
    release();
    await expect.poll(async () => (await own.calls())[0]?.countedBy).toBe('proxy');
    const [call] = await own.ended();
    const bill = bench.endpoint.bill();
    expect(call?.tokensIn).toBe(bill.tokensIn - before.tokensIn);
    expect(call?.costUsd).toBeCloseTo(bill.usd - before.usd, 9);
    expect(call?.status === 'cut' ? call.fault : call?.status).toMatch(/leftByAgent|answered/);
  });
});
