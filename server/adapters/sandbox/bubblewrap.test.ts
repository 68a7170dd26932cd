import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { makeRootFolder } from '@/server/adapters/testing/root-folder';
import { itKeepsTheSandboxContract, SMALL, shell } from '@/server/adapters/testing/sandbox-contract';
import { tracesOf } from '@/server/adapters/testing/sandbox-leftovers';
import { bubblewrapSandboxes } from './bubblewrap';

const hasBubblewrap = (await bubblewrapSandboxes.whyNot()) === null;
const only = hasBubblewrap ? '' : ' (not run: bubblewrap does not work here)';
const isRoot = process.getuid?.() === 0;
const left = async () => tracesOf(process.pid);

describe.runIf(hasBubblewrap)(`a bubblewrap sandbox over the host's programs${only}`, () => {
  itKeepsTheSandboxContract({
    sandboxes: bubblewrapSandboxes,
    root: { kind: 'host' },
    existing: '/etc/passwd',
    left,
  });
});

describe.runIf(hasBubblewrap)(`a bubblewrap sandbox over a folder with a root file system${only}`, () => {
  const folder = hasBubblewrap ? makeRootFolder() : '';
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const root = { kind: 'folder', path: folder } as const;
  itKeepsTheSandboxContract({
    sandboxes: bubblewrapSandboxes,
    root,
    existing: '/etc/hostname',
    left,
  });

  it('gives its files to its root, who may change them; the folder stays as it is', async () => {
    const sandbox = await bubblewrapSandboxes.start({ ...SMALL, root });
    const script = 'stat -c %u /etc/hostname; echo changed >> /etc/hostname; cat /etc/hostname';
    expect(await sandbox.exec(shell(script))).toMatchObject({ stdout: '0\nbox\nchanged\n', stderr: '' });
    expect(await sandbox.changedFiles()).toEqual([{ path: '/etc/hostname', change: 'written' }]);
    await sandbox.stop();
    const next = await bubblewrapSandboxes.start({ ...SMALL, root });
    expect(await next.exec(shell('cat /etc/hostname'))).toMatchObject({ stdout: 'box\n' });
    await next.stop();
  });
});

describe.runIf(hasBubblewrap && isRoot)(`accounts of a bubblewrap sandbox${only}`, () => {
  it('are those of its own files, and an unknown one is named', async () => {
    const sandbox = await bubblewrapSandboxes.start({ ...SMALL, root: { kind: 'host' } });
    const who = shell('id -u; touch /etc/x 2>/dev/null || echo refused', { user: 'nobody', cwd: '/' });
    expect(await sandbox.exec(who)).toMatchObject({ stdout: '65534\nrefused\n' });
    expect(await sandbox.exec({ ...who, user: 'no-such-one' })).toMatchObject({
      kind: 'notStarted',
      reason: expect.stringContaining('no-such-one'),
    });
    await sandbox.stop();
  });
});
