import type { ChildProcess } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { AppError } from '@/lib/errors/app-error';
import type { embeddedPaths } from '@/server/config/kept-secrets';
import { bytesWords, NEW_DATABASE_BYTES, roomOf } from '@/server/db/disk-room';
import {
  type Binaries,
  type Identity,
  isAlive,
  ownerOf,
  settleIdentity,
  spawnAs,
} from '@/server/db/postgres-process';

/** Creates the files of a new embedded Postgres, and explains in one sentence why that or a start failed. */

export type Paths = ReturnType<typeof embeddedPaths>;

/**
 * Makes the cluster where there is none, and the name to run it under. initdb works in a folder of its own next to the
 * data folder and the result is renamed into place, so that nothing that lies in the data folder is ever removed: a first
 * start that was killed leaves only its own folder, which the next one removes.
 * @throws AppError CONFIG_INVALID where the data folder holds something that is no cluster.
 */
export async function settleCluster(binaries: Binaries, paths: Paths, password: string): Promise<Identity> {
  removeUnfinished(paths.home);
  const found = existsSync(paths.cluster) ? readdirSync(paths.cluster) : [];
  if (found.includes('PG_VERSION')) return settleIdentity(binaries, paths.cluster);
  if (found.length > 0) throw notACluster(paths, found);
  const { freeBytes } = roomOf(paths.home);
  if (freeBytes < NEW_DATABASE_BYTES)
    throw new AppError(
      'DISK_FULL',
      `The disk that holds ${paths.home} has ${bytesWords(freeBytes)} left and a new database needs ${bytesWords(NEW_DATABASE_BYTES)}: free some space, or choose another folder with WAGGLE_DATA_DIR.`,
    );
  const made = path.join(paths.home, `${UNFINISHED}${process.pid}`);
  mkdirSync(made, { mode: 0o700 });
  try {
    const identity = settleIdentity(binaries, made);
    await initCluster(binaries, identity, { folder: made, home: paths.home, password });
    // Removes an empty folder only, so that files written there meanwhile are refused and kept.
    if (existsSync(paths.cluster)) rmdirSync(paths.cluster);
    renameSync(made, paths.cluster);
    return identity;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

const UNFINISHED = 'unfinished-cluster-';

/** No server ever ran in these folders; a reused process id may be our own. */
function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = name.startsWith(UNFINISHED) ? Number(name.slice(UNFINISHED.length)) : Number.NaN;
    if (Number.isInteger(pid) && (pid === process.pid || !isAlive(pid)))
      rmSync(path.join(home, name), { recursive: true, force: true });
  }
}

function notACluster({ cluster }: Paths, found: readonly string[]): AppError {
  const named = found.slice(0, NAMED).join(', ');
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : '';
  return new AppError(
    'CONFIG_INVALID',
    `The database folder ${cluster} is not empty (${named}${more}) but has no file PG_VERSION, as after a restore of only a part of it. Nothing in it was changed. Restore all of it from a backup, choose another data folder with WAGGLE_DATA_DIR, or move ${cluster} away by hand to begin with an empty database.`,
  );
}

const NAMED = 5;

interface NewCluster {
  readonly folder: string;
  readonly home: string;
  readonly password: string;
}

/** Runs initdb as the given user; throws with its output. */
async function initCluster(
  binaries: Binaries,
  identity: Identity,
  { folder, home, password }: NewCluster,
): Promise<void> {
  const passwordForInitdb = path.join(home, `initdb-password-${process.pid}`);
  writeFileSync(passwordForInitdb, password, { mode: 0o600 });
  const owner = ownerOf(identity);
  if (owner) chownSync(passwordForInitdb, owner.uid, owner.gid);
  try {
    const flags = [
      '--auth=scram-sha-256',
      `--pwfile=${passwordForInitdb}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ];
    const child = spawnAs(identity, binaries.initdb, ['-D', folder, '-U', 'postgres', ...flags], {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, output } = await outcomeOf(child);
    if (code !== 0) throw new Error(output);
  } finally {
    rmSync(passwordForInitdb, { force: true });
  }
}

function outcomeOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const add = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', add);
    child.stderr?.on('data', add);
    child.once('error', (error) => resolve({ code: null, output: `${output}${error.message}` }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Whether an error of the system or Postgres means a full disk. */
export const isNoRoom = (error: unknown) =>
  /ENOSPC|No space left|could not extend file|wrote only/i.test(saidBy(error));

function saidBy(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return `${code} ${error instanceof Error ? error.message : String(error)}`;
}

/** Turns an error of the system or Postgres into one sentence. */
export function explain(error: unknown, folder: string): string {
  const said = saidBy(error);
  if (isNoRoom(error))
    return `The disk that holds ${folder} is full: free some space, or choose another folder with WAGGLE_DATA_DIR.`;
  if (/EACCES|EPERM|EROFS|ENOTDIR|EEXIST|Permission denied|Read-only/i.test(said)) {
    return `The folder ${folder} cannot be written by this user: fix its owner, or choose another with WAGGLE_DATA_DIR.`;
  }
  if (/28P01|password authentication/i.test(said)) {
    return `The embedded Postgres in ${folder} does not accept its kept password: another server may be using that folder.`;
  }
  const fatal = /(?:FATAL|PANIC|error): +(.*)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1);
  return `The embedded Postgres in ${folder} does not start: ${fatal}. Its log is ${path.join(folder, 'postgres.log')}.`;
}
