import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { zipOf } from './testing/zip-of';

/** Files of traces and the policy that keeps them, through the API and on a real database. */
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const table of ['Trace', 'Trajectory', 'TracePart', 'TracePolicy'])
    await api.database.pg.query(`DELETE FROM "${table}"`);
});

const conversation = (question: string) => ({
  messages: [
    { role: 'user', content: question },
    { role: 'assistant', content: `An answer to ${question}` },
  ],
});
const lines = (...questions: readonly string[]) =>
  questions.map((question) => JSON.stringify(conversation(question))).join('\n');
const send = (...files: readonly (readonly [string, string | Uint8Array])[]) => {
  const form = new FormData();
  for (const [name, content] of files) form.append('files', new File([content as BlobPart], name));
  return api.call('importTraces', { body: form });
};
const tasks = async () => (await api.database.db.trace.findMany()).map(({ task }) => task).sort();

describe('an import of traces', () => {
  it('stores each trace of a file once, however often the file is imported', async () => {
    const first = await send(['runs.jsonl', lines('One?', 'Two?')]);
    const saw = [{ file: 'runs.jsonl', format: 'a conversation', documents: 2 }];
    expect([first.status, first.json]).toEqual([200, { read: 2, stored: 2, doubles: 0, saw, refused: [] }]);
    const again = await send(['runs.jsonl', lines('One?', 'Two?', 'Three?')]);
    expect(again.json).toMatchObject({ read: 3, stored: 1, doubles: 2 });
    expect(await tasks()).toEqual(['One?', 'Three?', 'Two?']);
    expect(await api.database.db.trajectory.count()).toBe(3);
  });

  it('reads gzip and zip', async () => {
    const packed = zipOf({
      'folder/a.jsonl': lines('Zipped?'),
      'b.json': JSON.stringify(conversation('Also?')),
    });
    const { json } = await send(['all.zip', packed], ['c.jsonl.gz', gzipSync(lines('Gzipped?'))]);
    expect(json).toMatchObject({ read: 3, stored: 3, refused: [] });
    expect(await tasks()).toEqual(['Also?', 'Gzipped?', 'Zipped?']);
  });

  it('changes no trace that was received', async () => {
    await send(['runs.jsonl', lines('One?')]);
    const [trace] = await api.database.db.trace.findMany();
    await api.database.pg.query(
      `INSERT INTO "TracePart" ("workspaceId", "traceId", source, body, records) VALUES ($1, $2, 'otlp', '', 1)`,
      [api.workspaceId, trace?.id],
    );
    await api.database.pg.query(`UPDATE "Trace" SET task = 'As received', source = 'otlp'`);
    expect((await send(['runs.jsonl', lines('One?')])).json).toMatchObject({ stored: 0, doubles: 1 });
    expect(await api.database.db.trace.findMany()).toMatchObject([{ task: 'As received', source: 'otlp' }]);
  });

  it('names what it left out by file and line, and refuses a file without a trace', async () => {
    const { json } = await send(['runs.jsonl', `${lines('One?')}\n{"nothing":1}`]);
    expect(json).toMatchObject({ read: 1, stored: 1, refused: [{ file: 'runs.jsonl' }] });
    expect(json.refused[0].reason).toContain('Line 2');
    expect(await send(['none.jsonl', '{"nothing":1}'])).toMatchObject({ status: 400 });
    expect(await send(['broken.zip', new Uint8Array([0x50, 0x4b, 3, 4, 0])])).toMatchObject({ status: 400 });
    expect(await tasks()).toEqual(['One?']);
  });

  it('follows the policy of the workspace', async () => {
    const file = ['runs.jsonl', lines('Is anna@example.org there?', 'Fine?')] as const;
    const policy = { retentionDays: 30, bytesMax: null, privacy: 'mask', keepsContent: true };
    const withPolicy = async (change: object) => {
      await api.database.pg.query('DELETE FROM "Trace"');
      await api.call('setTracePolicy', { body: { ...policy, ...change } });
      return send(file);
    };
    expect((await withPolicy({})).json).toMatchObject({ stored: 2 });
    expect(await tasks()).toEqual(['Fine?', 'Is [EMAIL_1] there?']);
    expect((await withPolicy({ privacy: 'drop' })).json).toMatchObject({ read: 2, stored: 1, doubles: 0 });
    expect(await tasks()).toEqual(['Fine?']);
    expect(await withPolicy({ privacy: 'refuse' })).toMatchObject({ status: 400 });
    expect(await tasks()).toEqual([]);
    expect((await withPolicy({ keepsContent: false })).json).toMatchObject({ stored: 2 });
    expect(await tasks()).toEqual(['', '']);
  });
});

describe('the policy of traces', () => {
  it('is the default until an owner sets it, and is in the audit log', async () => {
    const { json } = await api.call('getTracePolicy', { as: 'viewer' });
    expect(json).toEqual({ retentionDays: 90, bytesMax: null, privacy: 'mask', keepsContent: true });
    const body = { ...json, retentionDays: 7, bytesMax: 5_000_000 };
    expect(await api.call('setTracePolicy', { as: 'experimenter', body })).toMatchObject({ status: 403 });
    expect(await api.call('setTracePolicy', { body })).toMatchObject({ status: 200, json: body });
    expect((await api.call('getTracePolicy')).json).toEqual(body);
    expect(await api.database.db.auditEntry.count({ where: { action: 'tracePolicy.set' } })).toBeGreaterThan(
      0,
    );
  });
});
