import { afterEach, describe, expect, it } from 'vitest';
import { asking, canary, gatewayOver, prompt, QUESTION } from './testing/gateway-bench';
import {
  byPrompt,
  completion,
  json,
  STREAM,
  type StubProvider,
  says,
  startStubProvider,
  streams,
} from './testing/stub-provider';

/** Time in which a provider that answers does so on a busy machine. */
const LATE_MS = 3_000;

let provider: StubProvider;
const over = async (spec: Omit<Parameters<typeof gatewayOver>[0], 'url'> = {}) => {
  provider = await startStubProvider();
  return gatewayOver({ ...spec, url: provider.url });
};
afterEach(() => provider?.close());

const errorOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { error: { type: string; code: string; message: string } }).error,
});

describe('a request through the gateway', () => {
  it('gets the prompt in front, and the answer back as the provider gave it', async () => {
    const { gateway, counted } = await over();
    const whole = completion(null, {
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } }],
    });
    provider.reply = json(200, whole, { 'x-request-id': 'req_9', 'set-cookie': 'a=b' });
    const response = await gateway.chat(asking({ ...QUESTION, metadata: { mine: 'too' } }));
    expect(await response.json()).toEqual(whole);
    expect(response.headers.get('x-request-id')).toBe('req_9');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('x-waggle-prompt-version')).toBe('3');
    expect(provider.asked[0]?.body).toEqual({
      model: 'stub',
      metadata: { mine: 'too' },
      messages: [{ role: 'system', content: 'You are incumbent.' }, ...QUESTION.messages],
    });
    expect(provider.asked[0]?.headers.authorization).toBe('Bearer sk-provider');
    expect(counted).toEqual([{ slotId: 'slt_1', promptId: 'spr_incumbent', variant: 'incumbent' }]);
  });

  it('notes a caller of a live step before the answer comes, so that one whose answer fails is noted too', async () => {
    const noted: object[] = [];
    const split = { canaryId: 'cny_1', challenger: prompt('challenger'), share: 1, step: 0, optedIn: [] };
    const { gateway, ids } = await over({ noted, flag: { split } });
    provider.reply = json(400, { error: { message: 'refused' } });
    await gateway.chat(asking({ ...QUESTION, user: 'user-1' }));
    const caller = { canaryId: 'cny_1', stage: 'liveStep', step: 0, variant: 'challenger' };
    expect(noted).toMatchObject([{ ...caller, keyHash: ids.keyHashOf('slt_1', 'user-1') }]);
  });

  it('streams as it comes, event by event', async () => {
    const { gateway } = await over();
    provider.reply = streams();
    const response = await gateway.chat(asking({ ...QUESTION, stream: true }));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe(STREAM.join(''));
  });

  it('goes on as it came while nothing is live', async () => {
    const { gateway } = await over({ flag: { live: null } });
    await gateway.chat(asking({ ...QUESTION, model: 'stub' }));
    expect(provider.asked[0]?.body.messages).toEqual(QUESTION.messages);
  });

  it('is answered by its arm in a live step, and by what is live where no key says which', async () => {
    const challenger = prompt('challenger');
    const split = { canaryId: 'cny_2', challenger, share: 1, step: 1, optedIn: [] };
    const { gateway, ids } = await over({ flag: { split } });
    const keyed = await gateway.chat(asking(QUESTION, { headers: { 'x-waggle-targeting-key': 'conv_1' } }));
    await gateway.chat(asking(QUESTION));
    const fronts = provider.asked.map(({ body }) => body.messages[0]?.content);
    expect(fronts).toEqual(['You are challenger.', 'You are incumbent.']);
    expect(ids.read(keyed.headers.get('x-waggle-exposure-id') ?? '')).toMatchObject({
      ...{ canaryId: 'cny_2', stage: 'liveStep', step: 1, variant: 'challenger' },
    });
  });
});

describe('what goes wrong in front of the provider', () => {
  it('refuses an unknown key, a key without its scopes, and more than the limit, each with its status', async () => {
    const { gateway } = await over();
    expect(await errorOf(await gateway.chat(asking(QUESTION, { key: 'wgl_other' })))).toMatchObject({
      ...{ status: 401, type: 'authentication_error', code: 'key_invalid' },
    });
    await provider.close();
    const narrow = await over({ scopes: ['evaluate'], perMinute: 1 });
    expect((await errorOf(await narrow.gateway.chat(asking(QUESTION)))).status).toBe(403);
    const limited = await narrow.gateway.chat(asking(QUESTION));
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await errorOf(limited)).toMatchObject({ status: 429, type: 'rate_limit_error' });
    expect(provider.asked).toEqual([]);
  });

  it('refuses a body that is too large, no JSON or no chat, and calls no provider', async () => {
    const { gateway } = await over();
    const large = { messages: [{ role: 'user', content: 'x'.repeat(16_000_001) }] };
    expect((await errorOf(await gateway.chat(asking(large)))).status).toBe(413);
    expect(await errorOf(await gateway.chat(asking({ messages: [] })))).toMatchObject({ status: 400 });
    const broken = new Request(asking(QUESTION), { body: '{"messages":', method: 'POST' });
    expect((await errorOf(await gateway.chat(broken))).status).toBe(400);
    expect(provider.asked).toEqual([]);
  });
});

describe('what goes wrong at the provider', () => {
  it('passes its errors on with their status and its word on waiting', async () => {
    const { gateway } = await over();
    const said = { error: { message: 'slow down', type: 'requests', code: 'rate_limit_exceeded' } };
    provider.reply = json(429, said, { 'retry-after': '7' });
    const response = await gateway.chat(asking(QUESTION));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.json()).toEqual(said);
    provider.reply = json(500, { error: { message: 'broken' } });
    expect((await gateway.chat(asking(QUESTION))).status).toBe(500);
  });

  it('says so in a sentence when it is down, and when it does not answer in time', async () => {
    const { gateway } = await over({ timeoutMs: LATE_MS });
    provider.reply = () => undefined;
    expect(await errorOf(await gateway.chat(asking(QUESTION)))).toMatchObject({
      ...{ status: 503, code: 'model_timed_out' },
    });
    await provider.close();
    const response = await gateway.chat(asking(QUESTION));
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await errorOf(response)).toMatchObject({ status: 503, code: 'model_unavailable' });
  });

  it('breaks off where the provider broke off, and does not make a whole answer of half a one', async () => {
    const { gateway } = await over();
    provider.reply = streams(STREAM.slice(0, 2), 'breaks');
    const response = await gateway.chat(asking({ ...QUESTION, stream: true }));
    await expect(response.text()).rejects.toThrow();
  });

  it('ends its call when the caller leaves', async () => {
    const { gateway } = await over();
    provider.reply = () => undefined;
    const leaving = new AbortController();
    const asked = gateway.chat(asking(QUESTION, { signal: leaving.signal }));
    await expect.poll(() => provider.asked.length).toBe(1);
    leaving.abort();
    await expect.poll(() => provider.asked[0]?.isLeft).toBe(true);
    expect((await asked).status).toBeGreaterThanOrEqual(400);
  });
});

describe('the mirror', () => {
  const canaries = [canary()];

  it('has the challenger answer the same question, and keeps both answers for their score', async () => {
    const { gateway, kept, queue, ids } = await over({ canaries });
    provider.reply = byPrompt({ 'You are incumbent': says('forty-two'), 'You are challenger': says('42') });
    const response = await gateway.chat(asking({ ...QUESTION, stream: false, n: 2 }));
    expect(await response.json()).toEqual(completion('forty-two'));
    await queue.idle();
    expect(kept).toMatchObject([
      {
        ...{ canaryId: 'cny_1', stage: 'shadow', exposureId: response.headers.get('x-waggle-exposure-id') },
        texts: { question: 'What is 6 x 7?', context: '', incumbent: 'forty-two', challenger: '42' },
        incumbent: { failure: null, costUsd: 0.00003 },
        challenger: { failure: null, costUsd: 0.00003 },
      },
    ]);
    expect(provider.asked[1]?.body).toMatchObject({ n: 1 });
    const [pair] = kept;
    expect(ids.read(pair?.exposureId ?? '')?.keyHash).toBe(pair?.pairKey);
  });

  it('reads a stream on its way, with its tool calls as text', async () => {
    const { gateway, kept, queue } = await over({ canaries, view: { mirrorsTools: true } });
    const called = (part: object) =>
      `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index: 0, function: part }] } }] })}\n\n`;
    const events = [
      ...STREAM.slice(0, 3),
      called({ name: 'pay', arguments: '{"a"' }),
      called({ arguments: ':1}' }),
      ...STREAM.slice(3),
    ];
    provider.reply = byPrompt({ 'You are incumbent': streams(events), 'You are challenger': says('42') });
    const response = await gateway.chat(asking({ ...QUESTION, stream: true, tools: [{ type: 'function' }] }));
    expect(await response.text()).toBe(events.join(''));
    await queue.idle();
    expect(kept[0]?.texts.incumbent).toBe('The answer is 42.\ntool call pay({"a":1})');
    expect(provider.asked[1]?.body.stream).toBeUndefined();
  });

  it('leaves requests with tools alone unless the slot says otherwise', async () => {
    const { gateway, queue } = await over({ canaries });
    await (await gateway.chat(asking({ ...QUESTION, tools: [{ type: 'function' }] }))).text();
    await queue.idle();
    expect(provider.asked.length).toBe(1);
  });

  it('counts a challenger that fails or is late as failed, and the caller hears nothing of it', async () => {
    const { gateway, kept, queue } = await over({ canaries, timeoutMs: LATE_MS });
    for (const bad of [json(500, {}), () => undefined, json(200, { choices: [] }), says('')]) {
      provider.reply = byPrompt({ 'You are incumbent': says('42'), 'You are challenger': bad });
      const response = await gateway.chat(asking(QUESTION));
      expect(await response.json()).toEqual(completion('42'));
      await queue.idle();
    }
    const failures = kept.map(({ challenger }) => challenger.failure).sort();
    expect(failures).toEqual(['empty', 'http500', 'timedOut', 'unparseable']);
    expect(kept.every(({ incumbent }) => incumbent.failure === null)).toBe(true);
  });

  it('counts an incumbent that broke off as failed too, and takes both answers although the caller left', async () => {
    const { gateway, kept, queue } = await over({ canaries });
    provider.reply = byPrompt({
      'You are incumbent': streams(STREAM.slice(0, 2), 'breaks'),
      'You are challenger': says('42'),
    });
    const response = await gateway.chat(asking({ ...QUESTION, stream: true }));
    await expect(response.text()).rejects.toThrow();
    provider.reply = byPrompt({ 'You are incumbent': streams(), 'You are challenger': says('42') });
    const left = await gateway.chat(asking({ ...QUESTION, stream: true }));
    await left.body?.cancel();
    await queue.idle();
    expect(kept.map(({ incumbent }) => incumbent.failure)).toEqual(['cutOff', null]);
  });

  it('never lets the caller wait: a silent challenger holds up nothing, and a full queue takes nothing more', async () => {
    const { gateway, queue } = await over({ canaries, limits: { requests: 1 }, timeoutMs: LATE_MS });
    provider.reply = byPrompt({ 'You are incumbent': says('42'), 'You are challenger': () => undefined });
    await (await gateway.chat(asking(QUESTION))).text();
    await (await gateway.chat(asking(QUESTION))).text();
    expect([queue.underWay, queue.refused]).toEqual([1, 1]);
    await queue.idle();
  });

  it('takes nothing where answers cannot be kept or scored, or the stage is over', async () => {
    const quiet = [
      { hasRoom: false, canaries },
      { canaries: [canary({ scoring: null })] },
      { canaries: [canary({ scoring: 'exactMatch' })] },
      { canaries: [canary({ openUntilMs: 0 })] },
      { canaries: [canary({ plan: { share: 0 } as never })] },
      { canaries: [canary({ stage: 'watch' })] },
    ];
    for (const spec of quiet) {
      const { gateway, queue, close } = await over(spec);
      await (await gateway.chat(asking(QUESTION))).text();
      await queue.idle();
      expect(provider.asked.length).toBe(1);
      await close();
      await provider.close();
    }
  });

  it('passes on what is right to the score and never to the provider', async () => {
    const { gateway, kept, queue } = await over({ canaries: [canary({ scoring: 'exactMatch' })] });
    const headers = { 'x-waggle-expected': encodeURIComponent('zweiundvierzig – 42') };
    await (await gateway.chat(asking(QUESTION, { headers }))).text();
    await queue.idle();
    expect(kept[0]?.texts.expected).toBe('zweiundvierzig – 42');
    expect(provider.asked.every((one) => one.headers['x-waggle-expected'] === undefined)).toBe(true);
  });
});
