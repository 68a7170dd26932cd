import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsTheSandboxContract, SMALL, shell } from '@/server/adapters/testing/sandbox-contract';
import { containerSandboxes, dockerEngine, podmanEngine } from './container';
import { newName, ownerName } from './leftovers';

const FAKE = path.resolve('server/adapters/testing/docker-in-a-folder.mjs');
/** After "--" Node leaves `--env-file` to the program. */
const fake = { name: 'docker', command: [process.execPath, '--', FAKE] } as const;

describe('containers of docker, played by our program that runs commands in a folder', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-docker-'));
  const [image, containers] = [path.join(folder, 'image'), path.join(folder, 'containers')];
  const before = process.env.DOCKER_CONFIG;
  beforeAll(() => {
    for (const each of [`${image}/etc`, containers]) mkdirSync(each, { recursive: true });
    writeFileSync(`${image}/etc/hostname`, 'box');
    process.env.DOCKER_CONFIG = containers;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.DOCKER_CONFIG;
    else process.env.DOCKER_CONFIG = before;
    rmSync(folder, { recursive: true });
  });
  itKeepsTheSandboxContract({
    sandboxes: containerSandboxes(fake),
    root: { kind: 'image', name: image },
    existing: '/etc/hostname',
    left: async () => readdirSync(containers),
  });

  it('remove at their first start what a process that is gone has left, and nothing of others', async () => {
    const gone = spawnSync('true').pid;
    const left = newName().replace(/-\d+-(\d+)$/, `-${gone}-$1`);
    const ofOtherBoot = `waggle-sandbox-00000000-1-${process.pid}-1`;
    const ofOtherSpace = ownerName().replace(/-\d+-\d+$/, `-1-${gone}-1`);
    for (const name of [left, ofOtherBoot, ofOtherSpace, 'postgres']) mkdirSync(path.join(containers, name));
    const sandbox = await containerSandboxes(fake).start({ ...SMALL, root: { kind: 'image', name: image } });
    await sandbox.stop();
    expect(readdirSync(containers).toSorted()).toEqual(['postgres', ofOtherSpace].toSorted());
    for (const name of readdirSync(containers)) rmSync(path.join(containers, name), { recursive: true });
  });

  it('put no value of a variable into a command line', async () => {
    const spec = {
      ...SMALL,
      root: { kind: 'image', name: image } as const,
      environment: { KEY: 'hidden-1' },
    };
    const sandbox = await containerSandboxes(fake).start(spec);
    const script = 'tr "\\0" " " < /proc/$PPID/cmdline; echo "$KEY $MORE"';
    const end = await sandbox.exec(shell(script, { env: { MORE: 'hidden-2' } }));
    await sandbox.stop();
    expect(end.stdout).toMatch(/docker-in-a-folder\.mjs exec .*hidden-1 hidden-2\n$/);
    expect(end.stdout.match(/hidden/g)).toHaveLength(2);
  });

  it('take no folder as root, and say that an engine is not there', async () => {
    const start = containerSandboxes(fake).start({ ...SMALL, root: { kind: 'host' } });
    await expect(start).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    const absent = containerSandboxes({ name: 'docker', command: ['/nowhere/docker'] });
    expect(await absent.whyNot()).toMatch(/ENOENT/);
    const image = { kind: 'image', name: 'none' } as const;
    await expect(absent.start({ ...SMALL, root: image })).rejects.toMatchObject({ code: 'ENVIRONMENT_DOWN' });
    expect(existsSync('/nowhere')).toBe(false);
  });
});

/** Has to be there already: a test loads nothing from the network. */
const IMAGE = 'debian:stable-slim';
for (const engine of [dockerEngine, podmanEngine]) {
  const [command = '', ...args] = [...engine.command, 'image', 'inspect', IMAGE];
  const isThere = spawnSync(command, args, { timeout: 10_000 }).status === 0;
  const only = isThere ? '' : ` (not run: no ${engine.name} works here, or it has no image ${IMAGE})`;
  describe.runIf(isThere)(`containers of ${engine.name}${only}`, () => {
    itKeepsTheSandboxContract({
      sandboxes: containerSandboxes(engine),
      root: { kind: 'image', name: IMAGE },
      // Engines mount hosts, hostname and resolv.conf, so these cannot be removed.
      existing: '/etc/nsswitch.conf',
      async left() {
        const [command = '', ...args] = [...engine.command, 'ps', '-a', '--format', '{{.Names}}'];
        const names = spawnSync(command, args, { encoding: 'utf8' }).stdout.split('\n');
        return names.filter((name) => name.startsWith(ownerName()));
      },
    });
  });
}
