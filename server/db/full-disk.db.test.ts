import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { roomOf } from './disk-room';
import { startEmbeddedPostgres } from './embedded-postgres';
import { type KeptPostgres, keepPostgres } from './keep-postgres';

/** On a small disk of the test's own, where the system lets it be mounted; the worker's tests need none. */
const MB = 1024 * 1024;
const mounted: string[] = [];
let kept: KeptPostgres | undefined;

function mountDisk(megabytes: number): string | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-disk-'));
  const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  if (process.platform === 'linux' && spawnSync('mount', args).status === 0) {
    mounted.push(folder);
    return folder;
  }
  rmdirSync(folder);
  return null;
}

const mayMount = (() => {
  const tried = mountDisk(1);
  if (tried !== null) unmountAll();
  return tried !== null;
})();

function unmountAll(): void {
  for (const folder of mounted.splice(0)) {
    spawnSync('umount', [folder]);
    rmdirSync(folder);
  }
}

function disk(megabytes: number): string {
  const folder = mountDisk(megabytes);
  if (folder === null) throw new Error('The disk of the test could not be mounted.');
  return folder;
}

/** Takes all but this much. */
function fill(folder: string, leftBytes: number, name = 'filler'): void {
  const take = Math.max(0, roomOf(folder).freeBytes - leftBytes);
  writeFileSync(path.join(folder, name), Buffer.alloc(take));
}

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const why = mayMount ? '' : ' (skipped: this machine may not mount a tmpfs)';
describe.runIf(mayMount)(`the embedded Postgres on a small disk${why}`, () => {
  afterEach(async () => {
    await kept?.stop();
    kept = undefined;
    unmountAll();
  });

  it('is not begun where there is too little room, and the sentence says how much there is', async () => {
    const folder = disk(100);
    await expect(startEmbeddedPostgres(folder)).rejects.toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringMatching(/^[^\n]*\d+ MB left[^\n]*256 MB[^\n]*WAGGLE_DATA_DIR\.$/),
    });
    expect(existsSync(path.join(folder, 'postgres/data'))).toBe(false);
  });

  it('gets the room of the reserve when the disk is full, and ends in good order', async () => {
    const folder = disk(700);
    const said: string[] = [];
    kept = await keepPostgres(folder, {
      tell: (line) => said.push(line),
      onLost: (error) => said.push(error.message),
    });
    const reserve = path.join(folder, 'postgres/reserve');
    await expect.poll(() => existsSync(reserve)).toBe(true);
    fill(folder, 8 * MB);
    await expect.poll(() => existsSync(reserve)).toBe(false);
    expect(roomOf(folder).freeBytes).toBeGreaterThan(64 * MB);
    await ask(kept.url, `CREATE TABLE kept AS SELECT repeat('x', 1000) AS a FROM generate_series(1, 1000)`);
    await kept.stop();
    expect(said).toHaveLength(1);
    rmSync(path.join(folder, 'filler'));
    const again = await startEmbeddedPostgres(folder);
    expect(await ask(again.url, 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 1000 }]);
    await again.stop();
  });

  it('that ended for want of room comes back with every committed row once there is some', async () => {
    const folder = disk(700);
    const said: string[] = [];
    const lost: string[] = [];
    kept = await keepPostgres(folder, {
      tell: (line) => said.push(line),
      onLost: (error) => lost.push(error.message),
    });
    const { url } = kept;
    await ask(url, `CREATE TABLE kept AS SELECT 1 AS a`);
    await ask(url, `CREATE TABLE big (a text)`);
    const reserve = path.join(folder, 'postgres/reserve');
    fill(folder, 8 * MB);
    await expect.poll(() => existsSync(reserve)).toBe(false);
    fill(folder, 0, 'filler-2');
    // The log of changes cannot get its next segment, on which Postgres gives up.
    const grow = `INSERT INTO big SELECT md5(i::text) FROM generate_series(1, 400000) i`;
    await expect(ask(url, grow)).rejects.toThrow();
    rmSync(path.join(folder, 'filler'));
    rmSync(path.join(folder, 'filler-2'));
    await expect.poll(() => ask(url, 'SELECT a FROM kept').catch(() => null)).toEqual([{ a: 1 }]);
    expect(lost).toEqual([]);
  });
});
