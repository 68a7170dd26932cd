import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { AppError } from '@/lib/errors/app-error';
import { readBucket } from '@/server/config/objects';
import { MIGRATION_LOCK } from '@/server/db/migrate';
import { countKeptObjects } from '@/server/repositories/trace-objects';
import { CODE_VERSION } from '@/server/services/runs/code-version';
import { copyOut } from './copy-table';
import {
  type BackedUpTable,
  type BackupManifest,
  beginFolder,
  completeFolder,
  SECRETS,
  sha256,
} from './manifest';
import { sealSecrets } from './sealed-secrets';
import { connectForCopy, listApplied, listSequences, listTables } from './tables';

/**
 * A backup while Waggle works: every table as of one moment, because all are read in one REPEATABLE READ transaction,
 * which waits for no writer and which no writer waits for. Only a migration waits until it is done.
 */
export interface BackupRequest {
  readonly url: string;
  readonly folder: string;
  /** Null = the backup holds no secrets. */
  readonly secrets: { readonly secret: string; readonly passphrase: string } | null;
  readonly tell: (line: string) => void;
}

export async function writeBackup({ url, folder, secrets, tell }: BackupRequest): Promise<BackupManifest> {
  const startedMs = performance.now();
  const madeAt = new Date().toISOString();
  openFolder(folder);
  const client = await connectForCopy(url);
  try {
    const copied = await readDatabase(client, folder, tell);
    let secretsSha256: string | null = null;
    if (secrets !== null) {
      const sealed = sealSecrets({ secret: secrets.secret }, secrets.passphrase);
      writeFileSync(path.join(folder, SECRETS), sealed, { flag: 'wx', mode: 0o600, flush: true });
      secretsSha256 = sha256(sealed);
    }
    const manifest: BackupManifest = {
      format: 'waggle-backup',
      version: 1,
      ...{ madeAt, tookMs: Math.round(performance.now() - startedMs), waggle: CODE_VERSION },
      ...copied,
      secretsSha256,
    };
    completeFolder(folder, manifest);
    return manifest;
  } catch (error) {
    throw diskFull(error, folder) ?? error;
  } finally {
    await client.end();
  }
}

/** A database of an older version knows none. */
const NO_OBJECTS = { objects: 0, bytes: 0 };

async function readDatabase(client: pg.Client, folder: string, tell: BackupRequest['tell']) {
  // Before the transaction, whose first statement takes the snapshot.
  await client.query('SELECT pg_advisory_lock_shared($1)', [MIGRATION_LOCK]);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const migrations = await listApplied(client);
  if (migrations.length === 0)
    throw new AppError('NOT_FOUND', 'This database was never used by Waggle: there is nothing to back up.');
  const listed = await listTables(client);
  const tables: BackedUpTable[] = [];
  for (const table of listed) {
    const startedMs = performance.now();
    const copied = await copyOut(client, table, folder);
    tables.push(copied);
    tell(progressLine(copied, { of: listed.length, at: tables.length, ms: performance.now() - startedMs }));
  }
  const hasObjects = listed.some(({ name }) => name === 'TraceObject');
  const outside = { bucket: readBucket(), ...(hasObjects ? await countKeptObjects(client) : NO_OBJECTS) };
  // Read last: a sequence knows no snapshot, and too high a number is harmless.
  const sequences = await listSequences(client);
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.query('COMMIT');
  return { migrations, tables, sequences, outside, postgres: rows[0]?.server_version ?? 'unknown' };
}

function openFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    beginFolder(folder);
  } catch (error) {
    if (AppError.is(error)) throw error;
    const message = `The folder ${folder} cannot be written: ${(error as Error).message}.`;
    throw diskFull(error, folder) ?? new AppError('INPUT_INVALID', message, { cause: error });
  }
}

function diskFull(error: unknown, folder: string): AppError | null {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return null;
  return new AppError(
    'INPUT_INVALID',
    `The disk that holds ${folder} is full: free some space there, or back up to another disk. What was written is marked INCOMPLETE.`,
    { cause: error },
  );
}

export function progressLine(
  { name, rows, bytes }: Pick<BackedUpTable, 'name' | 'rows' | 'bytes'>,
  { at, of, ms }: { readonly at: number; readonly of: number; readonly ms: number },
): string {
  const count = `${at}/${of}`.padStart(7);
  return `${count} ${name.padEnd(22)} ${String(rows).padStart(9)} rows ${inMegabytes(bytes).padStart(9)} ${(ms / 1000).toFixed(1).padStart(6)} s`;
}

export const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
