import { request as send } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { readBody } from '@/server/http/read-body';
import { listen, type NodeHandler, type NodeServer } from './node-server';
import { makeRouter } from './router';

let server: NodeServer;
const serve = async (handler: NodeHandler) => {
  server = await listen(handler, { host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${server.port}`;
};
afterEach(() => server.close(0));

describe('the flag server', () => {
  it('hands a request over and the answer back, streams included', async () => {
    const url = await serve(async (request) => {
      const { pathname, search } = new URL(request.url);
      const said = `${request.method} ${pathname}${search} ${request.headers.get('x-a')} ${await request.text()}`;
      return new Response(new Blob([said]).stream(), { status: 201, headers: { 'x-b': 'c' } });
    });
    const response = await fetch(`${url}/a/b?c=d`, { method: 'POST', body: 'body', headers: { 'x-a': 'e' } });
    expect([response.status, response.headers.get('x-b')]).toEqual([201, 'c']);
    expect(await response.text()).toBe('POST /a/b?c=d e body');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(201);
  });

  it('answers in one piece with its length, or without a body', async () => {
    const url = await serve(async (asking) => {
      const body = asking.method === 'POST' ? `${asking.headers.get('X-A')} ${await asking.text()} …` : null;
      return { status: body === null ? 304 : 200, headers: { etag: '"1"' }, body };
    });
    const answer = await fetch(url, { method: 'POST', body: 'é', headers: { 'x-a': 'b' } });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '8']);
    expect(await answer.text()).toBe('b é …');
    const unchanged = await fetch(url);
    expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([
      304,
      '"1"',
      '',
    ]);
  });

  it('leaves the limit of a body to its reader, and answers before the rest has come', async () => {
    const url = await serve(async (request) => {
      const rule = { type: 'json', maxBytes: 10 } as const;
      return readBody(request, rule).then(
        () => new Response('read'),
        () => new Response('too large', { status: 413 }),
      );
    });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const open = send(
        url,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        (response) => {
          resolve(response.statusCode);
          open.destroy();
        },
      );
      open.on('error', reject);
      open.write('"0123456789012345');
    });
    expect(status).toBe(413);
  });

  it('gives the whole body of a request, however often it is looked at before it is read', async () => {
    const url = await serve(async (request) => {
      const looks = [request.body, request.body].length;
      return Response.json({ looks, read: await readBody(request, { type: 'json', maxBytes: 1e6 }) });
    });
    const long = 'x'.repeat(500_000);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ long }) });
    expect(await response.json()).toEqual({ looks: 2, read: { long } });
  });

  it('tells the handler that its caller has left', async () => {
    let signal: AbortSignal | undefined;
    const url = await serve((request) => {
      signal = request.signal;
      return new Promise(() => undefined);
    });
    const leaving = new AbortController();
    const asked = fetch(url, { signal: leaving.signal });
    await expect.poll(() => signal !== undefined).toBe(true);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => signal?.aborted).toBe(true);
  });

  it('lets answers under way come to their end when it closes, and takes none after', async () => {
    let answer: ((response: Response) => void) | undefined;
    const url = await serve(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const asked = fetch(url);
    await expect.poll(() => answer !== undefined).toBe(true);
    const closing = server.close(10_000);
    await expect(fetch(url)).rejects.toThrow();
    answer?.(new Response('to its end'));
    expect(await (await asked).text()).toBe('to its end');
    expect(await closing).toBe(true);
  });

  it('cuts what takes longer than the limit, and says so', async () => {
    let isAsked = false;
    const url = await serve(() => {
      isAsked = true;
      return new Promise(() => undefined);
    });
    const cut = expect(fetch(url)).rejects.toThrow();
    await expect.poll(() => isAsked).toBe(true);
    expect(await server.close(0)).toBe(false);
    await cut;
  });
});

it('has an address for each handler, and a sentence for every other', async () => {
  const said = (text: string) => async () => new Response(text);
  const gateway = { chat: said('chat'), models: said('models') };
  const route = makeRouter({
    ofrep: said('ofrep'),
    gateway,
    rollouts: said('rollouts'),
    runners: said('runners'),
    traces: said('traces'),
    metrics: said('metrics'),
    health: said('health'),
  });
  const ask = async (method: string, path: string) => {
    const response = await route(new Request(`http://serving.test${path}`, { method }));
    return `${response.status} ${response instanceof Response ? await response.text() : ''}`.trim();
  };
  expect(await ask('POST', '/ofrep/v1/evaluate/flags/prompt.a')).toBe('200 ofrep');
  expect(await ask('POST', '/gateway/v1/chat/completions')).toBe('200 chat');
  expect(await ask('GET', '/gateway/v1/models')).toBe('200 models');
  expect(await ask('POST', '/r/ro_0123456789/1/openai/v1/responses')).toBe('200 rollouts');
  expect(await ask('POST', '/runner/v1/lease')).toBe('200 runners');
  expect(await ask('POST', '/otlp/v1/traces')).toBe('200 traces');
  expect(await ask('GET', '/metrics')).toBe('200 metrics');
  expect(await ask('GET', '/health')).toBe('200 health');
  expect(await ask('GET', '/gateway/v1/chat/completions')).toBe('405');
  expect(await ask('GET', '/elsewhere')).toBe('404');
});
