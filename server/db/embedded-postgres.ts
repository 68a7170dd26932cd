import { type ChildProcess, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '@/lib/errors/app-error';
import { embeddedPaths, keepSecretFile, makeFolder, postgresUrl } from '@/server/config/kept-secrets';
import { freePort } from '@/server/config/ports';
import { explain, isNoRoom, type Paths, settleCluster } from '@/server/db/postgres-cluster';
import {
  type Binaries,
  findBinaries,
  type Identity,
  isAlive,
  isPostgresAlive,
  spawnAs,
} from '@/server/db/postgres-process';

/**
 * A real Postgres for an installation without one: its cluster lies below the data folder, it listens on loopback
 * alone, asks for a random password, and is found again (alive, or dead with its traces) by the next start. Knows
 * nothing of Waggle's tables.
 */

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;
const LOG_BYTES_MAX = 20_000_000;

export interface EmbeddedPostgres {
  readonly url: string;
  readonly pid: number;
  /** An earlier start had left it running. */
  readonly reused: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Further `-c name=value` of the server; tests give up durability for speed. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Makes the cluster at the first call, starts it or takes over a running one, and makes the database `waggle`. */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const paths = embeddedPaths(dataDir);
  const binaries = await findBinaries();
  try {
    makeFolder(paths.home);
    const password = keepSecretFile(paths.password);
    const identity = await settleCluster(binaries, paths, password);
    const running = await takeOver(paths, password);
    const server =
      running ?? (await startServer(binaries, identity, paths, password, options.settings ?? {}));
    await createDatabase(postgresUrl(server.port, password, 'postgres'), 'waggle');
    return {
      url: postgresUrl(server.port, password, 'waggle'),
      pid: server.pid,
      reused: running !== null,
      stop: () => stopServer(server.pid),
    };
  } catch (error) {
    if (AppError.is(error)) throw error;
    const code = isNoRoom(error) ? 'DISK_FULL' : 'CONFIG_INVALID';
    throw new AppError(code, explain(error, paths.home), { cause: error });
  }
}

interface Server {
  readonly pid: number;
  readonly port: number;
}

/** A server that a killed start left behind goes on serving; a file that a killed server left behind is removed. */
async function takeOver(paths: Paths, password: string): Promise<Server | null> {
  const file = path.join(paths.cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number);
  if (pid && port && isPostgresAlive(pid)) {
    await waitUntilReady(port, password, () => isAlive(pid));
    writeFileSync(paths.port, String(port));
    return { pid, port };
  }
  rmSync(file, { force: true });
  return null;
}

async function startServer(
  binaries: Binaries,
  identity: Identity,
  paths: Paths,
  password: string,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const port = await freePort(existsSync(paths.port) ? Number(readFileSync(paths.port, 'utf8')) : 0);
    writeFileSync(paths.port, String(port));
    const child = spawnServer(binaries, identity, paths, { port: String(port), ...settings });
    const since = statSync(paths.log).size;
    try {
      await waitUntilReady(
        port,
        password,
        () => child.exitCode === null && child.signalCode === null && child.pid !== undefined,
      );
      return { pid: child.pid ?? 0, port };
    } catch (error) {
      if (child.pid !== undefined && child.exitCode === null) child.kill('SIGQUIT');
      const said = readFileSync(paths.log, 'utf8').slice(since);
      // Orphans of a killed server need a moment to notice; a port may be taken between look and use.
      const passes = /shared memory block|Address already in use/i.test(said);
      if (!passes || Date.now() > deadline) throw new Error(said || String(error), { cause: error });
      await wait(300);
    }
  }
}

function spawnServer(
  binaries: Binaries,
  identity: Identity,
  paths: Paths,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  if (existsSync(paths.log) && statSync(paths.log).size > LOG_BYTES_MAX)
    renameSync(paths.log, `${paths.log}.1`);
  const log = openSync(paths.log, 'a', 0o600);
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A group of its own: Ctrl-C goes to a whole group, and the database must be the last to leave.
  const child = spawnAs(identity, binaries.postgres, ['-D', paths.cluster, ...flags], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.on('error', () => child.emit('exit', 1, null));
  closeSync(log);
  child.unref();
  return child;
}

async function waitUntilReady(port: number, password: string, isStillRunning: () => boolean): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const client = new pg.Client({
      connectionString: postgresUrl(port, password, 'postgres'),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (!isStillRunning() || Date.now() > deadline) throw error;
      if ((error as { code?: string }).code === '28P01') throw error;
      await wait(50);
    }
  }
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** SIGINT ends sessions and writes a checkpoint; who does not go by then is ended at once, which loses nothing. */
async function stopServer(pid: number): Promise<void> {
  if (!isPostgresAlive(pid)) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/PID', String(pid), '/T', '/F']);
    return;
  }
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (isPostgresAlive(pid)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT');
      return;
    }
    await wait(30);
  }
}
