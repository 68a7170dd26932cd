import type pg from 'pg';
import { AppError } from '@/lib/errors/app-error';
import { type Migration, migrate, migrationChecksum, readMigrations, readUpgrade } from '@/server/db/migrate';
import { copyIn, isSame, measureFile, rowsInFile, rowsInTable } from './copy-table';
import type { BackedUpTable, BackupManifest } from './manifest';
import { connectForCopy, firstFilled, listApplied, listTables, quoted } from './tables';
import { progressLine } from './write-backup';

/**
 * Loads a backup into an empty database: migrates to the backup's schema, loads every table in one
 * transaction, and migrates to this version's schema. If it is killed, the database is left without rows and
 * the restore can be repeated. Needs no superuser: the owner of the tables has all the required rights.
 */
export interface RestoreRequest {
  readonly url: string;
  readonly folder: string;
  readonly manifest: BackupManifest;
  readonly tell: (line: string) => void;
  /** Called once the database was found empty, before rows are loaded; a repeated restore calls it again. */
  readonly beforeLoad?: () => void;
  /** Reads every table again after loading and compares it; used by the drill. */
  readonly readsBack?: boolean;
}

export interface Restored {
  readonly rows: number;
  /** Migrations that the backup did not have yet. */
  readonly upgraded: readonly string[];
  /** Tables that differ from the backup after loading; always empty without `readsBack`. */
  readonly differing: readonly string[];
}

/** @throws AppError INPUT_INVALID if a file was changed, STATE_CONFLICT if the database is not empty. */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { url, folder, manifest } = request;
  const known = migrationsOf(manifest);
  for (const table of manifest.tables) await refuseChanged(table, folder);
  const client = await connectForCopy(url);
  let differing: string[] = [];
  try {
    const upgrade = startsWithSquash(known) ? readUpgrade() : [];
    await refuseUnlessEmpty(client, [...upgrade, ...known]);
    request.beforeLoad?.();
    await migrate(url, known, upgrade);
    differing = await loadAll(client, request);
  } finally {
    await client.end();
  }
  const upgraded = await migrate(url);
  return { rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), upgraded, differing };
}

/**
 * The backup's migrations, as this version has them. Together, those in prisma/upgrade make the same schema
 * as the squash.
 */
function migrationsOf({ migrations, waggle }: BackupManifest): Migration[] {
  const wanted = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const [older, newer] = [readUpgrade(), readMigrations()];
  const known = [...older, ...newer].filter(({ name, sql }) => wanted.get(name) === migrationChecksum(sql));
  if (known.length === wanted.size)
    return older.every((one) => known.includes(one)) ? newer.slice(0, 1) : known;
  throw new AppError(
    'INPUT_INVALID',
    `The backup was made by another version of Waggle (${waggle}) with a database schema that this one does not know: restore it with that version or a newer one.`,
  );
}

const startsWithSquash = ([first]: readonly Migration[]) => first?.name === readMigrations()[0]?.name;

async function refuseChanged(table: BackedUpTable, folder: string): Promise<void> {
  const found = await measureFile(table, folder).catch((cause: Error) => {
    throw changed(table, cause);
  });
  if (!isSame(found, table)) throw changed(table);
}

function changed({ file }: BackedUpTable, cause?: Error): AppError {
  const why = cause ? `cannot be read (${cause.message})` : 'is not what the backup wrote';
  return new AppError('INPUT_INVALID', `The file ${file} of the backup ${why}: restore another backup.`, {
    cause,
  });
}

async function refuseUnlessEmpty(client: pg.Client, allowed: readonly Migration[]): Promise<void> {
  const filled = await firstFilled(client, await listTables(client));
  if (filled !== null) throw notEmpty(`its table ${filled} holds rows`);
  const names = new Set(allowed.map(({ name }) => name));
  const newer = (await listApplied(client)).find(({ name }) => !names.has(name));
  if (newer)
    throw new AppError(
      'STATE_CONFLICT',
      `The backup is of an older version and needs a database without tables; this one has no rows, but the tables of a newer version (${newer.name}). Nothing was changed. Name a new data folder with WAGGLE_DATA_DIR, or a newly created database with DATABASE_URL: the restore then brings the backup up to date.`,
    );
}

function notEmpty(why: string): AppError {
  return new AppError(
    'STATE_CONFLICT',
    `A backup is restored into an empty database only, and this one is not: ${why}. Nothing was changed. Name a new data folder with WAGGLE_DATA_DIR, or an empty database with DATABASE_URL.`,
  );
}

/** References and triggers are off while rows are loaded: a backup already holds what the triggers wrote. */
async function loadAll(client: pg.Client, { folder, manifest, tell, readsBack }: RestoreRequest) {
  const { tables, sequences } = manifest;
  const differing: string[] = [];
  await client.query('BEGIN');
  const { rows: references } = await client.query<{ owner: string; name: string; definition: string }>(
    REFERENCES,
  );
  for (const { owner, name } of references)
    await client.query(`ALTER TABLE ${owner} DROP CONSTRAINT ${quoted(name)}`);
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  // The locks exclude other writers, so empty tables stay empty.
  const filled = await firstFilled(client, tables);
  if (filled !== null) throw notEmpty(`its table ${filled} holds rows`);
  for (const [index, table] of tables.entries()) {
    const startedMs = performance.now();
    if (!isSame(await copyIn(client, table, folder), table)) throw changed(table);
    if (readsBack && !(await readsAsWritten(client, table, folder))) differing.push(table.name);
    tell(progressLine(table, { at: index + 1, of: tables.length, ms: performance.now() - startedMs }));
  }
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
  for (const { owner, name, definition } of references)
    await client.query(`ALTER TABLE ${owner} ADD CONSTRAINT ${quoted(name)} ${definition}`);
  for (const { name, lastValue, isCalled } of sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), lastValue, isCalled]);
  await client.query('COMMIT');
  await client.query('ANALYZE');
  return differing;
}

async function readsAsWritten(client: pg.Client, table: BackedUpTable, folder: string): Promise<boolean> {
  const [read, written] = [await rowsInTable(client, table), await rowsInFile(table, folder)];
  return read.rows === written.rows && read.sum === written.sum;
}

const REFERENCES = `
SELECT conrelid::regclass::text AS owner, conname AS name, pg_get_constraintdef(oid) AS definition
FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conname`;
