import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import { type CallOptions, startTestApi, type TestApi } from '@/server/http/testing/test-api';
import {
  CANDIDATE_HASH,
  type Catalogue,
  freshIds,
  seedCatalogue,
} from '@/server/http/testing/test-catalogue';
import { makeBenchKey, move } from '@/server/serving/testing/slot-bench';

/** Slots over their doors: what they are, what they hold, who may do what. */
let api: TestApi;
let catalogue: Catalogue;
let runId: string;
beforeAll(async () => {
  api = await startTestApi();
  catalogue = await seedCatalogue(api);
  runId = String((await freshIds(api, catalogue)).runId);
});
afterAll(() => api.close());

let made = 0;
async function makeSlot(kind: 'rehearsal' | 'production' = 'production') {
  made += 1;
  const body = { kind, slug: `slot-${made}`, name: `Slot ${made}` };
  const { status, json } = await api.call('createSlot', { body });
  expect(status).toBe(201);
  const slotId: string = json.id;
  const call = (operation: string, options: CallOptions = {}) =>
    api.call(operation, { ...options, params: { slotId, ...options.params } });
  const write = async (text: string, more: object = {}): Promise<string> => {
    const added = await call('addSlotPrompt', { body: { source: 'written', text, ...more } });
    expect(added.status, added.text).toBe(201);
    return added.json.promptId;
  };
  return { slotId, call, write };
}

const REASON = 'This is what our code serves today.';

describe('a slot', () => {
  it('keeps its kind and its key for ever, under any hand', async () => {
    const { slotId, call } = await makeSlot('rehearsal');
    const renamed = await call('renameSlot', { body: { name: 'Another name' } });
    expect(renamed.json).toMatchObject({
      name: 'Another name',
      kind: 'rehearsal',
      flagKey: `rehearsal.slot-${made}`,
    });
    expect((await call('renameSlot', { body: { kind: 'production' } })).status).toBe(400);
    for (const change of [`kind = 'production'`, `slug = 'other'`])
      await expect(
        api.database.pg.query(`UPDATE "Slot" SET ${change} WHERE id = '${slotId}'`),
      ).rejects.toMatchObject({
        code: 'WG001',
      });
  });

  it('has one key among those of its kind', async () => {
    const body = { kind: 'production', slug: 'twice', name: 'Twice' };
    expect((await api.call('createSlot', { body })).status).toBe(201);
    expect((await api.call('createSlot', { body })).status).toBe(409);
    expect((await api.call('createSlot', { body: { ...body, kind: 'rehearsal' } })).status).toBe(201);
  });

  it('is found by kind, name and state, and not by another workspace', async () => {
    const { slotId, call } = await makeSlot('rehearsal');
    const ids = async (query: Record<string, string>) =>
      (await api.call('listSlots', { query })).json.items.map(({ id }: { id: string }) => id);
    expect(await ids({ kind: 'rehearsal', search: `SLOT-${made}` })).toEqual([slotId]);
    expect(await ids({ kind: 'production', search: `slot-${made}` })).toEqual([]);
    await call('archiveSlot');
    expect(await ids({ search: `slot-${made}` })).toEqual([]);
    expect(await ids({ search: `slot-${made}`, archived: 'true' })).toEqual([slotId]);
    await api.database.db.workspace.create({ data: { id: `wsp_${made}`, name: 'Other' } });
    await api.database.db.slot.create({
      data: {
        id: 'slt_foreign',
        workspaceId: `wsp_${made}`,
        slug: 'x',
        kind: 'production',
        name: 'x',
        createdBy: 'x',
      },
    });
    expect((await api.call('getSlot', { params: { slotId: 'slt_foreign' } })).status).toBe(404);
    expect((await api.call('revertSlot', { params: { slotId: 'slt_foreign' }, body: {} })).status).toBe(404);
  });

  it('is not archived while a canary of it is open, and then only by who reviews', async () => {
    const { slotId, call, write } = await makeSlot();
    const challengerId = await write('New.');
    const canary = {
      id: `cny_${made}`,
      workspaceId: api.workspaceId,
      slotId,
      challengerId,
      draft: {},
      createdBy: 'x',
    };
    await api.database.db.canary.create({ data: { ...canary, state: 'shadow' } });
    expect((await call('archiveSlot')).json.code).toBe('STATE_CONFLICT');
    await api.database.db.canary.update({
      where: { id: canary.id },
      data: { state: 'failed', endedAt: new Date() },
    });
    expect((await call('archiveSlot', { as: 'experimenter' })).status).toBe(403);
    expect((await call('archiveSlot', { as: 'reviewer' })).json.archivedAt).not.toBeNull();
    expect((await call('restoreSlot')).json.archivedAt).toBeNull();
  });
});

describe('versions of a prompt', () => {
  it('are numbered within the slot, the same again is the same version, and none is ever changed', async () => {
    const { call, write } = await makeSlot();
    const first = await write('You sort tickets.');
    expect(await write('You sort tickets.')).toBe(first);
    const second = await write('You sort tickets.', { params: { temperature: 0 } });
    expect(second).not.toBe(first);
    const { json } = await call('listSlotPrompts', { query: { limit: '1' } });
    expect(json).toMatchObject({ items: [{ promptId: second, version: 2 }], nextCursor: '2' });
    const rest = await call('listSlotPrompts', { query: { cursor: json.nextCursor } });
    expect(rest.json).toMatchObject({
      items: [{ promptId: first, version: 1, authors: ['key owner', 'test'] }],
    });
    await expect(
      api.database.pg.query(`UPDATE "ServedPrompt" SET text = 'x' WHERE id = '${first}'`),
    ).rejects.toMatchObject({ code: 'WG001' });
  });

  it('get their own number each when two are added in the same moment', async () => {
    const { call, write } = await makeSlot();
    await Promise.all(Array.from({ length: 6 }, (_, n) => write(`You are number ${n}.`)));
    const { json } = await call('listSlotPrompts');
    expect(json.items.map(({ version }: { version: number }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('from a run bring their run, its practice and everybody who made it', async () => {
    const { call } = await makeSlot();
    const body = { source: 'run', runId, candidateHash: CANDIDATE_HASH };
    const { status, json } = await call('addSlotPrompt', { body, as: 'experimenter' });
    expect(status).toBe(201);
    const { asMeasured } = (await api.call('getCandidate', { params: { runId, hash: CANDIDATE_HASH } })).json;
    expect(asMeasured.text).toContain('<playbook>\n## OTHERS\n</playbook>');
    expect(json).toMatchObject({ text: asMeasured.text, sha256: contentHash(asMeasured.text) });
    expect(json).toMatchObject({ runId, candidateHash: CANDIDATE_HASH });
    const { practice } = await api.database.db.run.findUniqueOrThrow({ where: { id: runId } });
    expect(json.isPractice).toBe(practice);
    expect(json.authors).toEqual(expect.arrayContaining(['key experimenter', 'key owner', 'test']));
    const unknown = { ...body, candidateHash: 'f'.repeat(64) };
    expect((await call('addSlotPrompt', { body: unknown })).status).toBe(404);
  });

  it('keep their origin, even when a person retypes or edits them', async () => {
    const { call } = await makeSlot();
    const learned = await call('addSlotPrompt', {
      body: { source: 'run', runId, candidateHash: CANDIDATE_HASH },
    });
    const elsewhere = await makeSlot();
    const typed = (text: string) =>
      elsewhere.call('addSlotPrompt', { body: { source: 'written', text } }).then(({ json }) => json);
    const { isPractice } = learned.json;
    // Without its instructions it is not what was measured, so it names no candidate.
    expect(await typed('## OTHERS')).toMatchObject({ runId, candidateHash: null, isPractice });
    const whole = { runId, candidateHash: CANDIDATE_HASH, isPractice };
    expect(await typed(learned.json.text)).toMatchObject(whole);
    const edit = { source: 'written', text: '## OTHERS!', basedOn: learned.json.promptId };
    const edited = await call('addSlotPrompt', { body: edit, as: 'experimenter' });
    expect(edited.json).toMatchObject({ runId, candidateHash: null, isPractice: learned.json.isPractice });
    expect(edited.json.authors).toEqual(expect.arrayContaining(['key experimenter', 'key owner']));
  });

  it('show what changed between two of them', async () => {
    const { call, write } = await makeSlot();
    const from = await write('Be kind.\nBe brief.\n');
    const to = await write('Be kind.\nBe exact.\n', { model: 'm-1', params: { temperature: 0 } });
    const { json } = await call('diffSlotPrompts', {
      params: { promptId: to },
      query: { fromPromptId: from },
    });
    expect(json).toMatchObject({
      from: { version: 1 },
      to: { version: 2 },
      parts: [
        { mark: 'same', text: 'Be kind.\n' },
        { mark: 'removed', text: 'Be brief.\n' },
        { mark: 'added', text: 'Be exact.\n' },
      ],
      addedLines: 1,
      removedLines: 1,
      settings: [
        { name: 'model', from: '', to: 'm-1' },
        { name: 'temperature', from: '', to: '0' },
      ],
    });
  });
});

describe('the first prompt', () => {
  it('is written by people, set once with a reason by a reviewer, and shown in the history', async () => {
    const { call, write } = await makeSlot();
    const promptId = await write('You sort tickets.');
    const body = { promptId, reason: REASON };
    expect((await call('setFirstPrompt', { body, as: 'experimenter' })).status).toBe(403);
    const set = await call('setFirstPrompt', { body, as: 'reviewer' });
    expect(set.json).toMatchObject({
      isChanged: true,
      slot: { live: { promptId, version: 1 }, isRevertible: false },
    });
    const { json } = await call('listSlotHistory');
    expect(json.items).toEqual([
      expect.objectContaining({
        kind: 'first',
        actor: 'key reviewer',
        reason: REASON,
        live: set.json.slot.live,
      }),
    ]);
    const again = { promptId: await write('Another.'), reason: REASON };
    expect((await call('setFirstPrompt', { body: again })).json.code).toBe('STATE_CONFLICT');
  });

  it.each(['production', 'rehearsal'] as const)(
    'is never what a run has learned, typed or edited by hand or not, in a %s slot',
    async (kind) => {
      const { call } = await makeSlot(kind);
      const added = await call('addSlotPrompt', {
        body: { source: 'run', runId, candidateHash: CANDIDATE_HASH },
      });
      const typed = await call('addSlotPrompt', {
        body: { source: 'written', text: '## OTHERS', model: 'm' },
      });
      const edit = { source: 'written', text: '## OTHERS.', basedOn: added.json.promptId };
      const edited = await call('addSlotPrompt', { body: edit });
      for (const { json } of [added, typed, edited]) {
        const body = { promptId: json.promptId, reason: REASON };
        const refused = await call('setFirstPrompt', { body });
        expect([refused.status, refused.json.ruleId]).toEqual([409, 'R-130']);
      }
    },
  );
});

describe('what was live', () => {
  it('is answered for any moment, from the append-only history', async () => {
    const { slotId, call, write } = await makeSlot();
    const [first, second] = [await write('One.'), await write('Two.')];
    const canaryId = `cny_live_${made}`;
    const before = new Date(Date.now() - 60_000).toISOString();
    await call('setFirstPrompt', { body: { promptId: first, reason: REASON } });
    const moved = await move({ slotId, canaryId }, { kind: 'promote', promptId: second });
    const at = async (moment: string) =>
      (await call('readWhatWasLive', { query: { at: moment } })).json.change?.live?.version ?? null;
    expect(await at(before)).toBeNull();
    expect(await at(new Date(moved.atMs - 1).toISOString())).toBe(1);
    expect(await at(new Date(moved.atMs).toISOString())).toBe(2);
    expect((await call('readWhatWasLive')).json.change).toMatchObject({ kind: 'promoted', canaryId });
    for (const sql of [`UPDATE "FlagChange" SET reason = 'x'`, 'DELETE FROM "FlagChange"'])
      await expect(api.database.pg.query(sql)).rejects.toMatchObject({ code: 'WG001' });
  });
});

describe('keys of a slot', () => {
  const keyBody = (scopes: readonly string[]) => ({ body: { use: 'server', name: 'Router', scopes } });

  it('do what their scopes say in their slot and nothing anywhere else', async () => {
    const [own, other] = [await makeSlot(), await makeSlot()];
    const { json } = await own.call('createSlotKey', keyBody(['rollback']));
    expect(json.key).toMatchObject({ scopes: ['rollback'], isBrowser: false });
    const headers = { authorization: `Bearer ${json.secret}` };
    expect((await own.call('revertSlot', { body: {}, headers })).status).toBe(200);
    expect((await other.call('revertSlot', { body: {}, headers })).status).toBe(404);
    for (const operation of ['getSlot', 'listSlots', 'readSlotPrompt', 'listRuns', 'listKeys'])
      expect((await own.call(operation, { headers })).status, operation).toBe(403);
    expect((await own.call('createSlotKey', { headers, ...keyBody(['evaluate']) })).status).toBe(403);
    const evaluate = await own.call('createSlotKey', keyBody(['evaluate']));
    const asReader = { headers: { authorization: `Bearer ${evaluate.json.secret}` } };
    expect((await own.call('readSlotPrompt', asReader)).status).toBe(200);
    expect((await other.call('readSlotPrompt', asReader)).status).toBe(404);
    expect((await own.call('revertSlot', { body: {}, ...asReader })).status).toBe(403);
  });

  it('in browsers evaluate only, on the pages that they name', async () => {
    const { call } = await makeSlot();
    const browser = { use: 'browser', name: 'Page', origins: ['https://app.example.com'] };
    expect((await call('createSlotKey', { body: browser })).json.key).toMatchObject({
      scopes: ['evaluate'],
      isBrowser: true,
      origins: ['https://app.example.com'],
    });
    for (const wrong of [
      { ...browser, origins: [] },
      { ...browser, origins: ['https://app.example.com/path'] },
      { ...browser, scopes: ['rollback'] },
    ])
      expect((await call('createSlotKey', { body: wrong })).status).toBe(400);
  });

  it('are the owners’ to make, are listed with their slot and revoked like any other', async () => {
    const { call } = await makeSlot();
    expect((await call('createSlotKey', { ...keyBody(['ingest']), as: 'experimenter' })).status).toBe(403);
    const { json } = await call('createSlotKey', keyBody(['ingest']));
    expect((await call('listSlotKeys')).json.items).toEqual([json.key]);
    const workspaceKeys = (await api.call('listKeys')).json.items.map(({ id }: { id: string }) => id);
    expect(workspaceKeys).not.toContain(json.key.id);
    expect((await api.call('revokeKey', { params: { keyId: json.key.id } })).status).toBe(200);
    expect((await call('listSlotKeys')).json.items[0].revokedAt).not.toBeNull();
  });
});

describe('the plain way to ask', () => {
  it('answers with a tag, 304 while nothing changed for this caller, and by the same buckets', async () => {
    const { slotId, call, write } = await makeSlot();
    const { secret } = await makeBenchKey({ slotId, scopes: ['evaluate'] });
    const ask = (query: Record<string, string>, more: Record<string, string> = {}) =>
      call('readSlotPrompt', { query, headers: { authorization: `Bearer ${secret}`, ...more } });
    // The flag server in memory learns of a new slot a moment after it is made.
    await expect
      .poll(async () => (await ask({})).json)
      .toMatchObject({ reason: 'DISABLED', variant: null, value: null });
    const first = await write('One.');
    const { configVersion } = (await call('setFirstPrompt', { body: { promptId: first, reason: REASON } }))
      .json;
    await expect
      .poll(async () => (await ask({ targetingKey: 'a' })).json.metadata.configVersion)
      .toBe(configVersion);
    const known = await ask({ targetingKey: 'a' });
    expect(known.json).toMatchObject({ reason: 'STATIC', value: { version: 1, text: 'One.' } });
    expect(known.json.metadata.exposureId).toMatch(/^ex_/);
    const tag = { 'if-none-match': known.headers.get('etag') ?? '' };
    expect((await ask({ targetingKey: 'a' }, tag)).status).toBe(304);
    expect((await ask({ targetingKey: 'b' }, tag)).status).toBe(200);
    expect(
      (await call('readSlotPrompt', { as: null, headers: { 'x-forwarded-for': '203.0.113.4' } })).status,
    ).toBe(401);
  });
});
