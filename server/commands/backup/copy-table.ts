import { createHash, hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { BackedUpTable } from './manifest';
import { quoted, type Table } from './tables';

/**
 * Copies one table between Postgres (COPY, text format) and a compressed file; rows are counted and hashed
 * while streaming, never held in memory. In that format a row is a line: a line break within a value is
 * escaped.
 */
export interface Copied {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** The rows regardless of order, which Postgres may change when it stores them. */
export interface RowSet {
  readonly rows: number;
  /** Sum of the rows' hashes. */
  readonly sum: string;
}

const LINE_END = 10;
/** The fastest level: a backup should wait for the disk and Postgres only. */
const LEVEL = 1;

export async function copyOut(client: pg.Client, table: Table, folder: string): Promise<BackedUpTable> {
  const file = `${table.name}.copy.gz`;
  const meter = makeMeter();
  await pipeline(
    client.query(copyTo(`COPY ${placeOf(table)} TO STDOUT`)),
    meter.stream,
    createGzip({ level: LEVEL }),
    createWriteStream(path.join(folder, file), { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { ...table, columns: [...table.columns], file, ...meter.read() };
}

export async function copyIn(client: pg.Client, table: BackedUpTable, folder: string): Promise<Copied> {
  const meter = makeMeter();
  await pipeline(
    createReadStream(path.join(folder, table.file)),
    createGunzip(),
    meter.stream,
    client.query(copyFrom(`COPY ${placeOf(table)} FROM STDIN`)),
  );
  return meter.read();
}

/** The current rows of a table, as Postgres writes them. */
export async function rowsInTable(client: pg.Client, table: Table): Promise<RowSet> {
  const set = makeRowSet();
  await pipeline(client.query(copyTo(`COPY ${placeOf(table)} TO STDOUT`)), set.stream);
  return set.read();
}

export async function rowsInFile(table: BackedUpTable, folder: string): Promise<RowSet> {
  const set = makeRowSet();
  await pipeline(createReadStream(path.join(folder, table.file)), createGunzip(), set.stream);
  return set.read();
}

export async function measureFile(table: BackedUpTable, folder: string): Promise<Copied> {
  const meter = makeMeter();
  await pipeline(createReadStream(path.join(folder, table.file)), createGunzip(), meter.stream, nowhere());
  return meter.read();
}

export const isSame = (a: Copied, b: Copied) =>
  a.rows === b.rows && a.bytes === b.bytes && a.sha256 === b.sha256;

const placeOf = ({ name, columns }: Table) => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

function makeRowSet() {
  let begun = Buffer.alloc(0);
  let rows = 0;
  let high = 0;
  let low = 0;
  const add = (row: Buffer) => {
    const digest = hash('sha256', row, 'buffer');
    rows += 1;
    high = (high + digest.readUInt32BE(0)) >>> 0;
    low = (low + digest.readUInt32BE(4)) >>> 0;
  };
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
        add(Buffer.concat([begun, chunk.subarray(from, at)]));
        begun = Buffer.alloc(0);
        from = at + 1;
      }
      begun = Buffer.concat([begun, chunk.subarray(from)]);
      done();
    },
  });
  return { stream, read: (): RowSet => ({ rows, sum: `${high}/${low}` }) };
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

function makeMeter() {
  const whole = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      whole.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { stream, read: (): Copied => ({ rows, bytes, sha256: whole.digest('hex') }) };
}
