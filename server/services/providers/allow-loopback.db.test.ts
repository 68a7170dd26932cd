import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forgetConfig } from '@/server/config/config';
import { sessionHeaders } from '@/server/http/testing/sessions';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';

/** An owner at the page of a personal installation allows one address of this computer for one provider. */
let api: TestApi;
let headers: Readonly<Record<string, string>>;
let baseUrl: string;
const model = createServer((request, response) => {
  request.resume();
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'ok' } }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, usage }),
  );
});

beforeAll(async () => {
  api = await startTestApi();
  headers = await sessionHeaders(api, { userId: 'usr_owner', signedInAtMs: Date.now() });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://localhost:${(model.address() as AddressInfo).port}/v1`;
});
afterAll(async () => {
  model.close();
  await api.close();
});

let made = 0;
const create = (more: object, call: object = { as: null, headers }) => {
  made += 1;
  return api.call('createProvider', { body: { name: `Local ${made}`, baseUrl, ...more }, ...call });
};
const audited = (subject: string) =>
  api.database.db.auditEntry.findMany({ where: { subject, action: 'provider.loopbackAllowed' } });

describe('an address of this computer', () => {
  it('is refused with the entry that allows it, until an owner allows it at the page', async () => {
    const refused = await create({});
    expect(refused.json).toMatchObject({ status: 422, code: 'ADDRESS_REFUSED' });
    expect(refused.json.howToProceed[0]).toContain(new URL(baseUrl).host);
    const allowed = await create({ allowsLoopback: true });
    expect(allowed.json).toMatchObject({ allowsLoopback: true });
    expect(await audited(allowed.json.id)).toMatchObject([
      { actor: 'owner@example.com', detail: { address: new URL(baseUrl).host } },
    ]);
    const params = { providerId: allowed.json.id };
    const tested = await api.call('testProvider', { params, body: { model: 'm' } });
    expect(tested.json).toMatchObject({ ok: true });
  });

  it('is allowed for that origin alone: another port asks again, another path and a new name do not', async () => {
    const { id } = (await create({ allowsLoopback: true })).json;
    const change = (body: object) =>
      api.call('updateProvider', { params: { providerId: id }, body, as: null, headers });
    expect((await change({ baseUrl: `${baseUrl}/other`, name: 'Renamed' })).json.allowsLoopback).toBe(true);
    expect((await change({ baseUrl: 'http://localhost:1/v1' })).status).toBe(422);
    expect((await change({ baseUrl: 'https://api.example.com/v1' })).json.allowsLoopback).toBe(false);
    expect(await audited(id)).toHaveLength(1);
  });

  it('is not allowed by a key, nor is any other private address by anyone', async () => {
    expect((await create({ allowsLoopback: true }, {})).json).toMatchObject({ code: 'ADDRESS_REFUSED' });
    const private10 = await create({ allowsLoopback: true, baseUrl: 'http://10.0.0.1/v1' });
    expect(private10.json).toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('is not allowed where the installation listens beyond this computer, and no longer called there', async () => {
    const { id } = (await create({ allowsLoopback: true })).json;
    vi.stubEnv('WAGGLE_HOST', '0.0.0.0');
    forgetConfig();
    expect((await create({ allowsLoopback: true })).json).toMatchObject({ code: 'ADDRESS_REFUSED' });
    const tested = await api.call('testProvider', { params: { providerId: id }, body: { model: 'm' } });
    expect(tested.json.ok).not.toBe(true);
    vi.unstubAllEnvs();
    forgetConfig();
  });
});
