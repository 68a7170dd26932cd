import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '@/lib/errors/app-error';

/**
 * The manifest of a backup. It is written last, in one step, and the folder holds a file named INCOMPLETE
 * until then: a backup that was killed is recognisable and never restored. Uses no Postgres.
 */
const tableShape = z.object({
  name: z.string(),
  file: z.string().regex(/^[\w-]+\.copy\.gz$/),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
  /** Size of the uncompressed text that Postgres wrote. */
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});

const manifestShape = z.object({
  format: z.literal('waggle-backup'),
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  tookMs: z.number(),
  waggle: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableShape),
  /** As text: they are 64-bit numbers. */
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  /** Objects with bodies of traces, which the backup does not hold; absent in older backups. */
  outside: z
    .object({ bucket: z.string().nullable(), objects: z.int().nonnegative(), bytes: z.number() })
    .optional(),
  /** Hash of the file with the encrypted secrets; null = the backup was made without them. */
  secretsSha256: z.string().nullable(),
});

export type BackupManifest = z.output<typeof manifestShape>;
export type BackedUpTable = z.output<typeof tableShape>;

const MANIFEST = 'manifest.json';
const INCOMPLETE = 'INCOMPLETE';
export const SECRETS = 'secrets.json';

/** Null = the backup holds everything. */
export function outsideWords({ outside }: BackupManifest): string | null {
  if (outside === undefined || outside.objects === 0) return null;
  const { bucket, objects, bytes } = outside;
  const where = bucket === null ? 'of the object store, which is not set here' : bucket;
  return `${objects} objects (${(bytes / 1e6).toFixed(1)} MB) with records of traces, in the bucket ${where}`;
}

/** @throws AppError INPUT_INVALID if the folder is not empty: a backup never overwrites. */
export function beginFolder(folder: string): void {
  if (readdirSync(folder).length > 0)
    throw new AppError(
      'INPUT_INVALID',
      `The folder ${folder} is not empty and a backup overwrites nothing: name a new folder.`,
    );
  writeFileSync(
    path.join(folder, INCOMPLETE),
    'This backup was not finished and cannot be restored. Delete this folder and make the backup again.\n',
    { mode: 0o600 },
  );
}

export function completeFolder(folder: string, manifest: BackupManifest): void {
  const aside = path.join(folder, `${MANIFEST}.new`);
  writeFileSync(aside, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(aside, path.join(folder, MANIFEST));
  rmSync(path.join(folder, INCOMPLETE));
}

/** @throws AppError INPUT_INVALID if the backup is missing, incomplete, or unreadable for this version. */
export function readManifest(folder: string): BackupManifest {
  if (existsSync(path.join(folder, INCOMPLETE)))
    throw refused(folder, 'was not finished: restore another one');
  const file = path.join(folder, MANIFEST);
  if (!existsSync(file))
    throw refused(folder, `has no ${MANIFEST}: name the folder that npm run backup made`);
  try {
    return manifestShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof z.ZodError)
      throw refused(folder, `has a ${MANIFEST} that this version of Waggle cannot read`, cause);
    throw cause;
  }
}

/** The encrypted secrets, checked against the manifest; null if the backup has none. */
export function readSealedSecrets(folder: string, { secretsSha256 }: BackupManifest): string | null {
  if (secretsSha256 === null) return null;
  const file = path.join(folder, SECRETS);
  if (!existsSync(file)) throw refused(folder, `lost its file ${SECRETS}`);
  const text = readFileSync(file, 'utf8');
  if (sha256(text) !== secretsSha256) throw refused(folder, `has a file ${SECRETS} that was changed`);
  return text;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function refused(folder: string, why: string, cause?: unknown): AppError {
  return new AppError('INPUT_INVALID', `The backup in ${folder} ${why}.`, { cause });
}
