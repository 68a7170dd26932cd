import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownerName } from '@/server/adapters/sandbox/leftovers';
import { makeNamedFolder, removeLeftFolders } from './left-folders';

describe.runIf(process.platform === 'linux')('folders for temporary files of attempts', () => {
  it('are removed with their files once their maker is gone, and those of makers that live stay', async () => {
    const mine = await makeNamedFolder();
    const { pid: gone } = spawnSync('true');
    const left = path.join(os.tmpdir(), `${ownerName().replace(/\d+$/, String(gone))}-1-abcdef`);
    mkdirSync(left);
    writeFileSync(path.join(left, 'proxy.sock'), '');
    const other = path.join(os.tmpdir(), `waggle-other-${gone}`);
    mkdirSync(other);
    removeLeftFolders();
    expect([left, mine, other].map((at) => existsSync(at))).toEqual([false, true, true]);
    for (const at of [mine, other]) rmSync(at, { recursive: true });
  });
});
