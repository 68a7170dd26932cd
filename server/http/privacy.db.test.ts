import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './testing/test-api';
import { type Catalogue, freshIds, seedCatalogue } from './testing/test-catalogue';

/** R-210 at each entry point where text becomes part of a prompt, and on the prompts that a run has made. */
let api: TestApi;
let catalogue: Catalogue;

beforeAll(async () => {
  api = await startTestApi();
  catalogue = await seedCatalogue(api);
});
afterAll(() => api.close());

const MAIL = 'jane.doe@example.com';
const PROMPT = `Sign every answer as ${MAIL}.`;
const REASON = 'The address is made up and part of the task.';

let made = 0;
function create(body: object) {
  made += 1;
  const { taskId, splitId } = catalogue;
  return api.call('createExperiment', { body: { name: `Private ${made}`, taskId, splitId, ...body } });
}

function upload(
  options: object,
  lines = [`{"q":"Write to ${MAIL} or ask ${MAIL}","a":"1"}`, '{"q":"x","a":"2"}'],
) {
  made += 1;
  const form = new FormData();
  form.set('files', new File([lines.join('\n')], 'mails.jsonl'));
  const mapping = { question: { path: 'q' }, expected: { path: 'a' }, groupKey: { path: 'q' } };
  form.set('options', JSON.stringify({ preset: 'generic', mapping, ...options }));
  return form;
}
const named = (options: object) => ({ name: `Mails ${made}`, ...options });

const auditOf = (subject: string) =>
  api.database.db.auditEntry.findMany({ where: { subject, action: { startsWith: 'privacy.' } } });

describe('R-210 at the save of a seed prompt', () => {
  it('R-210 saves a clean prompt without questions', async () => {
    const clean = await create({ seedCandidateText: 'Answer briefly.' });
    expect(clean.status, clean.text).toBe(201);
    expect(await auditOf(clean.json.id)).toEqual([]);
  });

  it('R-210 refuses a prompt with an address, says where, offers a placeholder, and repeats nothing of it', async () => {
    const refused = await create({ seedCandidateText: PROMPT });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({ code: 'PII_IN_PROMPT', fields: [{ path: 'seedCandidateText' }] });
    expect(refused.json.fields[0].message).toContain('Characters 21 to 41: e-mail address. Write [EMAIL_1]');
    expect(refused.text).not.toContain('jane');
    const short = await create({ seedCandidateText: PROMPT, personalDataReason: 'because' });
    expect(short.json.code).toBe('PII_IN_PROMPT');
  });

  it('R-210 saves it with a reason, and keeps the reason and the counts in the audit log', async () => {
    const kept = await create({ seedCandidateText: PROMPT, personalDataReason: REASON });
    expect(kept.status, kept.text).toBe(201);
    expect(kept.json.config).not.toHaveProperty('personalDataReason');
    expect(await auditOf(kept.json.id)).toMatchObject([
      { action: 'privacy.kept', detail: { reason: REASON, found: { email: 1 } } },
    ]);
  });

  it('R-210 checks a changed prompt like a new one', async () => {
    const { id } = (await create({})).json;
    const change = (body: object) => api.call('updateExperiment', { params: { experimentId: id }, body });
    expect((await change({ seedCandidateText: PROMPT })).json.code).toBe('PII_IN_PROMPT');
    expect((await change({ seedCandidateText: 'Sign as [EMAIL_1].' })).status).toBe(200);
  });

  it('R-210 offers the places of a text with placeholders only to roles that may experiment', async () => {
    const body = { text: `${PROMPT} Call +1 415 555 2671.` };
    const offered = await api.call('checkPrivacy', { body });
    expect(offered.json.spans).toEqual([
      { kind: 'email', start: 21, end: 41, masked: '••••.•••@•••••••.•••', placeholder: '[EMAIL_1]' },
      { kind: 'phone', start: 48, end: 63, masked: '+• ••• ••• ••••', placeholder: '[PHONE_1]' },
    ]);
    expect((await api.call('checkPrivacy', { body, as: 'viewer' })).status).toBe(403);
  });
});

describe('R-210 at the import of a data set', () => {
  it('R-210 previews counts by kind with the first places', async () => {
    const seen = await api.call('previewImport', { body: upload({}) });
    expect(seen.status, seen.text).toBe(200);
    expect(seen.json.privacy).toMatchObject([
      {
        kind: 'email',
        count: 4,
        examples: 1,
        first: [{ example: 1, field: 'question', start: 9, end: 29 }, {}, {}, {}],
      },
    ]);
    const clean = await api.call('previewImport', { body: upload({}, ['{"q":"1+1?","a":"2"}']) });
    expect(clean.json.privacy).toEqual([]);
  });

  it('R-210 refuses an import without a decision, and imports nothing of it', async () => {
    const before = await api.database.db.dataset.count();
    const refused = await api.call('importDataset', { body: upload(named({})) });
    expect(refused.status).toBe(422);
    expect(refused.json.code).toBe('PII_IN_PROMPT');
    expect(refused.text).not.toContain('jane');
    const bare = { choice: 'keep', reason: '' };
    const unreasoned = await api.call('importDataset', { body: upload(named({ privacy: bare })) });
    expect(unreasoned.json.code).toBe('PII_IN_PROMPT');
    expect(await api.database.db.dataset.count()).toBe(before);
  });

  it('R-210 redacts: no field of any example holds the address, groups stay, and the choice is audited', async () => {
    const body = upload(named({ privacy: { choice: 'redact' } }));
    const imported = await api.call('importDataset', { body });
    expect(imported.status, imported.text).toBe(201);
    const { id, importReport } = imported.json;
    expect(importReport.privacy).toEqual({
      choice: 'redact',
      reason: null,
      found: [{ kind: 'email', count: 4, examples: 1 }],
    });
    const { items } = (await api.call('listExamples', { params: { datasetId: id } })).json;
    const struckOut = 'Write to [EMAIL_1] or ask [EMAIL_1]';
    expect(items[0]).toMatchObject({ question: struckOut, groupKey: struckOut });
    expect(items[0].contentHash.startsWith(items[0].id)).toBe(true);
    expect(JSON.stringify(items)).not.toContain('jane');
    expect(await auditOf(id)).toMatchObject([{ action: 'privacy.redacted', detail: { choice: 'redact' } }]);
  });

  it('R-210 keeps with a reason, which is audited and shown in the report', async () => {
    const body = upload(named({ privacy: { choice: 'keep', reason: REASON } }));
    const imported = await api.call('importDataset', { body });
    expect(imported.status, imported.text).toBe(201);
    expect(imported.json.importReport.privacy).toMatchObject({ choice: 'keep', reason: REASON });
    expect(await auditOf(imported.json.id)).toMatchObject([
      { action: 'privacy.kept', detail: { choice: 'keep', reason: REASON } },
    ]);
  });
});

describe('R-210 on a candidate', () => {
  it('R-210 reads places and the share of copied n-grams, with n and the examples compared', async () => {
    const { runId = '', hash = '' } = await freshIds(api, catalogue);
    const read = await api.call('getCandidatePrivacy', { params: { runId, hash }, as: 'viewer' });
    expect(read.status, read.text).toBe(200);
    expect(read.json).toEqual({
      hash,
      spans: [],
      leak: { n: 8, promptNgrams: 0, copiedNgrams: 0, share: null, examples: 20, worst: [] },
    });
  });

  it('R-210 finds texts that a run has copied from its training examples', async () => {
    const { runId = '' } = await freshIds(api, catalogue);
    const { db } = api.database;
    const question = 'How much is one and two and three and four and five?';
    const { datasetId } = catalogue;
    await db.example.update({ where: { datasetId_id: { datasetId, id: 'ex-0' } }, data: { question } });
    const text = `Learned: ${question} ${MAIL}`;
    const hash = 'b'.repeat(64);
    const counted = { bullets: 0, tokens: 3, applied: 0, ignored: 0 };
    const data = { iteration: 0, hash, parentHash: null, text, ...counted };
    const { seq } = await db.ledgerEntry.findFirstOrThrow({ where: { runId }, orderBy: { seq: 'desc' } });
    await db.ledgerEntry.create({
      data: {
        runId,
        seq: seq + 1,
        type: 'candidate.created',
        key: 'candidate.created/1',
        data,
        measured: {},
        at: new Date(),
      },
    });
    const read = await api.call('getCandidatePrivacy', { params: { runId, hash } });
    expect(read.status, read.text).toBe(200);
    expect(read.json.spans).toMatchObject([{ kind: 'email' }]);
    // 17 words hold ten windows of eight; the question's twelve words hold five.
    expect(read.json.leak).toMatchObject({ n: 8, promptNgrams: 10, copiedNgrams: 5, share: 0.5 });
    expect(read.json.leak.worst).toEqual([{ start: 9, end: 60, words: 12, exampleId: 'ex-0' }]);
  });

  it('R-210 hides candidates from other workspaces and from signed-out callers', async () => {
    const { runId = '', hash = '' } = await freshIds(api, catalogue);
    const { db } = api.database;
    await db.workspace.create({ data: { id: 'wsp_other', name: 'Other' } });
    await db.run.update({ where: { id: runId }, data: { workspaceId: 'wsp_other' } });
    expect((await api.call('getCandidatePrivacy', { params: { runId, hash } })).status).toBe(404);
    expect((await api.call('getCandidatePrivacy', { params: { runId, hash }, as: null })).status).toBe(401);
  });
});
