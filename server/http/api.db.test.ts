import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerPool } from '@/server/ledger/pool';
import { answerApi } from '@/server/operations/answer-api';
import { readProviderSecret } from '@/server/repositories/provider-secret';
import { sealClearHeaders } from '@/server/repositories/seal-clear-headers';
import { PRACTICE_URL, startTestApi, type TestApi } from './testing/test-api';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ WAGGLE_METRICS_TOKEN: 'token-of-the-scraper' });
});
afterAll(() => api.close());

const problemOf = (code: string, status: number) => expect.objectContaining({ code, status });

const ask = (method: string, segments: string[]) =>
  answerApi(new Request(`http://127.0.0.1:3000/api/${segments.join('/')}`, { method }), segments);

describe('the door', () => {
  it('asks an unknown caller to sign in and says how', async () => {
    const { status, json, headers } = await api.call('listKeys', { as: null });
    expect([status, json.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
    expect(headers.get('www-authenticate')).toContain('Bearer');
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(json.requestId).toBe(headers.get('x-request-id'));
  });

  it('refuses a role without permission and names the roles that have it', async () => {
    const { json } = await api.call('listKeys', { as: 'experimenter' });
    expect(json).toEqual(problemOf('ROLE_FORBIDDEN', 403));
    expect(json.detail).toContain('owner');
  });

  it('names every wrong field at once', async () => {
    const { json } = await api.call('createKey', { body: { name: '', role: 'king', more: 1 } });
    expect(json).toEqual(problemOf('INPUT_INVALID', 400));
    expect(json.fields.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['name', 'role']),
    );
  });

  it('R-124: refuses patience on train accuracy with a code and a sentence of its own', async () => {
    for (const stopping of [{ patience: 3, patienceOn: 'train' }, { trainPatience: 3 }]) {
      const { json } = await api.call('createExperiment', {
        body: { name: 'By heart', taskId: 'tsk_x', splitId: 'spl_x', stopping },
      });
      expect(json).toEqual(problemOf('TRAIN_PATIENCE', 422));
      expect(json.detail).toContain('memorisation');
    }
    const { json } = await api.call('createExperiment', {
      body: { name: 'Honest', taskId: 'tsk_x', splitId: 'spl_x', stopping: { patienceOn: 'heldOut' } },
    });
    expect(json.code, 'only the task is missing then').toBe('NOT_FOUND');
  });

  it('R-125: refuses to choose the final prompt on train in every form of the request', async () => {
    const attempts = [
      { evaluation: { split: 'train' } },
      { stopping: { selectOn: 'train' } },
      { selectBestOn: 'train' },
    ];
    for (const attempt of attempts) {
      const body = { name: 'By heart', taskId: 'tsk_x', splitId: 'spl_x', ...attempt };
      const { json } = await api.call('createExperiment', { body });
      expect(json).toEqual(problemOf('SELECT_BEST_ON_TRAIN', 409));
      expect(json.detail).toContain('best on held-out');
    }
    for (const allowed of [{ stopping: { selectOn: 'heldOut' } }, { evaluation: { split: 'selection' } }]) {
      const body = { name: 'Honest', taskId: 'tsk_x', splitId: 'spl_x', ...allowed };
      const { json } = await api.call('createExperiment', { body });
      expect(json.code, 'only the task is missing then').toBe('NOT_FOUND');
    }
  });

  it('tells where a body is not valid JSON', async () => {
    const { json } = await api.call('createKey', { body: '{\n  "name": "a",\n  "role" viewer }' });
    expect(json).toEqual(problemOf('INPUT_INVALID', 400));
    expect(json.detail).toContain('line 3, column');
  });

  it.each([
    ['a NUL character', { name: 'a\0b', role: 'viewer' }],
    ['half a surrogate pair', { name: 'a\ud800b', role: 'viewer' }],
    ['an absurd number', { name: 'a', role: 'viewer', expiresInDays: 1e300 }],
  ])('refuses %s before the database sees it', async (_what, body) => {
    expect((await api.call('createKey', { body })).json).toEqual(problemOf('INPUT_INVALID', 400));
  });

  it('limits a body by the bytes read, not by its header', async () => {
    const body = new TextEncoder().encode(JSON.stringify({ name: 'x'.repeat(1_100_000), role: 'viewer' }));
    const { json } = await api.call('createKey', { body, headers: { 'content-length': '10' } });
    expect(json).toEqual(problemOf('BODY_TOO_LARGE', 413));
  });

  it('reads JSON only if the content type is JSON', async () => {
    const { json } = await api.call('createKey', {
      body: 'name=a',
      headers: { 'content-type': 'text/plain' },
    });
    expect(json).toEqual(problemOf('MEDIA_TYPE_UNSUPPORTED', 415));
  });

  it('answers an unsupported method with 405 and the supported ones', async () => {
    const response = await ask('DELETE', ['v1', 'keys']);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect(await response.json()).toEqual(problemOf('METHOD_NOT_ALLOWED', 405));
  });

  it('answers an unknown address with a problem', async () => {
    expect(await (await ask('GET', ['v1', 'nothing'])).json()).toEqual(problemOf('NOT_FOUND', 404));
  });
});

describe('keys', () => {
  it('a new key works, is never shown again, and stops working when it is revoked', async () => {
    const made = await api.call('createKey', { body: { name: 'ci', role: 'viewer' } });
    expect(made.status).toBe(201);
    const { secret, key } = made.json;
    expect(secret).toMatch(/^wgl_[A-Za-z0-9_-]{43}$/);
    const headers = { authorization: `Bearer ${secret}` };
    expect((await api.call('readMe', { headers })).json).toMatchObject({ role: 'viewer', via: 'key' });
    expect((await api.call('listKeys')).text).not.toContain(secret);
    await api.call('revokeKey', { params: { keyId: key.id } });
    expect((await api.call('readMe', { headers })).json).toEqual(problemOf('KEY_INVALID', 401));
  });

  it('only the sha256 of a secret is stored', async () => {
    const { secret } = (await api.call('createKey', { body: { name: 'hash', role: 'viewer' } })).json;
    const rows = await api.database.db.apiKey.findMany();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('an expired key is refused', async () => {
    const { secret, key } = (
      await api.call('createKey', { body: { name: 'old', role: 'owner', expiresInDays: 1 } })
    ).json;
    await api.database.db.apiKey.update({
      where: { id: key.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    const { json } = await api.call('readMe', { headers: { authorization: `Bearer ${secret}` } });
    expect(json.detail).toContain('expired');
  });
});

describe('people', () => {
  it('an invited person gets a password once; a second invitation is a conflict', async () => {
    const body = { email: 'New@Example.com', name: 'New', role: 'reviewer' };
    const first = await api.call('invitePerson', { body });
    expect(first.json.person).toMatchObject({ email: 'new@example.com', role: 'reviewer' });
    expect(first.json.password).toHaveLength(20);
    expect((await api.call('invitePerson', { body })).json).toEqual(problemOf('STATE_CONFLICT', 409));
  });

  it.each([{ role: 'viewer' }, { disabled: true }])('the last owner cannot be removed (%o)', async (body) => {
    const { json } = await api.call('updatePerson', { params: { personId: 'usr_owner' }, body });
    expect(json).toEqual(problemOf('STATE_CONFLICT', 409));
  });

  it('a key has no password to change', async () => {
    const body = { currentPassword: api.password, newPassword: 'another long password' };
    expect((await api.call('changePassword', { body })).json).toEqual(problemOf('ROLE_FORBIDDEN', 403));
  });

  it('actions are recorded in the audit log', async () => {
    await api.call('updatePerson', { params: { personId: 'usr_viewer' }, body: { name: 'Vera' } });
    const entry = await api.database.db.auditEntry.findFirst({ orderBy: { id: 'desc' } });
    expect(entry).toMatchObject({ action: 'person.changed', subject: 'usr_viewer', actor: 'key owner' });
  });
});

describe('providers', () => {
  const body = { name: 'Far away', baseUrl: 'https://api.example.com/v1', apiKey: 'sk-0123456789abcdef' };

  it('a provider key is stored encrypted and never returned', async () => {
    const made = await api.call('createProvider', { body });
    expect(made.json).toMatchObject({ keyHint: 'cdef', practice: false });
    expect(made.text).not.toContain(body.apiKey);
    const row = await api.database.db.provider.findUniqueOrThrow({ where: { id: made.json.id } });
    expect(row.keyCiphertext).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain(body.apiKey);
  });

  it('another origin clears the key; the same origin keeps it', async () => {
    const { id } = (await api.call('createProvider', { body: { ...body, name: 'Moving' } })).json;
    const params = { providerId: id };
    const same = await api.call('updateProvider', {
      params,
      body: { baseUrl: 'https://api.example.com/v2' },
    });
    expect(same.json.keyHint).toBe('cdef');
    const moved = await api.call('updateProvider', {
      params,
      body: { baseUrl: 'https://evil.example.com/v1' },
    });
    expect(moved.json.keyHint).toBeNull();
  });

  it('headers are encrypted like the key, and shown to administrators', async () => {
    const headers = { 'x-api-key': 'value-of-a-header', 'x-route': 'blue' };
    const { json } = await api.call('createProvider', { body: { ...body, name: 'Headed', headers } });
    expect(json.headers).toEqual(headers);
    const row = await api.database.db.provider.findUniqueOrThrow({ where: { id: json.id } });
    expect(row.headersCiphertext).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain('value-of-a-header');
    expect(await readProviderSecret(ledgerPool(), api.workspaceId, json.id)).toMatchObject({ headers });
  });

  it('another origin drops headers that are not given again, and their marks; the same origin keeps them', async () => {
    const headers = { 'x-api-key': 'of-one-host', 'x-route': 'blue' };
    const made = { ...body, name: 'Headed and moving', headers, behaviouralHeaders: ['x-route'] };
    const { id } = (await api.call('createProvider', { body: made })).json;
    const move = async (change: object) =>
      (await api.call('updateProvider', { params: { providerId: id }, body: change })).json;
    expect((await move({ baseUrl: 'https://api.example.com/v3' })).headers).toEqual(headers);
    const moved = await move({ baseUrl: 'https://evil.example.com/v1' });
    expect([moved.headers, moved.behaviouralHeaders]).toEqual([{}, []]);
    const again = { baseUrl: 'https://third.example.com/v1', headers: { 'x-route': 'red' } };
    expect((await move(again)).headers).toEqual(again.headers);
  });

  it('unencrypted headers of older versions are read, and encrypted at the next start', async () => {
    const { id } = (await api.call('createProvider', { body: { ...body, name: 'Old' } })).json;
    const { db } = api.database;
    await db.provider.update({ where: { id }, data: { headers: { 'x-old': 'in-clear' } } });
    expect(await readProviderSecret(ledgerPool(), api.workspaceId, id)).toMatchObject({
      headers: { 'x-old': 'in-clear' },
    });
    expect(await sealClearHeaders()).toBe(1);
    expect(JSON.stringify(await db.provider.findUniqueOrThrow({ where: { id } }))).not.toContain('in-clear');
    expect(await readProviderSecret(ledgerPool(), api.workspaceId, id)).toMatchObject({
      headers: { 'x-old': 'in-clear' },
    });
    expect(await sealClearHeaders()).toBe(0);
  });

  it.each([
    ['a private address', 'https://10.1.2.3/v1'],
    ['loopback', 'http://localhost:11434/v1'],
    ['the metadata address of clouds', 'http://169.254.169.254/latest'],
    ['loopback in disguise', 'https://[::ffff:127.0.0.1]/v1'],
    ['plain http', 'http://api.example.com/v1'],
  ])('refuses %s that the operator has not allowed', async (_what, baseUrl) => {
    const { json } = await api.call('createProvider', { body: { name: `At ${baseUrl}`, baseUrl } });
    expect(json).toEqual(problemOf('ADDRESS_REFUSED', 422));
  });

  it('a provider at the address of the practice model is practice, regardless of its creator', async () => {
    const practice = { name: 'Practice', baseUrl: PRACTICE_URL };
    expect((await api.call('createProvider', { body: practice })).json).toMatchObject({ practice: true });
  });

  it('a provider that does not answer is a result with a sentence', async () => {
    const [practice] = (await api.call('listProviders')).json.items.filter(
      ({ practice }: { practice: boolean }) => practice,
    );
    await api.call('updateProvider', { params: { providerId: practice.id }, body: { maxAttempts: 1 } });
    const { status, json } = await api.call('testProvider', {
      params: { providerId: practice.id },
      body: { model: 'm' },
    });
    expect([status, json.ok]).toEqual([200, false]);
    expect(json.message).toMatch(/\.$/);
  });
});

describe('operations', () => {
  it('health names the services that do not answer and nothing else', async () => {
    const { status, json } = await api.call('readHealth', { as: null });
    expect(status).toBe(503);
    expect(json.database.ok).toBe(true);
    expect(json.worker).toEqual({ ok: false, detail: expect.stringContaining('20 seconds') });
  });

  it('is healthy once queue and worker answer', async () => {
    await api.database.pg.query('create schema pgboss; create table pgboss.version (version int)');
    const now = new Date();
    const beat = { id: 'w', host: 'h', pid: 1, startedAt: now, beatAt: now, runs: [] };
    await api.database.db.workerBeat.create({ data: beat });
    expect(await api.call('readHealth', { as: null })).toMatchObject({ status: 200, json: { ok: true } });
  });

  it('metrics are for owners and for the scraper with its token', async () => {
    expect((await api.call('readMetrics', { as: 'viewer' })).status).toBe(403);
    expect((await api.call('readMetrics', { as: null })).status).toBe(401);
    const headers = { authorization: 'Bearer token-of-the-scraper' };
    const scraped = await api.call('readMetrics', { as: null, headers });
    expect([scraped.status, (await api.call('readMetrics')).status]).toEqual([200, 200]);
    expect(scraped.text).toContain('refusals_total{rule="none",code="ROLE_FORBIDDEN"}');
    expect(scraped.text).toContain('waggle_http_request_seconds');
  });
});
