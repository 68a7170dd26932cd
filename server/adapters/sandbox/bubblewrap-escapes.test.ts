import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { ExecEnd, ExecRequest, Sandbox } from '@/lib/ports/sandbox';
import { SMALL, shell } from '@/server/adapters/testing/sandbox-contract';
import {
  groupsOf,
  mountSpacesBelow,
  mountSpacesLeft,
  processesIn,
  processesWith,
  tracesOf,
} from '@/server/adapters/testing/sandbox-leftovers';
import { bubblewrapSandboxes } from './bubblewrap';
import { openMemoryGroup, removeLeftGroups } from './memory-group';

const hasBubblewrap = (await bubblewrapSandboxes.whyNot()) === null;
const only = hasBubblewrap ? '' : ' (not run: bubblewrap does not work here)';
/** More than a sandbox's own limit: what it has before its first exec, or for an exec. */
const OWN_PROCESSES = 6;
const ORDINARY = ['setpriv', '--reuid=1', '--regid=1', '--clear-groups'];
const isRoot = process.getuid?.() === 0;
/** Where we are root, and other users may read the product. */
const canBeOrdinary =
  isRoot && spawnSync('setpriv', [...ORDINARY.slice(1), process.execPath, '-e', '']).status === 0;

let sandbox: Sandbox;
let hostFolder = '';
const start = (more = {}) => bubblewrapSandboxes.start({ ...SMALL, root: { kind: 'host' }, ...more });
const run = (script: string, more: Partial<ExecRequest> = {}) => sandbox.exec(shell(script, more));
const codeOf = (end: ExecEnd) => (end.kind === 'exited' ? end.code : end.kind);

describe.runIf(hasBubblewrap)(`a program in a bubblewrap sandbox${only}`, () => {
  beforeEach(async () => {
    hostFolder = mkdtempSync(path.join(os.tmpdir(), 'waggle-host-'));
    writeFileSync(`${hostFolder}/secret`, 'of the host');
    // Readable and writable for all: the walls are to hold, not the rights of files.
    for (const at of [hostFolder, `${hostFolder}/secret`]) chmodSync(at, 0o777);
    sandbox = await start();
  });
  afterEach(async () => {
    await sandbox.stop();
    rmSync(hostFolder, { recursive: true });
  });

  it('writes nothing outside of its sandbox', async () => {
    const host = readFileSync('/etc/passwd', 'utf8');
    await run(`echo x > ${hostFolder}/secret; mkdir -p ${hostFolder}; echo x > ${hostFolder}/made`);
    await run('echo x >> /etc/passwd; touch /usr/bin/waggle-escaped /escaped; rm -rf /usr/share/doc');
    expect(readFileSync(`${hostFolder}/secret`, 'utf8')).toBe('of the host');
    expect(readFileSync('/etc/passwd', 'utf8')).toBe(host);
    for (const at of [`${hostFolder}/made`, '/usr/bin/waggle-escaped', '/escaped'])
      expect(existsSync(at), at).toBe(false);
    expect(existsSync('/usr/share/doc')).toBe(true);
  });

  it('reads no data folder, file of settings, home or temporary file of the host', async () => {
    const settings = mkdtempSync(path.join(process.cwd(), '.env.test-'));
    writeFileSync(`${settings}/secret`, 'hidden');
    chmodSync(settings, 0o755);
    const hidden = [`${settings}/secret`, `${hostFolder}/secret`, '/etc/shadow', `${os.homedir()}/.bashrc`];
    const folders = [
      '/root',
      '/home',
      '/tmp',
      '/var/log',
      '/var/lib',
      '/opt',
      '/srv',
      '/mnt',
      '/run',
      '/sys',
    ];
    const read = await run(`cat ${[...hidden, process.cwd()].join(' ')} 2>/dev/null`);
    rmSync(settings, { recursive: true });
    expect(read.stdout).toBe('');
    expect(await run(`ls -A ${folders.join(' ')} | grep -v : | grep .`)).toMatchObject({ stdout: '' });
    const names = `/proc/*/environ /proc/*/cmdline`;
    expect((await run(`cat ${names} 2>/dev/null | tr '\\0' ' '`)).stdout).not.toContain('vitest');
  });

  it('sees neither files nor processes of another sandbox, and is another user', async () => {
    const other = await start();
    const mine = shell(
      'echo mine > /tmp/mine; chmod 777 /tmp/mine; sleep 3600 > log 2>&1 & readlink /proc/self/ns/pid',
    );
    const space = (await other.exec(mine)).stdout.trim();
    expect(await run('cat /tmp/mine; ps ax | grep -c "[s]leep 3600"')).toMatchObject({ stdout: '0\n' });
    const users = (pids: readonly number[]) =>
      new Set(pids.map((pid) => /^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]));
    const ours = (await run('readlink /proc/self/ns/pid')).stdout.trim();
    if (isRoot) {
      const shared = [...users(processesIn(space))].filter((user) => users(processesIn(ours)).has(user));
      expect(shared).toEqual([]);
      expect(users(processesIn(ours)).has('0')).toBe(false);
    }
    expect(processesIn(space).length).toBeGreaterThan(0);
    await other.stop();
  });

  it('reaches neither services of the host nor the network', async () => {
    const server = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const tries = [`127.0.0.1 ${port}`, '1.1.1.1 53', '169.254.169.254 80'];
    for (const each of tries) {
      const [host = '', at = ''] = each.split(' ');
      const script = `exec 3<>/dev/tcp/${host}/${at} && cat <&3`;
      const end = await sandbox.exec({ ...shell(''), argv: ['bash', '-c', script] });
      expect([codeOf(end), end.stdout]).toEqual([1, '']);
    }
    server.close();
  });

  it('reaches the one socket that it is given', async () => {
    const at = path.join(hostFolder, 'proxy.sock');
    const server = createServer((socket) => socket.end('answered')).listen(at);
    await once(server, 'listening');
    chmodSync(at, 0o666);
    const open = await start({ socket: { hostPath: at, path: '/run/proxy.sock' } });
    const script = `use IO::Socket::UNIX; my $s = IO::Socket::UNIX->new(Peer => "/run/proxy.sock") or die; print <$s>`;
    const end = await open.exec({ ...shell(''), argv: ['perl', '-e', script] });
    expect(end).toMatchObject({ stdout: 'answered' });
    expect(await open.changedFiles()).toEqual([]);
    await open.stop();
    server.close();
  });

  it('that forks without end hits its limit while the host answers, and is gone once it is ended', async () => {
    const space = (await run('readlink /proc/self/ns/pid')).stdout.trim();
    const over = new AbortController();
    const forking = { argv: ['perl', '-e', 'fork while 1'], signal: over.signal };
    const bomb = sandbox.exec({ ...shell(''), ...forking });
    await expect.poll(() => processesIn(space).length).toBeGreaterThanOrEqual(SMALL.processesMax);
    expect(processesIn(space).length).toBeLessThanOrEqual(SMALL.processesMax + OWN_PROCESSES);
    expect(spawnSync('true').status).toBe(0);
    over.abort();
    expect(await bomb).toMatchObject({ kind: 'killed', by: 'stop' });
    // The processes that an exec needs are free again.
    expect(await run('echo usable')).toMatchObject({ stdout: 'usable\n' });
    expect(processesIn(space)).toHaveLength(2);
  });

  it('that writes a file of 10 GB is told that its disk is full', async () => {
    const end = await run('dd if=/dev/zero of=big bs=1M count=10240; stat -c %s big');
    expect(end.stderr).toMatch(/No space left/);
    expect(Number(end.stdout)).toBeLessThanOrEqual(SMALL.writableBytesMax);
    const more = await run(
      'rm big; for at in /dev/shm /tmp /var/tmp /root; do dd if=/dev/zero of=$at/x bs=1M; done',
    );
    expect(more.stderr.match(/No space left/g)).toHaveLength(4);
    expect((await run('touch /dev/x; : > /tmp/x; mkdir m; mount -t tmpfs x m')).stderr).toMatch(
      /Read-only.*mount/s,
    );
  });

  it('that takes more memory than it may is killed', async () => {
    const end = await sandbox.exec({ ...shell(''), argv: ['perl', '-e', '$x = "a" x (1 << 30); sleep 60'] });
    expect(end).toMatchObject({ kind: 'killed', by: 'memory' });
    expect(await run('echo usable')).toMatchObject({ stdout: 'usable\n' });
  });

  it('gains no rights: no mounts, no name spaces, no devices, no look into the first process', async () => {
    const tries = [
      'mount -t proc proc /mnt',
      'unshare --user --map-root-user true',
      'unshare --mount true',
      'mknod disk b 254 0',
      'cat /proc/1/environ',
      'ls /proc/1/root/',
      'nsenter -t 1 --mount true',
      'echo 100 > /proc/sys/user/max_user_namespaces',
      'chroot /usr true',
    ];
    for (const each of tries) expect([each, codeOf(await run(each))]).not.toEqual([each, 0]);
    await run('kill -9 1; kill -9 -1');
    expect(await run('echo alive')).toMatchObject({ stdout: 'alive\n' });
  });

  it('has no descriptor but its input and outputs', async () => {
    // The fourth is the folder that is listed. One of a mount outside would lead to all files of the host by "..".
    expect(await run('ls /proc/self/fd')).toMatchObject({ stdout: '0\n1\n2\n3\n' });
  });

  it('has the rights of its list alone, and programs that it starts gain none', async () => {
    const { stdout } = await run('cat /proc/self/status');
    const value = (name: string) => new RegExp(`^${name}:\t(.*)$`, 'm').exec(stdout)?.[1];
    // CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID, SETUID, SETPCAP, NET_BIND_SERVICE and SETFCAP, by their bits.
    const rights = '00000000800005fb';
    expect(['CapPrm', 'CapEff', 'CapBnd'].map(value)).toEqual([rights, rights, rights]);
    expect(['CapInh', 'CapAmb'].map(value)).toEqual(['0', '0'].map((zero) => zero.padStart(16, '0')));
    expect(value('NoNewPrivs')).toBe('1');
  });

  it('is not started where a zero byte would begin a setting of its tools', async () => {
    const forged = 'x\0--cap-add\0CAP_SYS_ADMIN';
    for (const more of [{ env: { FORGED: forged } }, { cwd: forged }, { argv: ['true', forged] }])
      expect(await run('true', more)).toMatchObject({ kind: 'notStarted' });
    expect(await run('echo usable')).toMatchObject({ stdout: 'usable\n' });
  });

  it('leads no copy outside by links', async () => {
    await run(
      `mkdir d; ln -s ${hostFolder} out; ln -s ${hostFolder}/secret d/file; ln -s / d/root; mkfifo d/pipe`,
    );
    for (const at of ['/job/app/out', '/job/app/out/secret', '/job/app/d/file', '/job/app/d/root/root'])
      expect(JSON.stringify(await sandbox.copyOut(at, 100_000))).not.toContain('of the host');
    expect(await sandbox.copyOut('/job/app/d', 100_000)).toMatchObject({ files: [] });
    const content = Buffer.from('written by the copy');
    await sandbox
      .copyIn([{ path: '/job/app/out/secret', content, isExecutable: false }])
      .catch(() => undefined);
    expect(readFileSync(`${hostFolder}/secret`, 'utf8')).toBe('of the host');
  });

  it('cannot forge names in an archive that lead outside', async () => {
    const forging = await start({ environment: { PATH: '/job/app:/usr/bin:/bin' } });
    const script = `mkdir d; printf x > d/x; cd d; tar -P --transform "s,x,../../escaped," -cf ../forged x; cd ..
      printf '#!/bin/sh\ncat /job/app/forged\n' > tar; chmod 755 tar`;
    await forging.exec(shell(script));
    expect(await forging.copyOut('/job/app/d', 100_000)).toEqual({
      ...{ kind: 'copied', files: [] },
      leftOut: [expect.stringContaining('..')],
    });
    await forging.stop();
  });
});

describe.runIf(hasBubblewrap)(`sandboxes of a worker that is killed${only}`, () => {
  it.each([
    ['with our rights', []],
    ...(canBeOrdinary ? [['as an ordinary user', ORDINARY] as const] : []),
  ] as const)('end with a worker %s, mounts and all, and a start removes their groups', async (_who, as) => {
    const holder = path.resolve('server/adapters/testing/hold-sandbox.ts');
    const [program = '', ...args] = [...as, process.execPath, '--import', 'tsx', holder];
    const worker = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(worker.stdout, 'data');
    const { space, pid } = JSON.parse(String(line));
    await expect.poll(() => processesIn(space).length).toBeGreaterThanOrEqual(5);
    const mounts = mountSpacesBelow(pid);
    expect(mounts.size).toBeGreaterThanOrEqual(2);
    worker.kill('SIGKILL');
    await expect.poll(() => processesIn(space)).toEqual([]);
    await expect.poll(() => mountSpacesLeft(mounts)).toEqual([]);
    const group = openMemoryGroup(1 << 30);
    await group?.remove();
    expect(groupsOf(pid)).toHaveLength(group === null || as.length > 0 ? 0 : 1);
    // A group can be removed a moment after its last process has ended.
    const sweep = () => {
      removeLeftGroups();
      return groupsOf(pid);
    };
    await expect.poll(sweep).toEqual([]);
  });
});

const ATTEMPTS = inject('isFull') ? 200 : 16;

describe.runIf(hasBubblewrap)(`${ATTEMPTS} attempts in 8 lanes${only}`, () => {
  it('leave no process, mount, group or descriptor', async () => {
    const descriptors = () => readdirSync('/proc/self/fd').length;
    const before = descriptors();
    let next = 0;
    // The kernel gives the number of a name space to the next one, so programs are known by an argument of their own.
    const marks: string[] = [];
    const lane = async () => {
      while (next < ATTEMPTS) {
        next += 1;
        const mark = `3600.${process.pid}${next}`;
        const one = await start();
        await one.exec(shell(`setsid sleep ${mark} > log 2>&1 & echo x > file`));
        await expect.poll(() => processesWith(mark)).toHaveLength(1);
        marks.push(mark);
        await one.stop();
      }
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect(marks).toHaveLength(ATTEMPTS);
    expect(marks.flatMap(processesWith)).toEqual([]);
    expect(tracesOf(process.pid)).toEqual([]);
    await expect.poll(descriptors).toBeLessThanOrEqual(before);
  });
});
