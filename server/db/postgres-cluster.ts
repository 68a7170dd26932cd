import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { embeddedPaths } from '@/server/config/kept-secrets';
import { type Binaries, type Identity, ownerOf, spawnAs } from '@/server/db/postgres-process';

/** Makes the files of a new embedded Postgres, and says in one sentence why one could not be made or started. */

export type Paths = ReturnType<typeof embeddedPaths>;

/** Runs initdb under that name; throws with what it said. */
export async function initCluster(
  binaries: Binaries,
  identity: Identity,
  paths: Paths,
  password: string,
): Promise<void> {
  // What a killed initdb left would make the next one refuse.
  rmSync(paths.cluster, { recursive: true, force: true });
  mkdirSync(paths.cluster, { mode: 0o700 });
  const passwordForInitdb = path.join(paths.cluster, '..', `initdb-password-${process.pid}`);
  writeFileSync(passwordForInitdb, password, { mode: 0o600 });
  const owner = ownerOf(identity);
  if (owner) for (const file of [paths.cluster, passwordForInitdb]) chownSync(file, owner.uid, owner.gid);
  try {
    const flags = [
      '--auth=scram-sha-256',
      `--pwfile=${passwordForInitdb}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ];
    const child = spawnAs(identity, binaries.initdb, ['-D', paths.cluster, '-U', 'postgres', ...flags], {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, output } = await outcomeOf(child);
    if (code === 0) return;
    rmSync(path.join(paths.cluster, 'PG_VERSION'), { force: true });
    throw new Error(output);
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

/** One sentence out of what the system or Postgres said. */
export function explain(error: unknown, folder: string): string {
  const said = `${(error as NodeJS.ErrnoException).code ?? ''} ${error instanceof Error ? error.message : String(error)}`;
  if (/ENOSPC|No space left|could not extend file|wrote only/i.test(said))
    return `The disk that holds ${folder} is full: free some space, or choose another folder with WAGGLE_DATA_DIR.`;
  if (/EACCES|EPERM|EROFS|ENOTDIR|EEXIST|Permission denied|Read-only/i.test(said)) {
    return `The folder ${folder} cannot be written by this user: mend its owner, or choose another with WAGGLE_DATA_DIR.`;
  }
  if (/28P01|password authentication/i.test(said)) {
    return `The embedded Postgres in ${folder} does not accept its kept password: another server may be using that folder.`;
  }
  const fatal = /(?:FATAL|PANIC|error): +(.*)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1);
  return `The embedded Postgres in ${folder} does not start: ${fatal}. Its log is ${path.join(folder, 'postgres.log')}.`;
}
