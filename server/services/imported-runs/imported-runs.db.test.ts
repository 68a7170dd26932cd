import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareCurvesQuery } from '@/lib/contracts/curves';
import { listImportedRunsQuery } from '@/lib/contracts/imported-runs';
import { importRunOptions, previewImportedRunOptions } from '@/lib/contracts/run-imports';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { compareCurves } from '@/server/services/comparisons/compare-curves';
import { importRun, previewImportedRun } from './import-run';
import {
  archiveImportedRun,
  getImportedRun,
  listImportedRuns,
  restoreImportedRun,
} from './read-imported-runs';

const me = testActor('experimenter', { via: 'key' });
const coded = (code: string) => expect.objectContaining({ code });
const options = (name: string, part: object = {}) => importRunOptions.parse({ name, ...part });
const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);
const CURVE = 'rollouts,accuracy\n0,0.5\n90,0.7\n';

describe('imported runs', () => {
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

  it('keeps a curve with who, when, from what files, what was mapped and what is unknown', async () => {
    const stated = { ranBy: 'Ada', ranAt: 'last spring', hardware: '8 of something', task: 'Sums' };
    const files = [
      file('run/curve.csv.gz', new Uint8Array(gzipSync(CURVE))),
      file('run/gepa_state.bin', 'x'),
    ];
    const made = await importRun(me, { files, options: options('curve', stated) });
    expect(made).toMatchObject({
      name: 'curve',
      source: 'csv',
      task: 'Sums',
      pointCount: 2,
      firstScore: 0.5,
      bestScore: 0.7,
      hasPrompt: false,
      createdBy: 'experimenter@test',
      provenance: {
        ranBy: 'Ada',
        ranAt: 'last spring',
        files: [{ name: 'run/curve.csv.gz' }, { name: 'run/gepa_state.bin', bytes: 1 }],
        mapping: { seen: 'rollouts', score: 'accuracy' },
      },
    });
    expect(made.provenance.files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(made.provenance.leftOut[0]).toMatchObject({
      what: 'run/gepa_state.bin',
      why: expect.stringContaining('never read'),
    });
    expect(await getImportedRun(me, { importedRunId: made.id })).toEqual(made);
    const { rows } = await test.pg.query(`SELECT action FROM "AuditEntry" WHERE subject = $1`, [made.id]);
    expect(rows).toEqual([{ action: 'importedRun.created' }]);
  });

  it('refuses a fault with its line, keeps nothing, and leaves it out only when told to', async () => {
    const files = [file('c.csv', 'seen,score\n0,0.5\n1,x\n')];
    await expect(importRun(me, { files, options: options('bad') })).rejects.toMatchObject({
      code: 'IMPORT_REJECTED',
      fields: [{ path: 'c.csv:3' }],
    });
    const made = await importRun(me, { files, options: options('bad', { skipFaults: true }) });
    expect(made).toMatchObject({ pointCount: 1, provenance: { faultCount: 1 } });
  });

  it('refuses a JSON of no known source with what it saw, in the preview and in the import', async () => {
    const files = [file('settings.json', '{"model":"m","scores":[1,2]}')];
    const preview = await previewImportedRun(me, { files, options: previewImportedRunOptions.parse({}) });
    expect(preview).toMatchObject({ source: null, run: null, faultCount: 1 });
    await expect(importRun(me, { files, options: options('unknown') })).rejects.toMatchObject({
      code: 'IMPORT_REJECTED',
      fields: [{ path: 'settings.json, record 1', message: expect.stringContaining('"model", "scores"') }],
    });
  });

  it('previews without keeping', async () => {
    const input = { files: [file('c.csv', CURVE)], options: previewImportedRunOptions.parse({}) };
    const before = (await listImportedRuns(me, listImportedRunsQuery.parse({}))).items.length;
    expect(await previewImportedRun(me, input)).toMatchObject({ source: 'csv', run: { points: [{}, {}] } });
    expect((await listImportedRuns(me, listImportedRunsQuery.parse({}))).items).toHaveLength(before);
  });

  it('opens no bomb, no archive, no pickled state and no other encoding', async () => {
    const bomb = file('b.csv.gz', new Uint8Array(gzipSync(new Uint8Array(70_000_000))));
    await expect(importRun(me, { files: [bomb], options: options('bomb') })).rejects.toEqual(
      coded('BODY_TOO_LARGE'),
    );
    const odd = {
      'a.zip': [0x50, 0x4b, 3, 4],
      'state.dat': [0x80, 4, 0x95],
      'u.csv': [0xff, 0xfe, 0x61, 0],
      'latin.csv': [0xe9, 0x2c],
    };
    for (const [name, bytes] of Object.entries(odd)) {
      const given = { files: [file(name, new Uint8Array(bytes))], options: options(name) };
      await expect(importRun(me, given)).rejects.toMatchObject({
        code: 'IMPORT_REJECTED',
        howToProceed: [expect.stringContaining(name), expect.any(String)],
      });
    }
    const damaged = { files: [file('d.gz', new Uint8Array([0x1f, 0x8b, 1]))], options: options('d') };
    await expect(importRun(me, damaged)).rejects.toEqual(coded('IMPORT_REJECTED'));
  });

  it('stays in its workspace, leaves the list when archived, and stays readable', async () => {
    const made = await importRun(me, { files: [file('c.csv', CURVE)], options: options('put away') });
    const other = testActor('owner', { workspaceId: 'other' });
    await expect(getImportedRun(other, { importedRunId: made.id })).rejects.toEqual(coded('NOT_FOUND'));
    await expect(archiveImportedRun(other, { importedRunId: made.id })).rejects.toEqual(coded('NOT_FOUND'));
    const put = await archiveImportedRun(me, { importedRunId: made.id });
    expect(await archiveImportedRun(me, { importedRunId: made.id })).toEqual(put);
    const names = async (part: object) =>
      (await listImportedRuns(me, listImportedRunsQuery.parse(part))).items.map(({ name }) => name);
    expect(await names({})).not.toContain('put away');
    expect(await names({ archived: 'true', search: 'AWAY' })).toEqual(['put away']);
    expect((await getImportedRun(me, { importedRunId: made.id })).points).toHaveLength(2);
    await expect(restoreImportedRun(other, { importedRunId: made.id })).rejects.toEqual(coded('NOT_FOUND'));
    const back = await restoreImportedRun(me, { importedRunId: made.id });
    expect([back.archivedAt, (await restoreImportedRun(me, { importedRunId: made.id })).archivedAt]).toEqual([
      null,
      null,
    ]);
    expect(await names({})).toContain('put away');
    const told = await db().auditEntry.findMany({ where: { subject: made.id }, orderBy: { id: 'asc' } });
    expect(told.map(({ action }) => action).slice(-2)).toEqual([
      'importedRun.archived',
      'importedRun.restored',
    ]);
  });

  it('is compared with own runs only with the sentence that it decides nothing', async () => {
    const made = await importRun(me, { files: [file('c.csv', CURVE)], options: options('beside') });
    const found = await compareCurves(me, compareCurvesQuery.parse({ imported: made.id }));
    expect(found).toMatchObject({ own: [], imported: [{ id: made.id }] });
    expect(found.warning).toContain('open no gate');
    await expect(compareCurves(me, compareCurvesQuery.parse({ runs: 'run_none' }))).rejects.toEqual(
      coded('NOT_FOUND'),
    );
  });

  it('takes names within folders as they come, and none that leads out of them', async () => {
    const meta = JSON.stringify({ candidate_idx: 0, avg_val_score: 0.5, metric_calls_so_far: 4 });
    const files = [
      file('../../iterations/seed/meta.json', meta),
      file('C:\\run\\iterations\\seed\\components\\p.txt', 'Answer.'),
      file('same.txt', 'a'),
      file('same.txt', 'b'),
    ];
    const made = await importRun(me, { files, options: options('folders', { source: 'gepa' }) });
    expect(made.provenance.files.map(({ name }) => name)).toEqual([
      'iterations/seed/meta.json',
      'C:/run/iterations/seed/components/p.txt',
      'same.txt',
      '2/same.txt',
    ]);
    expect(made).toMatchObject({ method: 'gepa', pointCount: 1 });
  });
});
