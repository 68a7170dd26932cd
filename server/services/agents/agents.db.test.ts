import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSecret } from '@/server/adapters/secret-box';
import { config } from '@/server/config/config';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { SEEDED_AGENT, seedAgent, seedRollout } from '@/server/services/rollouts/testing/seed-rollout';

let api: TestApi;
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const SETTINGS = {
  kind: 'http',
  url: 'https://agents.example.com/rollout',
  header: 'X-Key',
  proxied: false,
} as const;

async function newAgent(settings: object = SETTINGS) {
  made += 1;
  const { json } = await api.call('createAgent', { body: { name: `Agent ${made}`, settings } });
  return { ...json, params: { agentId: json.id } };
}

const auditOf = (subject: string) =>
  api.database.db.auditEntry.findMany({ where: { subject }, orderBy: { id: 'asc' } });

describe('an agent', () => {
  it('gets a new version when its settings change, and none when they are the same', async () => {
    const { params, hash } = await newAgent();
    const same = await api.call('updateAgent', { params, body: { settings: SETTINGS } });
    expect(same.json).toMatchObject({ version: 1, hash });
    const changed = await api.call('updateAgent', {
      params,
      body: { settings: { ...SETTINGS, rolloutsMax: 2 } },
    });
    expect(changed.json).toMatchObject({ version: 2, settings: { rolloutsMax: 2 } });
    expect(changed.json.hash).not.toBe(hash);
    const { json } = await api.call('getAgent', { params });
    expect(json.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect(json.versions[1].hash).toBe(hash);
  });

  it('gets two versions from two changes at the same time', async () => {
    const { params } = await newAgent();
    const change = (rolloutsMax: number) =>
      api.call('updateAgent', { params, body: { settings: { ...SETTINGS, rolloutsMax } } });
    await Promise.all([change(3), change(4)]);
    expect((await api.call('getAgent', { params })).json.versions).toHaveLength(3);
  });

  it('keeps its secret sealed for itself, and says only that there is one', async () => {
    const { params, id } = await newAgent();
    const set = await api.call('setAgentSecret', { params, body: { secret: 'open-sesame' } });
    expect(set.json.hasSecret).toBe(true);
    const { secretCiphertext } = await api.database.db.agent.findUniqueOrThrow({ where: { id } });
    expect(openSecret(secretCiphertext ?? '', `agent:${id}`, config().secret)).toBe('open-sesame');
    const told = [
      set.text,
      (await api.call('getAgent', { params })).text,
      ...(await auditOf(id)).map(({ detail }) => JSON.stringify(detail)),
    ];
    expect(told.join()).not.toContain('open-sesame');
  });

  it('loses its secret with its origin, and keeps it on another path', async () => {
    const { params, id } = await newAgent();
    await api.call('setAgentSecret', { params, body: { secret: 'open-sesame' } });
    const to = (url: string) => api.call('updateAgent', { params, body: { settings: { ...SETTINGS, url } } });
    expect((await to('https://agents.example.com/other')).json.hasSecret).toBe(true);
    expect((await to('https://elsewhere.example.com/rollout')).json.hasSecret).toBe(false);
    expect((await auditOf(id)).at(-1)?.detail).toMatchObject({ secretCleared: true });
  });

  it('takes no secret where it names no header', async () => {
    const { params } = await newAgent({ ...SETTINGS, header: null });
    const { status, json } = await api.call('setAgentSecret', { params, body: { secret: 'open-sesame' } });
    expect(status).toBe(400);
    expect(json.fields).toMatchObject([{ path: 'secret' }]);
  });

  it('at a private address is refused when it is saved', async () => {
    const settings = { ...SETTINGS, url: 'http://10.0.0.7/rollout' };
    const { status, json } = await api.call('createAgent', { body: { name: 'Inside', settings } });
    expect([status, json.code]).toEqual([422, 'ADDRESS_REFUSED']);
  });

  it('is archived, takes no change and no test then, and comes back', async () => {
    const { params } = await newAgent();
    expect((await api.call('archiveAgent', { params })).json.archivedAt).not.toBeNull();
    expect((await api.call('updateAgent', { params, body: { name: 'Renamed' } })).status).toBe(409);
    expect((await api.call('testAgent', { params, body: { question: 'Where?' } })).status).toBe(409);
    expect((await api.call('restoreAgent', { params })).json.archivedAt).toBeNull();
  });

  it('is listed with others in pages, newest first', async () => {
    const { id } = await newAgent();
    const first = (await api.call('listAgents', { query: { limit: '1' } })).json;
    expect(first.items).toMatchObject([{ id }]);
    const next = (await api.call('listAgents', { query: { limit: '1', cursor: first.nextCursor } })).json;
    expect(next.items[0].id).not.toBe(id);
  });
});

describe('a test of an agent', () => {
  it('is a rollout of the latest version that waits for a worker, with the texts that were given', async () => {
    const components = [{ name: 'system', initialText: 'Be brief.' }, { name: 'planner' }];
    const { params, id } = await newAgent({ ...SETTINGS, components });
    const body = { question: 'Where is Bern?', components: { planner: 'Plan.' } };
    const { status, json } = await api.call('testAgent', { params, body });
    expect(status).toBe(201);
    const rollout = await api.database.db.rollout.findFirstOrThrow({ where: { id: json.rolloutId } });
    expect(rollout).toMatchObject({ agentId: id, agentVersion: 1, purpose: 'test', status: 'queued' });
    expect(rollout.order).toMatchObject({
      components: [
        { name: 'system', text: 'Be brief.' },
        { name: 'planner', text: 'Plan.' },
      ],
      model: null,
    });
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'agent.tested' });
  });

  it('keeps the expected answer for its page and for rollouts run again', async () => {
    const { params } = await newAgent();
    const { json } = await api.call('testAgent', { params, body: { question: 'Where?', expected: 'Bern' } });
    const again = await api.call('runRolloutAgain', { params: json, body: { components: {} } });
    for (const { rolloutId } of [json, again.json]) {
      const read = await api.call('getRollout', { params: { rolloutId } });
      expect(read.json).toMatchObject({ question: 'Where?', expected: 'Bern' });
    }
  });

  it('of a proxied agent needs a model', async () => {
    const { params } = await newAgent({ ...SETTINGS, proxied: true });
    const { status, json } = await api.call('testAgent', { params, body: { question: 'Where?' } });
    expect([status, json.fields?.[0]?.path]).toEqual([400, 'model']);
  });

  it('refuses a component that the agent does not have, and a program that no worker knows', async () => {
    const { params } = await newAgent();
    const other = { question: 'Where?', components: { other: 'x' } };
    expect((await api.call('testAgent', { params, body: other })).status).toBe(400);
    const program = await newAgent({ kind: 'program', command: 'solver', proxied: false });
    const { json } = await api.call('testAgent', { params: program.params, body: { question: 'Where?' } });
    expect(json.code).toBe('COMMAND_UNKNOWN');
  });
});

describe('health of an agent', () => {
  it('covers its attempts, and lists them in pages', async () => {
    const { workspaceId } = api;
    await seedAgent(workspaceId);
    for (const at of [1, 2, 3])
      await seedRollout({ id: `ro_healthy0000${at}`, workspaceId, trajectory: null, status: 'completed' });
    const params = { agentId: SEEDED_AGENT.id };
    const { json } = await api.call('getAgent', { params });
    expect(json.figures).toMatchObject({ attempts: 3, completed: 3, perHour: 3, usd: null });
    const first = (await api.call('listAgentRollouts', { params, query: { limit: '2' } })).json;
    const query = { limit: '2', cursor: first.nextCursor };
    const rest = (await api.call('listAgentRollouts', { params, query })).json;
    const ids = [...first.items, ...rest.items].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(rest.nextCursor).toBeNull();
  });
});
