import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionHeaders } from '@/server/http/testing/sessions';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';

/** Models of an endpoint by its own list, over real HTTP. */
let api: TestApi;
let headers: Readonly<Record<string, string>>;
let baseUrl: string;
let listed: unknown;
let keys: (string | undefined)[] = [];
const endpoint = createServer((request, response) => {
  request.resume();
  keys.push(request.headers.authorization);
  response.statusCode = listed === null ? 404 : 200;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(listed ?? { error: { message: 'Not here.' } }));
});

beforeAll(async () => {
  api = await startTestApi();
  headers = await sessionHeaders(api, { userId: 'usr_owner', signedInAtMs: Date.now() });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://localhost:${(endpoint.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  endpoint.close();
  await api.close();
});

async function provider(name: string): Promise<string> {
  const body = { name, baseUrl, apiKey: 'my-own-key', allowsLoopback: true };
  return (await api.call('createProvider', { body, as: null, headers })).json.id;
}
const find = (providerId: string) => api.call('findModels', { params: { providerId } });
const names = ({ json }: Awaited<ReturnType<typeof find>>) =>
  json.items.map(({ name }: { name: string }) => name);

describe('models that an endpoint lists', () => {
  it('are added once each, in its order, and asked for with its key', async () => {
    const id = await provider('Desk');
    keys = [];
    listed = {
      object: 'list',
      data: [{ id: 'small' }, { id: 'large' }, { id: 'small' }, { id: 'not an id' }],
    };
    expect(names(await find(id))).toEqual(['small', 'large']);
    expect(keys).toEqual(['Bearer my-own-key']);
    expect((await api.call('readProvider', { params: { providerId: id } })).json.models).toHaveLength(2);
  });

  it('keep the price of a model that is known', async () => {
    const id = await provider('Priced');
    const body = { name: 'large', usdPerMillionIn: 2, usdPerMillionOut: 8 };
    await api.call('saveModel', { params: { providerId: id }, body });
    const { json } = await find(id);
    expect(json.items[1]).toMatchObject({ name: 'large', usdPerMillionIn: 2 });
  });

  it.each([
    ['that has no list', null],
    ['that lists none', { object: 'list', data: [] }],
    ['that answers something else', { object: 'list' }],
  ])('of an endpoint %s are refused with what to do', async (_what, answer) => {
    const id = await provider(`Silent ${_what}`);
    listed = answer;
    const { status, json } = await find(id);
    expect([status, json.code]).toEqual([400, 'INPUT_INVALID']);
    expect(json.fields).toMatchObject([{ path: 'models' }]);
  });
});

describe('models of an endpoint that is not added yet', () => {
  const preview = (body: object) => api.call('previewModels', { body, as: null, headers });

  it('are listed with the key that was typed, and nothing is stored', async () => {
    keys = [];
    listed = { object: 'list', data: [{ id: 'small' }, { id: 'not an id' }, { id: 'large' }] };
    const before = (await api.call('listProviders', {})).json.items.length;
    const { json } = await preview({ baseUrl, apiKey: 'typed', allowsLoopback: true });
    expect(json).toEqual({ items: ['small', 'large'], problem: null });
    expect(keys).toEqual(['Bearer typed']);
    expect((await api.call('listProviders', {})).json.items).toHaveLength(before);
  });

  it('are a sentence where the endpoint has no list or where nothing answers', async () => {
    listed = null;
    const { json } = await preview({ baseUrl, allowsLoopback: true });
    expect(json.items).toEqual([]);
    expect(json.problem).toContain('(404)');
    const gone = await preview({ baseUrl: 'http://localhost:9/v1', allowsLoopback: true });
    expect(gone.json.problem).toContain('localhost:9');
  });

  it('are not asked for at an address that the operator did not allow', async () => {
    const { status, json } = await preview({ baseUrl: 'https://10.0.0.7/v1' });
    expect([status >= 400, json.code]).toEqual([true, 'ADDRESS_REFUSED']);
    keys = [];
    expect((await preview({ baseUrl })).json.code).toBe('ADDRESS_REFUSED');
    expect(keys).toEqual([]);
  });
});
