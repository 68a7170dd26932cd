import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { embeddedDatabaseUrl, embeddedPaths } from '@/server/config/kept-secrets';
import { freePort } from '@/server/config/ports';

/**
 * The whole product in a temporary folder, started as a newcomer starts it, for commands that measure or
 * break it without touching real data. Listens on loopback only.
 */
export interface OwnInstance {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Environment of its processes, in addition to this process's own. */
  readonly settings: Readonly<Record<string, string>>;
  databaseUrl(): string;
  /** Current process id of 'web server', 'worker', 'practice model' or 'postgres'; null while it is down. */
  pidOf(name: string): number | null;
  /** Creates an API key of the owner. */
  createKey(): Promise<string>;
  stop(): Promise<void>;
}

/** `keptIn`: a permanent folder instead, so that the same command can resume there. */
export async function startOwnInstance(
  env: Readonly<Record<string, string>> = {},
  keptIn?: string,
): Promise<OwnInstance> {
  const dataDir = keptIn ?? mkdtempSync(path.join(os.tmpdir(), 'waggle-own-'));
  const port = await freePort();
  const settings = {
    DATABASE_URL: '',
    WAGGLE_BASE_URL: '',
    WAGGLE_PRACTICE_URL: '',
    WAGGLE_DATA_DIR: dataDir,
    PORT: String(port),
    WAGGLE_SERVING_PORT: String(await freePort()),
    WAGGLE_PRACTICE_PORT: String(await freePort()),
    ...env,
  };
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/commands/start.ts'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await ready(child);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    dataDir,
    settings,
    databaseUrl: () => embeddedDatabaseUrl(dataDir) ?? '',
    pidOf: (name) => (name === 'postgres' ? postgresPid(dataDir) : childPid(dataDir, name)),
    createKey: () => createKey(settings, dataDir),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (keptIn === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`The instance ended with code ${code} before it was ready.`)),
    );
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      if (chunk.toString().includes('Waggle is ready')) resolve();
    });
  });
}

function childPid(dataDir: string, name: string): number | null {
  const file = path.join(dataDir, 'running.json');
  if (!existsSync(file)) return null;
  const note = JSON.parse(readFileSync(file, 'utf8')) as { children: { name: string; pid: number }[] };
  return note.children.find((one) => one.name === name)?.pid ?? null;
}

function postgresPid(dataDir: string): number | null {
  const file = path.join(embeddedPaths(dataDir).cluster, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
}

function createKey(settings: Readonly<Record<string, string>>, dataDir: string): Promise<string> {
  const args = [
    '--import',
    'tsx',
    'server/commands/waggle.ts',
    'keys',
    'create',
    '--role',
    'owner',
    '--print',
  ];
  const env = { ...process.env, ...settings, DATABASE_URL: embeddedDatabaseUrl(dataDir) ?? '' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.once('exit', () => {
      const key = /wgl_[A-Za-z0-9_-]+/.exec(printed)?.[0];
      if (key) resolve(key);
      else reject(new Error('The key command printed no key.'));
    });
  });
}
