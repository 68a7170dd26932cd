import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { isDiskFull } from '@/lib/errors/disk-full';
import { embeddedPaths } from '@/server/config/kept-secrets';
import { FULL_BYTES, roomOf } from './disk-room';

/**
 * A file of 64 MB next to the data of the embedded Postgres. When the disk is full it is removed, so that Postgres has
 * room to write what was paid for, to recover, and to end in good order.
 */
const MB = 1024 * 1024;
const RESERVE_BYTES = 64 * MB;
/** The next segment of Postgres's log of changes takes 16 MB at once. */
const RELEASE_BELOW_BYTES = 24 * MB;
/** Far enough above, so that it does not come and go. */
const MAKE_ABOVE_BYTES = RESERVE_BYTES + 2 * FULL_BYTES;

const fileOf = (dataDir: string) => path.join(embeddedPaths(dataDir).home, 'reserve');

/** Makes the reserve where there is room for it, and releases it where there is none; true = released just now. */
export function tendReserve(dataDir: string): boolean {
  const { freeBytes } = roomOf(dataDir);
  if (freeBytes < RELEASE_BELOW_BYTES) return releaseReserve(dataDir);
  if (freeBytes > MAKE_ABOVE_BYTES && !existsSync(fileOf(dataDir))) makeReserve(fileOf(dataDir));
  return false;
}

/** True = there was one. */
export function releaseReserve(dataDir: string): boolean {
  const isThere = existsSync(fileOf(dataDir));
  rmSync(fileOf(dataDir), { force: true });
  return isThere;
}

/** Random, so that a file system that compresses keeps the room too. */
function makeReserve(file: string): void {
  const part = randomFillSync(Buffer.alloc(MB));
  const open = openSync(file, 'wx', 0o600);
  try {
    for (let written = 0; written < RESERVE_BYTES; written += MB) writeSync(open, part);
    fsyncSync(open);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    rmSync(file, { force: true });
  } finally {
    closeSync(open);
  }
}
