import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireGenerator, wireGeneratorSystem } from '@/lib/testing/practice/wire-prompts';
import { CALL_SETTINGS_DEFAULT } from './call-settings';
import { type PracticeServer, startPracticeModel } from './http-server';

const ENTRIES = Array.from({ length: 40 }, (_, index) => ({
  question: `What is ${index} plus a quarter?`,
  expected: `${index}.25`,
  exampleId: `e${index}`,
  groupKey: null,
}));
const settings = { ...CALL_SETTINGS_DEFAULT, timeScale: null };

let dataDir: string;
let server: PracticeServer;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'practice-model-'));
  server = await startPracticeModel({ port: 0, dataDir, settings });
  await register('set', { profile: 'formula', entries: ENTRIES });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

const register = (id: string, key: unknown) =>
  fetch(`${server.url}/practice/answer-keys/${id}`, { method: 'PUT', body: JSON.stringify(key) });

function client(
  headers: Record<string, string> = {},
  options: { maxRetries?: number; timeout?: number } = {},
) {
  return new OpenAI({
    apiKey: 'none',
    baseURL: `${server.url}/v1`,
    defaultHeaders: headers,
    maxRetries: 0,
    ...options,
  });
}
const chat = (index: number, seed = 1) => ({
  model: 'practice-task',
  seed,
  messages: wireGenerator(wireGeneratorSystem('## OTHERS'), ENTRIES[index % ENTRIES.length]?.question ?? ''),
});
const faulty = (kind: string, rate = '1') => ({ 'x-practice-faults': rate, 'x-practice-fault-kinds': kind });

describe('the practice model behind the real client', () => {
  it('answers from the registered key, with usage, and the same bytes for the same request and seed', async () => {
    const bodies = await Promise.all([1, 2].map(() => client().chat.completions.create(chat(3))));
    expect(bodies[0]).toEqual(bodies[1]);
    const [completion] = bodies;
    expect(JSON.parse(completion?.choices[0]?.message.content ?? '')).toHaveProperty('final_answer');
    expect(completion?.usage?.total_tokens).toBeGreaterThan(20);
    expect(completion?._request_id).toMatch(/^req_/);
  });

  it('takes what changes answers from the headers of a call, and refuses what it cannot read', async () => {
    const answersWith = (headers: Record<string, string>) =>
      Promise.all(ENTRIES.map((_, index) => client(headers).chat.completions.create(chat(index))));
    const texts = async (headers: Record<string, string>) =>
      (await answersWith(headers)).map(({ choices }) => choices[0]?.message.content);
    expect(await texts({ 'X-Practice-Answer-Noise': '0' })).toEqual(await texts({}));
    expect(await texts({ 'X-Practice-Answer-Noise': '1' })).not.toEqual(await texts({}));
    const refused = client({ 'x-practice-level-two-counts': 'words' }).chat.completions.create(chat(1));
    await expect(refused).rejects.toMatchObject({ status: 400 });
  });

  it('streams the same text that it would send whole', async () => {
    const whole = await client().chat.completions.create(chat(5));
    const stream = await client().chat.completions.create({
      ...chat(5),
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let tokens = 0;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      tokens += chunk.usage?.total_tokens ?? 0;
    }
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(tokens).toBe(whole.usage?.total_tokens);
  });

  it('draws a delay by the request, tells it unscaled and waits for its scaled part', async () => {
    const ask = (scale: string) =>
      client({
        'x-practice-time-scale': scale,
        'x-practice-delay-sigma': '0',
        'x-practice-delay-median-ms': '3000',
      })
        .chat.completions.create(chat(1))
        .withResponse();
    const begun = performance.now();
    const { response } = await ask('50');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(59);
    expect(Number(response.headers.get('x-practice-delay-ms'))).toBeCloseTo(3000, 6);
    const drawn = await client().chat.completions.create(chat(1)).withResponse();
    const again = await client().chat.completions.create(chat(1)).withResponse();
    expect(drawn.response.headers.get('x-practice-delay-ms')).toBe(
      again.response.headers.get('x-practice-delay-ms'),
    );
  });

  it('says in a header that no key holds the question, and cuts a reply at max_tokens', async () => {
    const messages = wireGenerator(wireGeneratorSystem(''), 'Who are you?');
    const unknown = await client()
      .chat.completions.create({ ...chat(0), messages })
      .withResponse();
    expect(unknown.response.headers.get('x-practice-note')).toBe('question not in any answer key');
    const cut = await client().chat.completions.create({ ...chat(0), max_tokens: 5 });
    expect(cut.choices[0]).toMatchObject({ finish_reason: 'length' });
    expect(cut.usage?.completion_tokens).toBe(5);
  });

  it('gives unit vectors for texts, near for near texts', async () => {
    const input = ['Till margin of a bakery', 'till margin of the bakery', 'years until payback'];
    const { data } = await client().embeddings.create({ model: 'practice-task', input });
    const [a = [], b = [], c = []] = data.map(({ embedding }) => embedding);
    const dot = (left: number[], right: number[]) =>
      left.reduce((sum, x, index) => sum + x * (right[index] ?? 0), 0);
    expect(dot(a, a)).toBeCloseTo(1, 5);
    expect(dot(a, b)).toBeGreaterThan(dot(a, c) + 0.3);
  });

  it('lists its three models and says that it is well', async () => {
    const { data } = await client().models.list();
    expect(data.map(({ id }) => id)).toEqual(['practice-task', 'practice-proposer', 'practice-judge']);
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: 'ok' });
  });
});

describe('faults by configuration', () => {
  it('refuses with 429 and both hints, and the client gets through by retrying', async () => {
    const refused = await client(faulty('429'))
      .chat.completions.create(chat(1))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OpenAI.RateLimitError);
    const { headers } = refused as InstanceType<typeof OpenAI.RateLimitError>;
    expect(Number(headers?.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers?.get('retry-after-ms'))).toBe(20);
    const patient = client(faulty('429', '0.5'), { maxRetries: 10 });
    const all = await Promise.all(ENTRIES.map((_, index) => patient.chat.completions.create(chat(index, 7))));
    expect(all).toHaveLength(ENTRIES.length);
  });

  it('fails with 500, and hangs until the client gives up', async () => {
    await expect(client(faulty('500')).chat.completions.create(chat(1))).rejects.toBeInstanceOf(
      OpenAI.InternalServerError,
    );
    const impatient = client(faulty('time-out'), { timeout: 100 });
    await expect(impatient.chat.completions.create(chat(1))).rejects.toBeInstanceOf(
      OpenAI.APIConnectionTimeoutError,
    );
  });

  it.each([
    ['cut-off', 'length'],
    ['malformed', 'stop'],
    ['empty', 'stop'],
  ])('sends a reply that is %s with finish reason %s', async (kind, finishReason) => {
    const { choices } = await client(faulty(kind)).chat.completions.create(chat(1));
    expect(choices[0]?.finish_reason).toBe(finishReason);
    expect(() => JSON.parse(choices[0]?.message.content ?? '')).toThrow();
  });

  it('counts attempts by idempotency key', async () => {
    const outcomes = async (key: string) => {
      const results: boolean[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1) {
        const asking = client({ ...faulty('500', '0.5'), 'idempotency-key': key }).chat.completions.create(
          chat(2),
        );
        results.push(await asking.then(() => true).catch(() => false));
      }
      return results;
    };
    const first = await outcomes('one');
    expect(new Set(first).size).toBe(2);
    expect(await outcomes('two')).toEqual(first);
  });
});

describe('wrong input', () => {
  it.each([
    ['POST', '/v1/chat/completions', '{', {}, 400],
    ['POST', '/v1/chat/completions', '{"model":"practice-task"}', {}, 400],
    ['POST', '/v1/chat/completions', '{"model":"other","messages":[{"role":"user","content":"x"}]}', {}, 404],
    ['POST', '/v1/chat/completions', '{}', { 'x-practice-faults': 'many' }, 400],
    ['POST', '/v1/embeddings', '{"model":"m","input":[]}', {}, 400],
    ['PUT', '/practice/answer-keys/..%2Fx', '{}', {}, 400],
    ['PUT', '/practice/answer-keys/x', '{"profile":"chess","entries":[]}', {}, 400],
    ['DELETE', '/practice/answer-keys/x', undefined, {}, 404],
  ])('%s %s %s is refused with a sentence', async (method, address, body, headers, status) => {
    const response = await fetch(`${server.url}${address}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toMatch(/\.$/);
  });
});

describe('a body beyond the cap', () => {
  it('is refused with 413, and the next request is served', async () => {
    const body = Buffer.alloc(16 * 2 ** 20 + 1, 'x');
    const response = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body });
    expect(response.status).toBe(413);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });
});

describe('registered answer keys', () => {
  it('are written once for the same content and survive a restart', async () => {
    const key = {
      profile: 'finer',
      entries: [{ question: 'only here', expected: 'A,B', exampleId: 'x', groupKey: null }],
    };
    expect(await (await register('kept', key)).json()).toEqual({
      id: 'kept',
      questions: 1,
      unchanged: false,
    });
    expect(await (await register('kept', key)).json()).toEqual({ id: 'kept', questions: 1, unchanged: true });
    expect((await readdir(path.join(dataDir, 'practice'))).sort()).toEqual(['kept.json', 'set.json']);

    const restarted = await startPracticeModel({ port: 0, dataDir, settings });
    try {
      const again = new OpenAI({ apiKey: 'none', baseURL: `${restarted.url}/v1` });
      const messages = wireGenerator(wireGeneratorSystem(''), 'only here');
      const { response } = await again.chat.completions.create({ ...chat(0), messages }).withResponse();
      expect(response.headers.get('x-practice-note')).toBeNull();
    } finally {
      await restarted.close();
    }
  });

  it('are for the owner of the process alone, those of an older version included', async () => {
    const folder = path.join(dataDir, 'practice');
    await register('private', { profile: 'formula', entries: ENTRIES });
    await chmod(path.join(folder, 'private.json'), 0o644);
    const restarted = await startPracticeModel({ port: 0, dataDir, settings });
    await restarted.close();
    for (const name of await readdir(folder))
      expect([name, (await stat(path.join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
    await register('private', { profile: 'formula', entries: ENTRIES.slice(1) });
    expect((await stat(path.join(folder, 'private.json'))).mode & 0o777).toBe(0o600);
  });
});
