import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importDatasetOptions, listDatasetsQuery, listExamplesQuery } from '@/lib/contracts/datasets';
import { previewOptions } from '@/lib/contracts/imports';
import { registerSplitBody } from '@/lib/contracts/splits';
import { createTaskBody, listTasksQuery } from '@/lib/contracts/tasks';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { importDataset, previewImport } from './import-dataset';
import { createTask, getTask, listTasks } from './manage-tasks';
import { archiveDataset, getDataset, listDatasets, listExamples } from './read-datasets';
import { deleteSplit, getSplit, listSplits, registerSplit } from './register-split';

const me = testActor('experimenter', { via: 'key' });
const coded = (code: string) => expect.objectContaining({ code });

const lines = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, index) => `{"q":"question ${from + index}","a":${from + index}.0}`,
  ).join('\n');
const MAPPING = { question: { path: 'q' }, expected: { path: 'a' } };
const options = (name: string, part: object = {}) =>
  importDatasetOptions.parse({ name, preset: 'generic', mapping: MAPPING, ...part });
const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);

describe('data sets, splits and tasks', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    asEnvironment(test);
    await test.pg.query(`INSERT INTO "Workspace" (id, name) VALUES ('w', 'w'), ('other', 'other')`);
  });
  afterAll(async () => {
    await closeDb();
    await test.close();
  });

  it('imports plain and gzipped files as one data set and keeps the report', async () => {
    const files = [
      file('a.jsonl', lines(0, 30)),
      file('b.jsonl.gz', new Uint8Array(gzipSync(lines(25, 40)))),
    ];
    const made = await importDataset(me, { files, options: options('two files') });
    expect(made).toMatchObject({
      exampleCount: 40,
      splitCount: 0,
      importReport: { duplicateCount: 5, faultCount: 0 },
    });
    expect(made.sources).toEqual([
      { source: 'a.jsonl', examples: 30 },
      { source: 'b.jsonl', examples: 10 },
    ]);
    const { rows } = await test.pg.query(`SELECT action, actor FROM "AuditEntry" WHERE subject = $1`, [
      made.id,
    ]);
    expect(rows).toEqual([{ action: 'dataset.imported', actor: 'experimenter@test' }]);
  });

  it('refuses a file with a bad line, names it, and leaves nothing behind', async () => {
    const files = [file('bad.jsonl', `${lines(0, 3)}\n{"q":\n${lines(3, 4)}`)];
    const refusal = importDataset(me, { files, options: options('bad') });
    await expect(refusal).rejects.toMatchObject({
      code: 'IMPORT_REJECTED',
      fields: [{ path: 'bad.jsonl:4' }],
    });
    const { rows } = await test.pg.query(`SELECT 1 FROM "Dataset" WHERE name = 'bad'`);
    expect(rows).toEqual([]);
    const made = await importDataset(me, { files, options: options('bad', { skipBadLines: true }) });
    expect(made).toMatchObject({ exampleCount: 4, importReport: { faultCount: 1 } });
  });

  it('refuses what is no text, what is damaged, and what unpacks to too much', async () => {
    const attempt = (one: File) => importDataset(me, { files: [one], options: options('never') });
    await expect(attempt(file('x.csv', new Uint8Array([0xff, 0xfe, 0x61, 0])))).rejects.toEqual(
      coded('IMPORT_REJECTED'),
    );
    await expect(attempt(file('x.csv', new Uint8Array([0x61, 0xe9, 0x61])))).rejects.toEqual(
      coded('IMPORT_REJECTED'),
    );
    await expect(attempt(file('x.gz', new Uint8Array([0x1f, 0x8b, 1, 2])))).rejects.toEqual(
      coded('IMPORT_REJECTED'),
    );
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(65_000_000, 97)));
    await expect(attempt(file('bomb.gz', bomb))).rejects.toEqual(coded('BODY_TOO_LARGE'));
    const twins = [file('a.csv', 'q,a\n1,2'), file('x/a.csv', 'q,a\n3,4')];
    await expect(importDataset(me, { files: twins, options: options('twins') })).rejects.toThrow(
      'called a.csv',
    );
  });

  it('stores the report of lines that hold what a database cannot', async () => {
    const files = [file('nul.jsonl', `${lines(0, 2)}\n{"q":"\u0000"}\n{"q":"\\u0000","a":1}\n{"\\ud800":1}`)];
    const made = await importDataset(me, { files, options: options('odd', { skipBadLines: true }) });
    expect(made.importReport).toMatchObject({ examples: 2, faultCount: 3 });
    const csv = [file('nul.csv', `q,a\n1,2\n"\u0000"x,3\n`)];
    expect(
      (await importDataset(me, { files: csv, options: options('odd csv', { skipBadLines: true }) }))
        .exampleCount,
    ).toBe(1);
  });

  it('previews without keeping anything', async () => {
    const files = [file('p.csv', 'question,answer\nHow?,15.0\n')];
    const seen = await previewImport(me, { files, options: previewOptions.parse({}) });
    expect(seen).toMatchObject({ preset: 'generic', exampleCount: 1, examples: [{ expected: '15.0' }] });
    const { rows } = await test.pg.query(`SELECT count(*)::int AS n FROM "Dataset" WHERE name = 'p.csv'`);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('pages examples and data sets without missing or repeating one', async () => {
    const made = await importDataset(me, {
      files: [file('c.jsonl', lines(0, 25))],
      options: options('paged'),
    });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query = listExamplesQuery.parse({ limit: 10, ...(cursor === null ? {} : { cursor }) });
      const page = await listExamples(me, { datasetId: made.id, ...query });
      seen.push(...page.items.map(({ expected }) => expected));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `${index}.0`));
    const first = await listDatasets(me, listDatasetsQuery.parse({ limit: 1 }));
    expect(first.items[0]?.name).toBe('paged');
    const second = await listDatasets(
      me,
      listDatasetsQuery.parse({ limit: 1, cursor: first.nextCursor ?? '' }),
    );
    expect(second.items[0]?.name).not.toBe('paged');
    const found = await listExamples(me, {
      datasetId: made.id,
      ...listExamplesQuery.parse({ search: 'question 24' }),
    });
    expect(found.items).toHaveLength(1);
  });

  it('registers a split, shows its parts, and gives the same hash for the same rule', async () => {
    const made = await importDataset(me, {
      files: [file('d.jsonl', lines(0, 100))],
      options: options('split'),
    });
    const body = registerSplitBody.parse({ name: 'first' });
    const split = await registerSplit(me, { datasetId: made.id, ...body });
    expect(split.counts).toEqual({ train: 50, selection: 10, heldOut: 30, confirmation: 10 });
    expect(split.rule).toEqual(body.rule);
    const again = await registerSplit(me, { datasetId: made.id, ...body, name: 'second' });
    expect(again.hash).toBe(split.hash);
    expect(
      (await registerSplit(me, { datasetId: made.id, ...body, name: 'third', salt: 'x' })).hash,
    ).not.toBe(split.hash);
    const query = listExamplesQuery.parse({ splitId: split.id, split: 'heldOut', limit: 200 });
    const heldOut = await listExamples(me, { datasetId: made.id, ...query });
    expect(heldOut.items).toHaveLength(30);
    expect(heldOut.items.every((one) => one.split === 'heldOut')).toBe(true);
    expect((await listSplits(me, { datasetId: made.id })).map(({ name }) => name)).toEqual([
      'first',
      'second',
      'third',
    ]);
  });

  it('refuses a rule that leaves train or held-out empty', async () => {
    const made = await importDataset(me, {
      files: [file('e.jsonl', lines(0, 5))],
      options: options('small'),
    });
    const rule = { kind: 'counts', counts: { train: 5 } } as const;
    await expect(registerSplit(me, { datasetId: made.id, name: 's', rule, salt: '' })).rejects.toThrow(
      'held-out',
    );
    await archiveDataset(me, { datasetId: made.id });
    expect((await archiveDataset(me, { datasetId: made.id })).archivedAt).not.toBeNull();
    await expect(
      registerSplit(me, { datasetId: made.id, ...registerSplitBody.parse({ name: 's' }) }),
    ).rejects.toEqual(coded('STATE_CONFLICT'));
  });

  it('removes an unused split and refuses to touch a pinned one', async () => {
    const made = await importDataset(me, {
      files: [file('f.jsonl', lines(0, 10))],
      options: options('pins'),
    });
    const one = await registerSplit(me, { datasetId: made.id, ...registerSplitBody.parse({ name: 'one' }) });
    const two = await registerSplit(me, { datasetId: made.id, ...registerSplitBody.parse({ name: 'two' }) });
    await deleteSplit(me, { splitId: one.id });
    await expect(getSplit(me, { splitId: one.id })).rejects.toEqual(coded('NOT_FOUND'));
    await test.pg.query(`UPDATE "SplitRegistration" SET "pinnedAt" = now() WHERE id = $1`, [two.id]);
    await expect(deleteSplit(me, { splitId: two.id })).rejects.toEqual(coded('SPLIT_PINNED'));
    expect((await getSplit(me, { splitId: two.id })).pinnedAt).not.toBeNull();
  });

  it('makes tasks with wording of their own kind, and names every fault of a scoring', async () => {
    const made = await createTask(
      me,
      createTaskBody.parse({ name: 'Formula', scoring: { kind: 'formula' } }),
      () => undefined,
    );
    expect(made.preset).toBe('formula');
    expect(made.instructions).not.toBe('');
    const regex = createTaskBody.parse({ name: 'r', scoring: { kind: 'regex', pattern: '(' } });
    await expect(createTask(me, regex, () => undefined)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      fields: [{ path: 'scoring.pattern' }],
    });
    const { data, ...task } = made;
    expect(data).toBeNull();
    expect(await getTask(me, { taskId: made.id })).toEqual(task);
    expect((await listTasks(me, listTasksQuery.parse({}))).items.map(({ id }) => id)).toEqual([made.id]);
  });

  it('keeps workspaces apart', async () => {
    const made = await importDataset(me, { files: [file('g.jsonl', lines(0, 5))], options: options('mine') });
    const stranger = testActor('owner', { workspaceId: 'other' });
    await expect(getDataset(stranger, { datasetId: made.id })).rejects.toEqual(coded('NOT_FOUND'));
    expect((await listDatasets(stranger, listDatasetsQuery.parse({}))).items).toEqual([]);
    expect((await getDataset(testActor('viewer'), { datasetId: made.id })).name).toBe('mine');
  });
});
