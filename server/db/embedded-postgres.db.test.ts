import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { keepPostgres } from '@/server/db/keep-postgres';
import { isAlive } from '@/server/db/postgres-process';

const servers: EmbeddedPostgres[] = [];
const folders: string[] = [];

function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-embedded-'));
  folders.push(folder);
  return folder;
}

/** Has a cluster after the first test, so that only tests of making one wait for a new one. */
const used = mkdtempSync(path.join(os.tmpdir(), 'waggle-embedded-'));
const KEEP = 'DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 1 AS a';

async function start(folder: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(folder);
  servers.push(server);
  return server;
}

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 20 }).toBe(true);
}

/** Every file below with its size. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${file} ${statSync(path.join(folder, file)).size}`)
    .sort();
}

/** The id of a process that was there and is no more. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--eval', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}

describe('the embedded Postgres', () => {
  afterAll(() => rmSync(used, { recursive: true, force: true }));
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it('asks for the kept password, keeps it readable by its owner alone, and listens on loopback only', async () => {
    const server = await start(used);
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(path.join(used, 'postgres/password')).mode & 0o777).toBe(0o600);
    expect(await ask(server.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  });

  it('is stopped completely, and found again with its data and its port', async () => {
    const first = await start(used);
    await ask(first.url, KEEP);
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start(used);
    expect(second).toMatchObject({ reused: false, url: first.url });
    expect(await ask(second.url, 'SELECT a FROM kept')).toEqual([{ a: 1 }]);
  });

  it('is taken over where a killed start left it running', async () => {
    const first = await start(used);
    const second = await start(used);
    expect(second).toMatchObject({ reused: true, pid: first.pid, url: first.url });
  });

  it('recovers what was committed after a kill -9 of the server', async () => {
    const first = await start(used);
    await ask(first.url, KEEP);
    process.kill(first.pid, 'SIGKILL');
    await until(() => !isAlive(first.pid));
    const second = await start(used);
    expect(second.reused).toBe(false);
    expect(await ask(second.url, 'SELECT a FROM kept')).toEqual([{ a: 1 }]);
  });

  it('is started again at the same address while it is kept, and only until it is stopped', async () => {
    const said: string[] = [];
    const kept = await keepPostgres(used, {
      tell: (sentence) => said.push(sentence),
      onLost: (error) => said.push(error.message),
    });
    const [row] = await ask(kept.url, KEEP).then(() =>
      ask(kept.url, "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid"),
    );
    process.kill(row.pid, 'SIGKILL');
    await expect.poll(() => ask(kept.url, 'SELECT a FROM kept').catch(() => null)).toEqual([{ a: 1 }]);
    expect(said).toEqual(['The embedded Postgres ended and is started again.']);
    await kept.stop();
    await expect(ask(kept.url, 'SELECT 1')).rejects.toThrow();
  });

  it('is not fooled by a process id that now belongs to another program', async () => {
    const first = await start(used);
    const traces = path.join(used, 'postgres/data/postmaster.pid');
    const lines = readFileSync(traces, 'utf8').split('\n');
    await first.stop();
    writeFileSync(traces, [process.pid, ...lines.slice(1)].join('\n'));
    const second = await start(used);
    expect(second.reused).toBe(false);
  });

  it('makes its cluster anew where a first start was killed half-way, and leaves nothing of that start', async () => {
    const folder = makeFolder();
    const unfinished = path.join(folder, 'postgres', `unfinished-cluster-${await endedProcess()}`);
    mkdirSync(path.join(unfinished, 'base'), { recursive: true });
    mkdirSync(path.join(folder, 'postgres/data'));
    expect(await ask((await start(folder)).url, 'SELECT 1 AS a')).toEqual([{ a: 1 }]);
    expect(existsSync(unfinished)).toBe(false);
  });

  it('refuses a database without PG_VERSION, keeps every file of it, and starts once the file is back', async () => {
    const folder = makeFolder();
    const cluster = path.join(folder, 'postgres/data');
    const first = await start(folder);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS a');
    await first.stop();
    const version = readFileSync(path.join(cluster, 'PG_VERSION'));
    rmSync(path.join(cluster, 'PG_VERSION'));
    const before = filesIn(cluster);
    await expect(startEmbeddedPostgres(folder)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/PG_VERSION.*backup.*WAGGLE_DATA_DIR.*by hand/),
    });
    expect(filesIn(cluster)).toEqual(before);
    writeFileSync(path.join(cluster, 'PG_VERSION'), version);
    expect(await ask((await start(folder)).url, 'SELECT a FROM kept')).toEqual([{ a: 1 }]);
  });

  it('says in one sentence that its folder cannot be written', async () => {
    const folder = makeFolder();
    writeFileSync(path.join(folder, 'file'), '');
    await expect(startEmbeddedPostgres(path.join(folder, 'file/below'))).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/^[^\n]*cannot be[^\n]*WAGGLE_DATA_DIR\.$/),
    });
  });
});
