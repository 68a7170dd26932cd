import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { roomOf } from '@/server/db/disk-room';

/** A disk of a few hundred megabytes in memory, so that filling it harms nobody. Linux, and only where mounting is allowed. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all but this much of it. */
  fill(leftBytes: number): void;
  empty(): void;
  close(): void;
}

const PART_BYTES = 8 * 1024 * 1024;

/** Null where this system lets nobody mount one. */
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
