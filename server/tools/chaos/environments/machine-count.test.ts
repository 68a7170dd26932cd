import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryGroup } from '@/server/adapters/sandbox/memory-group';
import { countMachine, leftBetween } from './machine-count';
import { leftAfter } from './report-left';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-count-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Other programs of this machine may start and end meanwhile, so only what the test leaves is looked for. */
const leftSince = (before: ReturnType<typeof countMachine>) =>
  leftBetween(before, countMachine([folder])).join('\n');

describe.runIf(process.platform === 'linux')('the count of what attempts leave', () => {
  it('is empty between two looks at the same machine', () => {
    const count = countMachine([folder]);
    expect(leftBetween(count, count)).toEqual([]);
  });

  it('names a process that is left, until it is gone', async () => {
    const before = countMachine([folder]);
    const left = spawn('sleep', ['3600']);
    await once(left, 'spawn');
    const name = `processes: ${left.pid} (sleep)`;
    await expect.poll(() => leftSince(before)).toContain(name);
    left.kill('SIGKILL');
    await once(left, 'close');
    expect(leftSince(before)).not.toContain(name);
  });

  it('names a file and a Unix socket that are left', async () => {
    const before = countMachine([folder]);
    writeFileSync(path.join(folder, 'file'), '');
    const at = path.join(folder, 'socket');
    const server = createServer().listen(at);
    await once(server, 'listening');
    expect(leftSince(before)).toContain(`files: ${folder}/file`);
    expect(leftSince(before)).toContain(`Unix sockets: ${at}`);
    server.close();
    await once(server, 'close');
    expect(leftSince(before)).not.toContain(at);
  });

  it('names a descriptor that is left, also one of a file that was open before', () => {
    const file = path.join(folder, 'open');
    writeFileSync(file, '');
    const first = openSync(file, 'r');
    const before = countMachine([folder]);
    const second = openSync(file, 'r');
    expect(leftSince(before)).toContain(`descriptors: ${file}`);
    closeSync(second);
    expect(leftSince(before)).not.toContain(file);
    closeSync(first);
  });

  it('names a mount in the name space of a process that is left', async ({ skip }) => {
    const before = countMachine([folder]);
    const script = `mount -t tmpfs left ${folder} && echo mounted && exec sleep 3600`;
    const left = spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script]);
    const [said] = await Promise.race([once(left.stdout, 'data'), once(left, 'close')]);
    if (String(said) !== 'mounted\n') skip('no mounts can be made here');
    expect(leftSince(before)).toMatch(new RegExp(`mounts: mnt:\\[\\d+\\] ${folder}`));
    left.kill('SIGKILL');
    await once(left, 'close');
    expect(leftSince(before)).not.toContain(`] ${folder}`);
  });

  it('names a control group that is left', async ({ skip }) => {
    const before = countMachine([folder]);
    const left = openMemoryGroup(1 << 30);
    if (left === null) return skip('no control groups can be made here');
    const name = path.dirname(left.processesFile);
    expect(leftSince(before)).toContain(`control groups: ${name}`);
    await left.remove();
    expect(leftSince(before)).not.toContain(name);
  });

  it('waits for what needs a moment, and gives up after its time', async () => {
    const before = countMachine([folder]);
    const file = path.join(folder, 'late');
    writeFileSync(file, '');
    const { left, afterMs } = await leftAfter({ before, folders: [folder], limitMs: 50 });
    expect(left.join('\n')).toContain(file);
    expect(afterMs).toBeGreaterThan(50);
  });
});
