import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { answerApi } from '@/server/operations/answer-api';

/** A provider that answers every curator and combiner with one new bullet, or fails as often as it is told. */
let provider: Server;
let api: TestApi;
let providerId: string;
let calls = 0;
let failures = 0;
/** No answer leaves the provider before it. */
let released: Promise<void> = Promise.resolve();

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    for await (const _part of request);
    calls += 1;
    await released;
    response.setHeader('content-type', 'application/json');
    if (failures > 0) {
      failures -= 1;
      response.writeHead(500).end('{}');
      return;
    }
    const operations = [
      { type: 'ADD', section: 'others', content: `Lesson number ${calls}: look twice at item ${calls}.` },
    ];
    const content = JSON.stringify({ reasoning: 'because', operations });
    const usage = { prompt_tokens: 100, completion_tokens: 10 };
    response.end(JSON.stringify({ choices: [{ finish_reason: 'stop', message: { content } }], usage }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  const practiceUrl = `http://127.0.0.1:${port}/v1`;
  api = await startTestApi({ WAGGLE_PRACTICE_URL: practiceUrl });
  const made = await api.call('createProvider', {
    body: { name: 'Local', baseUrl: practiceUrl, maxAttempts: 1 },
  });
  providerId = made.json.id;
});
afterAll(async () => {
  await api.close();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});
beforeEach(() => {
  calls = 0;
  failures = 0;
});

function bodyOf(count: number, seed = 1) {
  const reflections = Array.from({ length: count }, (_, index) => ({ text: `Key insight: rule ${index}` }));
  return { providerId, model: 'm', seed, reflections };
}

const reduce = (body: object, headers: Record<string, string> = {}) =>
  api.call('reduceIteration', { body, headers: { accept: 'application/json', ...headers } });

describe('Combee within one request', () => {
  it('costs k + 1 calls and gives back the learned text, labelled as practice', async () => {
    const { status, json } = await reduce(bodyOf(9));
    expect([status, json.k, json.mode, json.calls, calls]).toEqual([200, 3, 'llm', 4, 4]);
    expect(json).toMatchObject({
      changed: true,
      practice: true,
      replayed: false,
      tokensIn: 400,
      costUsd: null,
    });
    expect(json.text).toContain('look twice');
  });

  it('answers the same request again without a call', async () => {
    const first = await reduce(bodyOf(9, 2));
    calls = 0;
    const again = await reduce(bodyOf(9, 2));
    expect(calls).toBe(0);
    expect(again.json).toEqual({ ...first.json, replayed: true });
  });

  it('takes an Idempotency-Key for one request only', async () => {
    const headers = { 'idempotency-key': 'mine' };
    expect((await reduce(bodyOf(3, 3), headers)).status).toBe(200);
    expect((await reduce(bodyOf(3, 4), headers)).json.code).toBe('STATE_CONFLICT');
  });

  it('goes on from the answered calls of a request that broke off', async () => {
    const body = bodyOf(9, 5);
    const { json } = await reduce(body, { 'idempotency-key': 'broken' });
    // As a crash after the groups would leave it: the answer and the last call are not there, the claim has run out.
    const { db } = api.database;
    const row = await db.iterationRequest.findUniqueOrThrow({ where: { id: json.id } });
    const stored = row.result as { calls: Record<string, unknown> };
    const kept = Object.entries(stored.calls).filter(([key]) => !key.includes('combine'));
    await db.iterationRequest.update({
      where: { id: json.id },
      data: {
        status: 'working',
        result: { owner: 'dead', until: 0, calls: Object.fromEntries(kept) } as never,
      },
    });
    calls = 0;
    expect((await reduce(body, { 'idempotency-key': 'broken' })).json).toMatchObject({
      calls: 4,
      replayed: false,
    });
    expect(calls).toBe(1);
  });

  it('two at the same moment are paid once: the second is told to wait', async () => {
    let release: () => void = () => undefined;
    released = new Promise((resolve) => {
      release = resolve;
    });
    const first = reduce(bodyOf(4, 6));
    await expect.poll(() => calls).toBeGreaterThan(0);
    expect((await reduce(bodyOf(4, 6))).status).toBe(409);
    release();
    expect((await first).status).toBe(200);
    expect(calls).toBe(3);
  });

  it('a provider that fails leaves the text as it was, with the cause', async () => {
    failures = 100;
    const { status, json } = await reduce({ ...bodyOf(9, 7), baseText: '## OTHERS' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ changed: false, text: '## OTHERS', cause: { code: 'unavailable' } });
  });

  it('what is refused before it begins has a status, streamed or not', async () => {
    const body = { ...bodyOf(3), providerId: 'prv_none' };
    expect((await api.call('reduceIteration', { body })).status).toBe(404);
  });

  it('streams what happens, in order', async () => {
    const request = new Request('http://127.0.0.1:3000/api/v1/combee/iterations', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.keys.experimenter}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(9, 8)),
    });
    const response = await answerApi(request, ['v1', 'combee', 'iterations']);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const names = [...(await response.text()).matchAll(/^event: (.+)$/gm)].map(([, name]) => name);
    expect(names).toEqual([
      'shuffled',
      'group.aggregated',
      'group.aggregated',
      'group.aggregated',
      'finished',
    ]);
  });
});
