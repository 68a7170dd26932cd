import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sealSecret } from '@/server/adapters/secret-box';
import { closeDb, db } from '@/server/db/client';
import { createEmptyDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { makeListener } from '@/server/events/listener';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { sealAudit } from '@/server/services/audit/seal-audit';
import { startRun } from '@/server/services/launches/start-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { checkBooks } from './drill-checks';
import { type BackupManifest, readManifest } from './manifest';
import { restoreBackup } from './restore-backup';
import { PASSPHRASE, runCommand, startCommand } from './testing/backup-command';
import { writeBackup } from './write-backup';

const SECRET = 'a secret of the tests, long enough to be taken';
const tell = () => undefined;
const root = mkdtempSync(path.join(os.tmpdir(), 'waggle-backup-'));
const dataDir = path.join(root, 'data');
/**
 * For a new release, set WAGGLE_NEW_FIXTURE to a folder below testing/fixtures to keep the backup of its
 * schema.
 */
const whole = path.resolve(process.env.WAGGLE_NEW_FIXTURE ?? path.join(root, 'whole'));
const databases: TestDatabase[] = [];
let lab: PracticeLab;
let experimentId: string;
let finished: string;

beforeAll(async () => {
  lab = await openPracticeLab({ train: 30, heldOut: 20, timeScale: 200 });
  const keyCiphertext = sealSecret('sk-practice', lab.providerId, SECRET);
  await db().provider.update({ where: { id: lab.providerId }, data: { keyCiphertext } });
  const batch = { kind: 'static', size: 10, reason: 'A fixed size makes twins comparable.' };
  experimentId = await lab.makeExperiment({ batch });
  finished = await newRun();
  await carry(finished, lab.database);
  // As the worker does every few seconds: a change is detected only in sealed entries.
  await sealAudit(lab.actor.workspaceId, 'all');
  const made = await runCommand('backup', [whole], {
    url: lab.database.url,
    dataDir,
    env: { WAGGLE_SECRET: SECRET },
  });
  expect(made).toMatchObject({ code: 0, err: '' });
});
afterAll(async () => {
  for (const one of databases) await one.close();
  await lab.close();
  rmSync(root, { recursive: true, force: true });
});

async function newRun(): Promise<string> {
  return (await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 3 })).id;
}

async function carry(runId: string, { url, pg }: TestDatabase): Promise<void> {
  const listener = makeListener(url);
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const parts = { worker: 'w', pool: pg, listener, closing: new AbortController().signal };
  expect(await executeRun(job, parts).finally(() => listener.close())).toBe('done');
}

async function empty(): Promise<TestDatabase> {
  const made = await createEmptyDatabase();
  databases.push(made);
  return made;
}

const runOf = async ({ pg }: TestDatabase, id: string) =>
  (await pg.query('SELECT status, "runHash", "lastSeq" FROM "Run" WHERE id = $1', [id])).rows[0];

/** The uncompressed content of a backup's files. */
const textsIn = (folder: string) =>
  readdirSync(folder).map((file) => {
    const bytes = readFileSync(path.join(folder, file));
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  });

async function rowCounts({ pg }: TestDatabase, { tables }: BackupManifest) {
  const counted = tables.map(async ({ name }) => {
    const { rows } = await pg.query(`SELECT count(*)::int AS rows FROM "${name}"`);
    return [name, rows[0].rows] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}

describe('a backup', () => {
  it('made during a run is a consistent snapshot: restored elsewhere, that run ends with the same hash', async () => {
    const going = await newRun();
    const carried = carry(going, lab.database);
    const hasBegun = async () => (await runOf(lab.database, going)).lastSeq > 5;
    await expect.poll(hasBegun, { interval: 5 }).toBe(true);
    const folder = path.join(root, 'while-running');
    const manifest = await writeBackup({ url: lab.database.url, folder, secrets: null, tell });
    await carried;
    const expected = await runOf(lab.database, going);
    expect(expected).toMatchObject({
      status: 'finished',
      runHash: (await runOf(lab.database, finished)).runHash,
    });
    const other = await empty();
    await restoreBackup({ url: other.url, folder, manifest, tell });
    expect(await rowCounts(other, manifest)).toEqual(
      Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows])),
    );
    expect(await runOf(other, going)).toMatchObject({ status: 'running', runHash: null });
    await Promise.all([closeDb(), closeLedgerPool()]);
    asEnvironment(other);
    await carry(going, other);
    expect(await runOf(other, going)).toMatchObject({ status: 'finished', runHash: expected.runHash });
    await Promise.all([closeDb(), closeLedgerPool()]);
    asEnvironment(lab.database);
  });

  it('names the objects outside that it does not hold, as of its moment', async () => {
    const folder = path.join(root, 'outside');
    const { traceObject } = db();
    const of = (key: string, state: string) => ({
      key,
      state,
      workspaceId: lab.actor.workspaceId,
      bytes: 500_000,
    });
    await traceObject.createMany({ data: [of('a', 'kept'), of('b', 'kept'), of('c', 'removing')] });
    const made = await runCommand('backup', ['--without-secrets', folder], {
      url: lab.database.url,
      dataDir,
      env: { WAGGLE_OBJECTS_BUCKET: 'waggle-traces' },
    });
    await traceObject.deleteMany({});
    expect(made).toMatchObject({
      code: 0,
      out: expect.stringMatching(/2 objects .*1\.0 MB.* waggle-traces/),
    });
    expect(readManifest(folder).outside).toEqual({ bucket: 'waggle-traces', objects: 2, bytes: 1_000_000 });
    expect(readManifest(whole).outside).toMatchObject({ objects: 0 });
  });

  it('holds no secret that is readable without the passphrase', () => {
    expect(readManifest(whole).secretsSha256).not.toBeNull();
    for (const text of textsIn(whole)) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(PASSPHRASE);
    }
  });

  it('that was killed is marked as incomplete and refused by the restore', async () => {
    const folder = path.join(root, 'killed');
    const client = await lab.database.pg.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE "Workspace" IN ACCESS EXCLUSIVE MODE');
    const child = startCommand('backup', ['--without-secrets', folder], { url: lab.database.url, dataDir });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await expect.poll(() => existsSync(path.join(folder, 'User.copy.gz'))).toBe(true);
    child.kill('SIGKILL');
    await ended;
    await client.query('ROLLBACK');
    client.release();
    expect(existsSync(path.join(folder, 'INCOMPLETE'))).toBe(true);
    expect(existsSync(path.join(folder, 'manifest.json'))).toBe(false);
    // The first check of a restore, before it opens a database.
    expect(() => readManifest(folder)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });

  it('overwrites nothing: a folder that is not empty is refused and kept', async () => {
    const before = readdirSync(whole);
    const again = writeBackup({ url: lab.database.url, folder: whole, secrets: null, tell });
    await expect(again).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(readdirSync(whole)).toEqual(before);
  });
});

describe('a restore', () => {
  it('restores rows, triggers, references, numbering and the secret; a second restore is refused', async () => {
    const other = await empty();
    const place = { url: other.url, dataDir: path.join(root, 'restored') };
    const restored = await runCommand('restore', [whole], place);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(path.join(place.dataDir, 'secret'), 'utf8')).toBe(SECRET);
    const counts = await rowCounts(other, readManifest(whole));
    expect(counts.LedgerEntry).toBeGreaterThan(0);
    const catalogue = `SELECT (SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated
          AND connamespace = 'public'::regnamespace) AS keys,
      (SELECT count(*) FROM pg_trigger WHERE tgenabled = 'O' AND NOT tgisinternal) AS triggers`;
    expect((await other.pg.query(catalogue)).rows).toEqual((await lab.database.pg.query(catalogue)).rows);
    const next = `INSERT INTO "AuditEntry" ("workspaceId", actor, action, subject, detail) VALUES ($1, 'a', 'b', 'c', '{}')`;
    await expect(other.pg.query(next, [lab.actor.workspaceId])).resolves.toMatchObject({ rowCount: 1 });
    await expect(other.pg.query('DELETE FROM "LedgerEntry"')).rejects.toThrow();
    const second = restoreBackup({ url: other.url, folder: whole, manifest: readManifest(whole), tell });
    await expect(second).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      message: expect.stringMatching(/WAGGLE_DATA_DIR.*DATABASE_URL/),
    });
  });

  it.each([
    ['a wrong passphrase', { WAGGLE_BACKUP_PASSPHRASE: 'another passphrase' }],
    ['another secret in use', { WAGGLE_SECRET: 'another secret that is long enough here' }],
  ])('with %s changes nothing', async (_what, env) => {
    const other = await empty();
    const place = { url: other.url, dataDir: path.join(root, 'untouched'), env };
    expect((await runCommand('restore', [whole], place)).code).toBe(1);
    expect((await other.pg.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0);
    expect(existsSync(place.dataDir)).toBe(false);
  });

  it('of a changed file loads nothing and names the file', async () => {
    const folder = path.join(root, 'changed');
    const manifest = await writeBackup({ url: lab.database.url, folder, secrets: null, tell });
    const file = path.join(folder, 'Example.copy.gz');
    const text = gunzipSync(readFileSync(file)).toString('utf8');
    writeFileSync(file, gzipSync(text.replace('plus', 'minus')));
    const other = await empty();
    await expect(restoreBackup({ url: other.url, folder, manifest, tell })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('Example.copy.gz'),
    });
    expect((await other.pg.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0);
  });
});

describe('a drill', () => {
  const lines = (out: string) => out.split('\n').map((line) => line.slice(0, 32));

  it('passes on a whole backup, check by check', async () => {
    const { code, out } = await runCommand('backup', ['--drill', whole], {
      url: 'postgresql://127.0.0.1:1/none',
      dataDir,
    });
    expect(out).not.toContain('failed');
    expect(code).toBe(0);
    const passed = lines(out).filter((line) => line.startsWith('passed'));
    for (const what of [
      'secrets',
      'load',
      'read back',
      'schema',
      'provider keys',
      'audit log',
      'ledgers',
      'run ',
    ])
      expect(passed.some((line) => line.includes(what))).toBe(true);
  });

  it('fails on a database whose audit log and ledgers were tampered with before the backup, and names both', async () => {
    const other = await empty();
    await restoreBackup({ url: other.url, folder: whole, manifest: readManifest(whole), tell });
    for (const [table, sql] of [
      ['AuditEntry', `UPDATE "AuditEntry" SET actor = 'mallory'`],
      ['LedgerEntry', `DELETE FROM "LedgerEntry" WHERE seq = 2`],
    ])
      await other.pg.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER; ${sql}`);
    await Promise.all([closeDb(), closeLedgerPool()]);
    asEnvironment(other);
    const failed: string[] = [];
    for await (const { what, outcome } of checkBooks()) if (outcome === 'failed') failed.push(what);
    expect(failed).toEqual(expect.arrayContaining(['audit log', 'ledgers']));
    await Promise.all([closeDb(), closeLedgerPool()]);
    asEnvironment(lab.database);
    if (!inject('isFull')) return;

    const folder = path.join(root, 'tampered');
    await writeBackup({ url: other.url, folder, secrets: null, tell });
    const { code, out } = await runCommand('backup', ['--drill', folder], { url: other.url, dataDir });
    expect(code).toBe(1);
    const told = lines(out).filter((line) => line.startsWith('failed'));
    for (const what of ['audit log', 'ledgers']) expect(told.join()).toContain(what);
  });
});
