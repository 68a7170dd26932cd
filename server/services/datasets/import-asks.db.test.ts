import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importDatasetOptions } from '@/lib/contracts/datasets';
import { previewOptions } from '@/lib/contracts/imports';
import { registerSplitBody } from '@/lib/contracts/splits';
import { AppError } from '@/lib/errors/app-error';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { importDataset, previewImport } from './import-dataset';
import { getDataset } from './read-datasets';
import { listSplits, registerSplit } from './register-split';

const me = testActor('experimenter', { via: 'key' });
const files = (name: string, text: string) => [new File([text], name)];
const options = (part: object = {}) => importDatasetOptions.parse(part);

describe('an import whose columns leave something open', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    asEnvironment(test);
    await test.pg.query(`INSERT INTO "Workspace" (id, name) VALUES ('w', 'w')`);
  });
  afterAll(async () => {
    await closeDb();
    await test.close();
  });

  const datasets = async () => (await test.pg.query('SELECT 1 FROM "Dataset"')).rows.length;

  it.each([
    ['ticket,team,part\nPrinter jams,IT,tray\n', 'ticket', 'part'],
    ['ticket_id,body,resolution\n17,Printer jams,New tray\n', 'body', 'resolution'],
  ])(
    'is refused with the candidates of each role and keeps nothing (%j)',
    async (text, question, expected) => {
      const before = await datasets();
      const columns = (text.split('\n')[0] ?? '').split(',');
      const refusal = await importDataset(me, { files: files('t.csv', text), options: options() }).catch(
        (error: unknown) => error,
      );
      expect(AppError.is(refusal, 'MAPPING_UNCERTAIN')).toBe(true);
      expect(refusal).toMatchObject({
        kind: 'refused',
        fields: [
          { path: 'options.mapping.question', candidates: columns },
          { path: 'options.mapping.expected', candidates: columns },
        ],
      });
      expect(await datasets()).toBe(before);
      const mapping = { question: { path: question }, expected: { path: expected } };
      const made = await importDataset(me, {
        files: files(`${question}.csv`, text),
        options: options({ mapping }),
      });
      expect(made.importReport).toMatchObject({ mapping, examples: 1 });
    },
  );

  it('is previewed with its first record, and with examples once the columns are named', async () => {
    const text = 'ticket,team,part\nPrinter jams,IT,tray\n';
    const open = await previewImport(me, { files: files('t.csv', text), options: previewOptions.parse({}) });
    expect(open).toMatchObject({ exampleCount: 0, examples: [], labels: null });
    expect(open.unsettled.map(({ role }) => role)).toEqual(['question', 'expected']);
    expect(open.firstRecord?.where).toBe('t.csv:2');
    expect(JSON.parse(open.firstRecord?.text ?? '')).toEqual({
      ticket: 'Printer jams',
      team: 'IT',
      part: 'tray',
    });
    const mapping = { question: { path: 'ticket' }, expected: { path: 'part' } };
    const named = await previewImport(me, {
      files: files('t.csv', text),
      options: previewOptions.parse({ mapping }),
    });
    expect(named).toMatchObject({ unsettled: [], exampleCount: 1, examples: [{ expected: 'tray' }] });
  });

  it('is imported without a word where the names settle every role', async () => {
    const text = 'prompt,label,team\nPrinter jams,tray,IT\n';
    const made = await importDataset(me, { files: files('c.csv', text), options: options() });
    expect(made.importReport?.mapping).toMatchObject({
      question: { path: 'prompt' },
      expected: { path: 'label' },
    });
  });

  it('names the lines at fault where no record can be read', async () => {
    const attempt = importDataset(me, { files: files('x.jsonl', '{"a":\n'), options: options() });
    await expect(attempt).rejects.toMatchObject({ code: 'IMPORT_REJECTED' });
  });

  it('tells blank labels and questions with two labels before and after it is saved', async () => {
    const two = [
      ...files('train.csv', 'question,answer\none,1\ntwo,\nthree,3\nthree,4\n'),
      ...files('test.csv', 'question,answer\none,7\nfive,5\n'),
    ];
    const found = {
      blank: { count: 1, first: ['train.csv:3'] },
      conflicts: { count: 2, acrossSources: 1 },
    };
    const preview = await previewImport(me, { files: two, options: previewOptions.parse({}) });
    expect(preview.labels).toMatchObject(found);
    const made = await importDataset(me, { files: two, options: options({ name: 'torn' }) });
    expect(made.importReport?.labels).toMatchObject(found);
    expect((await getDataset(me, { datasetId: made.id })).importReport?.labels).toMatchObject(found);
    const rule = {
      kind: 'bySource',
      parts: [
        { source: 'train.csv', kind: 'whole', split: 'train' },
        { source: 'test.csv', kind: 'whole', split: 'heldOut' },
      ],
    };
    const split = await registerSplit(me, {
      datasetId: made.id,
      ...registerSplitBody.parse({ name: 'by file', rule }),
    });
    expect(split.labelConflicts).toEqual({ acrossParts: 1, withinPart: 1 });
    const [listed] = await listSplits(me, { datasetId: made.id });
    expect(listed?.labelConflicts).toEqual(split.labelConflicts);
  });
});
