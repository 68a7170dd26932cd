import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ExecRequest, Sandbox, Sandboxes, SandboxRoot, SandboxSpec } from '@/lib/ports/sandbox';

/** Guarantees that every kind of sandbox gives. */
export interface SandboxesUnderTest {
  readonly sandboxes: Sandboxes;
  readonly root: SandboxRoot;
  /** A file that every sandbox of this root has at its start. */
  readonly existing: string;
  /** Processes, groups and folders of sandboxes that this process has made and that are still there. */
  left(): Promise<readonly string[]>;
}

export const SMALL = {
  ...{ writableBytesMax: 32 << 20, memoryBytesMax: 256 << 20, processesMax: 32 },
  ...{ workingFolder: '/job/app', environment: { GREETING: 'hello' } },
} as const;
const LIMITS = { timeoutMs: 60_000, outputBytesMax: 100_000 };

export const shell = (script: string, more: Partial<ExecRequest> = {}): ExecRequest => ({
  ...LIMITS,
  ...{ argv: ['sh', '-c', script], ...more },
});

/** Paths in commands are relative: the folder that plays docker has no root of its own. */
export function itKeepsTheSandboxContract({ sandboxes, root, existing, left }: SandboxesUnderTest): void {
  const open: Sandbox[] = [];
  const start = async (more: Partial<SandboxSpec> = {}) => {
    const sandbox = await sandboxes.start({ ...SMALL, root, ...more });
    open.push(sandbox);
    return sandbox;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((sandbox) => sandbox.stop()));
  });
  /** A process that has ended and was not taken leave of yet does not run. */
  const isRunning = async (sandbox: Sandbox, file: string) => {
    const script = `while read -r name state rest; do if [ "$name" = State: ]; then echo $state; fi
      done 2>/dev/null < "/proc/$(cat ${file})/status"`;
    const { stdout } = await sandbox.exec(shell(script));
    return stdout !== '' && stdout !== 'Z\n';
  };

  it('runs a program in the working folder with its variables, and gives back code and both outputs', async () => {
    const sandbox = await start();
    const script = 'basename "$PWD"; echo "$GREETING $MORE"; cat; echo no >&2; exit 3';
    const end = await sandbox.exec(shell(script, { stdin: 'given', env: { MORE: 'to "all"' } }));
    const stdout = 'app\nhello to "all"\ngiven';
    expect(end).toEqual({ kind: 'exited', code: 3, stdout, stderr: 'no\n' });
  });

  it('says why a program was not started, and stays usable', async () => {
    const sandbox = await start();
    const end = await sandbox.exec({ ...LIMITS, argv: ['no-such-program'] });
    expect(end).toMatchObject({ kind: 'notStarted', reason: expect.stringContaining('no-such-program') });
    expect(await sandbox.exec(shell('true', { cwd: '/no/such/folder' }))).toMatchObject({
      kind: 'notStarted',
    });
    expect(await sandbox.exec(shell('true'))).toMatchObject({ kind: 'exited', code: 0 });
  });

  it('keeps what an exec has written and what it left running for the next', async () => {
    const sandbox = await start();
    await sandbox.exec(shell('echo kept > file; sleep 3600 > log 2>&1 & echo $! > pid'));
    expect(await sandbox.exec(shell('cat file'))).toMatchObject({ stdout: 'kept\n' });
    expect(await isRunning(sandbox, 'pid')).toBe(true);
  });

  it('returns when the program ends, although it left another that holds its outputs', async () => {
    const sandbox = await start();
    const end = await sandbox.exec(shell('sleep 3600 & echo started'));
    expect(end).toMatchObject({ kind: 'exited', code: 0, stdout: 'started\n' });
  });

  it('kills all that an exec has started at its time limit, and nothing of earlier ones', async () => {
    const sandbox = await start();
    await sandbox.exec(shell('sleep 3600 > log 2>&1 & echo $! > earlier'));
    const family = `setsid sh -c 'echo $$ > far; sleep 3600; :' &
      sleep 3600 & echo $! > near; echo begun; sleep 3600`;
    const end = await sandbox.exec(shell(family, { timeoutMs: 3_000 }));
    expect(end).toEqual({ kind: 'timeout', stdout: 'begun\n', stderr: '' });
    expect(await isRunning(sandbox, 'far')).toBe(false);
    expect(await isRunning(sandbox, 'near')).toBe(false);
    expect(await isRunning(sandbox, 'earlier')).toBe(true);
  });

  it('spares what an exec left in the moment before the next one began', async () => {
    const sandbox = await start();
    for (let attempt = 0; attempt < 5; attempt++) {
      await sandbox.exec(shell('sleep 3600 > log 2>&1 & echo $! > earlier'));
      expect(await sandbox.exec(shell('sleep 3600', { timeoutMs: 50 }))).toMatchObject({ kind: 'timeout' });
      expect(await isRunning(sandbox, 'earlier')).toBe(true);
    }
  });

  it('ends an exec that writes more than it may, and keeps the part that fits', async () => {
    const sandbox = await start();
    const end = await sandbox.exec(shell('echo $$ > pid; yes', { outputBytesMax: 5_000 }));
    expect(end).toMatchObject({ kind: 'overOutput', stdout: 'y\n'.repeat(2_500) });
    expect(await isRunning(sandbox, 'pid')).toBe(false);
  });

  it('kills an exec when its signal aborts, and one that waits for its turn never begins', async () => {
    const sandbox = await start();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = sandbox.exec(shell('echo $$ > pid; sleep 3600', { signal: first.signal }));
    const waiting = sandbox.exec(shell('echo begun > second', { signal: second.signal }));
    second.abort();
    expect(await waiting).toMatchObject({ kind: 'killed', by: 'stop' });
    first.abort();
    expect(await running).toMatchObject({ kind: 'killed', by: 'stop' });
    expect(await sandbox.exec(shell('cat second'))).toMatchObject({ kind: 'exited', code: 1 });
  });

  it('copies files in and out, whatever their bytes and names', async () => {
    const sandbox = await start();
    const long = `/job/app/${'deep/'.repeat(30)}ä name`;
    const bytes = Buffer.from([0, 255, 10, 13, 0]);
    const script = Buffer.from('#!/bin/sh\necho ran');
    await sandbox.copyIn([
      { path: '/job/app/run.sh', content: script, isExecutable: true },
      { path: long, content: bytes, isExecutable: false },
    ]);
    expect(await sandbox.exec({ ...LIMITS, argv: ['./run.sh'] })).toMatchObject({ stdout: 'ran\n' });
    const copied = await sandbox.copyOut('/job/app', 1_000_000);
    if (copied.kind !== 'copied') throw new Error(copied.kind);
    const files = copied.files.toSorted((one, other) => other.path.length - one.path.length);
    expect(files.map((file) => ({ ...file, content: Buffer.from(file.content) }))).toEqual([
      { path: long.slice('/job/app/'.length), content: bytes, isExecutable: false },
      { path: 'run.sh', content: script, isExecutable: true },
    ]);
    expect(await sandbox.copyOut('/job/app/run.sh', 100)).toMatchObject({ files: [{ path: 'run.sh' }] });
  });

  it('says that a file is missing or too large, and copies no link out', async () => {
    const sandbox = await start();
    await sandbox.exec(shell('ln -s /etc/hostname link; head -c 300000 /dev/zero > large'));
    expect(await sandbox.copyOut('/job/app/nothing', 100)).toEqual({ kind: 'missing' });
    expect(await sandbox.copyOut('/job/app/large', 100_000)).toEqual({ kind: 'overSize' });
    expect(await sandbox.copyOut('/job/app', 1_000_000)).toMatchObject({
      files: [{ path: 'large' }],
      leftOut: ['link'],
    });
  });

  it.each(['relative', '/job/../etc/passwd', '/job//app', '/job/./app', '/', '/job/\0'])(
    'copies nothing to the path %j',
    async (bad) => {
      const sandbox = await start();
      const files = [{ path: bad, content: Buffer.from('x'), isExecutable: false }];
      await expect(sandbox.copyIn(files)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    },
  );

  it('lists the files that were written and removed', async () => {
    const sandbox = await start();
    await sandbox.exec(shell('mkdir folder; echo new > folder/new; echo gone > gone; rm gone'));
    await sandbox.exec(shell(`rm ${path.basename(existing)}`, { cwd: path.dirname(existing) }));
    const changes = [
      { path: existing, change: 'removed' },
      { path: '/job/app/folder/new', change: 'written' },
    ];
    expect(await sandbox.changedFiles()).toEqual(changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
  });

  it('leaves nothing after stop, ends the exec that runs, and refuses later ones', async () => {
    const sandbox = await start();
    await sandbox.exec(shell('setsid sleep 3600 > log 2>&1 &'));
    const running = sandbox.exec(shell('sleep 3600'));
    await sandbox.stop();
    await sandbox.stop();
    expect(await running).toMatchObject({ kind: 'killed', by: 'stop' });
    expect(await sandbox.exec(shell('true'))).toMatchObject({ kind: 'killed', by: 'stop' });
    expect(await left()).toEqual([]);
  });

  it('names how each limit is held here', async () => {
    const limits = await sandboxes.limitsHere();
    expect(Object.keys(limits).toSorted()).toEqual(['disk', 'memory', 'network', 'processes', 'time']);
    for (const kind of Object.values(limits)) expect(['enforced', 'watched', 'none']).toContain(kind);
    expect(limits.time).toBe('enforced');
  });
}
