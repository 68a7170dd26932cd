import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '@/lib/errors/app-error';
import { isLongSecret, SHORT_SECRET } from './installation-secret';

/**
 * Files that this machine keeps in the data folder: a random secret, and the address of its embedded
 * Postgres. Every file with a secret is readable only by its owner. The remarks for Turbopack keep its tracer
 * from copying the data folder, secrets included, into the build.
 */

const SECRET_BYTES = 32;

/** Paths of the embedded Postgres below the data folder. */
export function embeddedPaths(dataDir: string) {
  const home = path.join(/*turbopackIgnore: true*/ dataDir, 'postgres');
  return {
    home,
    cluster: path.join(/*turbopackIgnore: true*/ home, 'data'),
    password: path.join(/*turbopackIgnore: true*/ home, 'password'),
    port: path.join(/*turbopackIgnore: true*/ home, 'port'),
    log: path.join(/*turbopackIgnore: true*/ home, 'postgres.log'),
  };
}

/** The address of the embedded database, or null if none was ever made. */
export function embeddedDatabaseUrl(dataDir: string): string | null {
  const paths = embeddedPaths(dataDir);
  if (
    !existsSync(/*turbopackIgnore: true*/ paths.password) ||
    !existsSync(/*turbopackIgnore: true*/ paths.port)
  )
    return null;
  const password = readFileSync(/*turbopackIgnore: true*/ paths.password, 'utf8').trim();
  return postgresUrl(Number(readFileSync(/*turbopackIgnore: true*/ paths.port, 'utf8')), password, 'waggle');
}

export function postgresUrl(port: number, password: string, database: string): string {
  return `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** A secret created at the first call and kept; two processes that ask at once get the same one. */
export function keptSecret(dataDir: string): string {
  const file = path.join(/*turbopackIgnore: true*/ dataDir, 'secret');
  const secret = keepSecretFile(file);
  if (isLongSecret(secret)) return secret;
  throw new AppError('CONFIG_INVALID', `The secret in the file ${file} ${SHORT_SECRET}.`);
}

/** The kept secret, or null; creates none. */
export function foundSecret(dataDir: string): string | null {
  const file = path.join(/*turbopackIgnore: true*/ dataDir, 'secret');
  return existsSync(/*turbopackIgnore: true*/ file)
    ? readFileSync(/*turbopackIgnore: true*/ file, 'utf8').trim()
    : null;
}

/** Keeps the secret of a backup if there is none yet. */
export function keepGivenSecret(dataDir: string, secret: string): void {
  const file = path.join(/*turbopackIgnore: true*/ dataDir, 'secret');
  makeFolder(dataDir);
  if (!existsSync(/*turbopackIgnore: true*/ file)) writeWhole(file, secret);
}

/**
 * Creates a folder and its parents, one at a time: where a system answers ENOENT for a new folder (/proc),
 * Node's own recursion never ends.
 */
export function makeFolder(folder: string): void {
  if (existsSync(/*turbopackIgnore: true*/ folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(/*turbopackIgnore: true*/ folder, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Reads a secret file, or creates it with mode 0600. */
export function keepSecretFile(file: string): string {
  try {
    makeFolder(path.dirname(file));
    if (!existsSync(/*turbopackIgnore: true*/ file))
      writeWhole(file, randomBytes(SECRET_BYTES).toString('base64url'));
    return readFileSync(/*turbopackIgnore: true*/ file, 'utf8').trim();
  } catch (error) {
    const message = `The file ${file} cannot be read or written: fix its folder's owner and space, or choose another with WAGGLE_DATA_DIR.`;
    throw new AppError('CONFIG_INVALID', message, { cause: error });
  }
}

/**
 * Writes to a temporary file and links it into place, so that no process reads half a secret; the first of
 * two writers wins.
 */
function writeWhole(file: string, text: string): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(/*turbopackIgnore: true*/ aside, text, { mode: 0o600 });
  try {
    linkSync(/*turbopackIgnore: true*/ aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(/*turbopackIgnore: true*/ aside, { force: true });
  }
}
