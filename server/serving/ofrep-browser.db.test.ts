import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRefetchStreams } from './refetch-stream';
import { contextOf, FLAGS, type OfrepBench, type OfrepProcess, openOfrepBench } from './testing/ofrep-bench';
import { type BenchSlot, makeBenchKey, makeBenchSlot, move, WORKSPACE } from './testing/slot-bench';

/** Needs of browsers: access from pages of other origins, and a stream of changes. */
const PAGE = 'https://app.example.com';
let bench: OfrepBench;
let web: OfrepProcess;
let slot: BenchSlot;
let browserKey: string;
let serverKey: string;
beforeAll(async () => {
  bench = await openOfrepBench();
  slot = await makeBenchSlot('page');
  browserKey = (await makeBenchKey({ slotId: slot.slotId, scopes: ['evaluate'], origins: [PAGE] })).secret;
  serverKey = (await makeBenchKey()).secret;
  web = bench.openProcess();
});
afterAll(() => bench.close());

const from = (origin: string, more: Readonly<Record<string, string>> = {}) => ({
  headers: { origin, ...more },
});
const all = (key: string, options: object) => web.ask(FLAGS, { key, body: contextOf('a'), ...options });

describe('pages of other origins', () => {
  it('may read answers to a browser key that names them', async () => {
    const { status, headers } = await all(browserKey, from(PAGE));
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, PAGE]);
    expect(headers.get('access-control-expose-headers')).toContain('etag');
    expect(headers.get('vary')).toContain('Origin');
    const again = await all(browserKey, from(PAGE, { 'if-none-match': headers.get('etag') ?? '' }));
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, PAGE]);
  });

  it('are refused with 403 where the key does not name them, and may read that', async () => {
    const { status, headers, json } = await all(browserKey, from('https://evil.example'));
    expect([status, headers.get('access-control-allow-origin')]).toEqual([403, 'https://evil.example']);
    expect(json.errorDetails).toContain('https://evil.example');
  });

  it('may not read what a key of a server gets', async () => {
    const { headers } = await all(serverKey, from(PAGE));
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('ask first, and hear what they may send', async () => {
    for (const path of [FLAGS, `${FLAGS}/${slot.flagKey}`]) {
      const { status, headers } = await web.ask(path, { method: 'OPTIONS', ...from(PAGE) });
      expect([status, headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS']);
      for (const name of ['authorization', 'x-api-key', 'if-none-match', 'content-type'])
        expect(headers.get('access-control-allow-headers')).toContain(name);
    }
  });

  it('share a browser key without using up each other’s part', async () => {
    const askFrom = (address: string) => all(browserKey, from(PAGE, { 'x-forwarded-for': address }));
    const statuses: number[] = [];
    for (let n = 0; n < 601; n += 1) statuses.push((await askFrom('198.51.100.1')).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await askFrom('198.51.100.2')).status).toBe(200);
  });
});

async function streamPath(origin?: string): Promise<string> {
  const { json } = await all(browserKey, origin === undefined ? {} : from(origin));
  const [stream] = json.eventStreams;
  expect(stream).toMatchObject({ type: 'sse', inactivityDelaySec: 120 });
  return stream.endpoint.requestUri;
}

/** Opens a line and reads it event by event. */
async function listen(path: string, headers: Readonly<Record<string, string>> = {}) {
  const leaving = new AbortController();
  const request = new Request(`http://waggle.test${path}`, { headers, signal: leaving.signal });
  const response = await web.handle(request);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  return {
    response,
    leave: () => leaving.abort(),
    next: async () => decoder.decode((await reader?.read())?.value),
  };
}

const eventOf = (text: string) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null');

describe('the line of changes', () => {
  it('tells on connecting and at each change to ask again, under the number of the configuration', async () => {
    const first = await move(slot, { kind: 'first', promptId: slot.prompts[0] });
    await web.serving.store.flagsSince(WORKSPACE, first.configVersion);
    const line = await listen(await streamPath());
    expect(line.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await line.next()).toBe(': open\n\n');
    expect(eventOf(await line.next())).toMatchObject({ type: 'refetchEvaluation' });
    const { configVersion, atMs } = await move(slot, { kind: 'promote', promptId: slot.prompts[1] });
    const text = await line.next();
    expect(text).toMatch(new RegExp(`^id: ${configVersion}\ndata: `));
    expect(eventOf(text)).toEqual({
      type: 'refetchEvaluation',
      etag: `cfg-${configVersion}`,
      lastModified: Math.floor(atMs / 1000),
    });
    line.leave();
    await expect.poll(() => web.serving.streams.openCount).toBe(0);
  });

  it('sends no event to a client that reconnects and has missed none', async () => {
    const { configVersion } = await web.serving.store.flagsOf(WORKSPACE);
    const line = await listen(await streamPath(), { 'last-event-id': String(configVersion) });
    expect(await line.next()).toBe(': open\n\n');
    const moved = await move(slot, { kind: 'revert' });
    expect(await line.next()).toContain(`id: ${moved.configVersion}`);
    line.leave();
  });

  it('misses no change that comes between the question and the line', async () => {
    const { store } = web.serving;
    const other = await makeBenchSlot('between');
    const before = await store.flagsOf(WORKSPACE);
    const moved = await move(other, { kind: 'first', promptId: other.prompts[0] });
    await store.flagsSince(WORKSPACE, moved.configVersion);
    const streams = makeRefetchStreams({ ...store, flagsOf: async () => before });
    const asked = { workspaceId: WORKSPACE, keyId: 'k', signal: new AbortController().signal };
    const reader = (await streams.open({ ...asked, lastSeen: before.configVersion })).getReader();
    const next = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await next()).toBe(': open\n\n');
    expect(await next()).toContain(`id: ${moved.configVersion}`);
    streams.close();
  });

  it('has the same address for hours, for the page that asked, and no key in it', async () => {
    const path = await streamPath(PAGE);
    expect(await streamPath(PAGE)).toBe(path);
    expect(Buffer.from(path.split('ticket=')[1] ?? '', 'base64url').toString('latin1')).not.toContain('wgl_');
    const line = await listen(path, { origin: PAGE });
    expect(line.response.headers.get('access-control-allow-origin')).toBe(PAGE);
    line.leave();
    const other = await listen(path, { origin: 'https://evil.example' });
    expect(other.response.headers.get('access-control-allow-origin')).toBeNull();
    other.leave();
  });

  it.each(['', '?ticket=', '?ticket=a.b', '?ticket=%00'])(
    '401: an address that we did not give, %j',
    async (query) => {
      expect((await listen(`/ofrep/v1/events${query}`)).response.status).toBe(401);
    },
  );

  it('401: an address from yesterday', async () => {
    const path = await streamPath();
    web.clock.advance(24 * 3600 * 1000);
    expect((await listen(path)).response.status).toBe(401);
  });

  it('429: takes no more than it can carry, lets others in when one leaves, and stays alive meanwhile', async () => {
    const streams = makeRefetchStreams(web.serving.store, { heartbeatMs: 5, openMax: 2, perKeyMax: 1 });
    const open = (keyId: string, signal = new AbortController().signal) =>
      streams.open({ workspaceId: WORKSPACE, keyId, lastSeen: null, signal });
    const leaving = new AbortController();
    const first = (await open('k1', leaving.signal)).getReader();
    await expect(open('k1')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 30_000 });
    await open('k2');
    await expect(open('k3')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const words: string[] = [];
    while (!words.includes(': alive\n\n')) words.push(new TextDecoder().decode((await first.read()).value));
    leaving.abort();
    await open('k1');
    expect(streams.openCount).toBe(2);
    streams.close();
    expect(streams.openCount).toBe(0);
  });
});
