import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { roomOf } from '@/server/db/disk-room';

/**
 * An in-memory disk of a few hundred megabytes that can be filled without harm. Linux only, where mounting is
 * allowed.
 */
export interface SmallDisk {
  readonly folder: string;
  /** Fills all but this many bytes. */
  fill(leftBytes: number): void;
  empty(): void;
  close(): void;
}

const PART_BYTES = 8 * 1024 * 1024;

/** Null if this system does not allow mounting one. */
export function openSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-disk-'));
  const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  if (process.platform !== 'linux' || spawnSync('mount', args).status !== 0) {
    rmdirSync(folder);
    return null;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill(leftBytes) {
      const part = Buffer.alloc(PART_BYTES);
      const file = openSync(filler, 'a');
      try {
        for (;;) {
          const take = Math.min(PART_BYTES, roomOf(folder).freeBytes - leftBytes);
          if (take <= 0) return;
          writeSync(file, part, 0, take);
        }
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    close() {
      spawnSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
}
