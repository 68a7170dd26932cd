import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { solveTask } from '@/lib/environments/appworld/solve-task';
import type { Said } from '@/lib/environments/appworld/world';
import { fakeCommand } from '@/server/adapters/testing/appworld/fake-command';
import { openFakeServer } from '@/server/adapters/testing/appworld/open-fake-server';
import { freePort, isPortFree } from '@/server/config/ports';
import { isAlive } from '@/server/db/postgres-process';
import { makeWorldPool, type WorldLease, type WorldPool } from './world-pool';

const TASK = '0a0e001_1';
let pool: WorldPool | undefined;
const told: string[] = [];
const tell = (sentence: string) => told.push(sentence);
afterEach(() => pool?.close());

const poolOn = (ports: readonly number[]): WorldPool => {
  pool = makeWorldPool({ tell, servers: fakeCommand(ports) });
  return pool;
};

function given(said: Said<WorldLease>): WorldLease & { readonly pid: number } {
  if (!said.ok || said.value.pid === null) throw new Error('There is no lease of a server of our own.');
  return { ...said.value, pid: said.value.pid };
}

const until = (condition: () => boolean | Promise<boolean>) =>
  expect.poll(condition, { interval: 20 }).toBe(true);

describe('a pool of AppWorld servers', () => {
  it('starts a server with the first lease, keeps it for the next, and gives each lease a fresh world', async () => {
    const { lease } = poolOn([await freePort()]);
    const first = given(await lease());
    await first.world.initialize(TASK);
    await first.world.execute("apis.notes.add(text='left behind')");
    const second = lease();
    await first.release();
    const { pid, world } = given(await second);
    expect(pid).toBe(first.pid);
    await world.initialize(TASK);
    expect(await world.execute('print(len(apis.notes.list(page=1)))')).toMatchObject({
      value: { text: '2\n' },
    });
  });

  it('makes the rollout of a killed server missing, and replaces the server', async () => {
    const { lease } = poolOn([await freePort()]);
    const first = given(await lease());
    let asked = 0;
    const ended = await solveTask({
      world: first.world,
      taskId: TASK,
      playbook: '',
      ask: async () => {
        asked += 1;
        if (asked === 2) process.kill(first.pid, 'SIGKILL');
        return { text: '```python\nprint(apis.notes.list())\n```' };
      },
    });
    expect(ended).toMatchObject({ kind: 'missing', fault: { kind: 'away' }, steps: 2 });
    await first.release();
    const next = given(await lease());
    expect(next.pid).not.toBe(first.pid);
    expect(await next.world.initialize(TASK)).toMatchObject({ ok: true });
    expect(isAlive(first.pid)).toBe(false);
  });

  it('leaves a lease that waits when its signal aborts, and gives the server to the next in line', async () => {
    const { lease } = poolOn([await freePort()]);
    const first = given(await lease());
    const gaveUp = new AbortController();
    const impatient = lease(gaveUp.signal);
    const patient = lease();
    gaveUp.abort(new Error('paused'));
    await expect(impatient).rejects.toThrow('paused');
    await first.release();
    expect(given(await patient).pid).toBe(first.pid);
  });

  it('gives a fault where the port is taken, or the program cannot be started or ends at once', async () => {
    const port = await freePort();
    const stranger = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => stranger.once('listening', resolve));
    const away = { ok: false, fault: { kind: 'away' } };
    expect(await poolOn([port]).lease()).toMatchObject(away);
    await new Promise((resolve) => stranger.close(resolve));
    for (const argv of [['/nowhere/appworld'], [process.execPath, '-e', '0']]) {
      pool = makeWorldPool({ tell, servers: { kind: 'command', argv, ports: [port] } });
      expect(await pool.lease()).toMatchObject(away);
    }
    expect(told).toHaveLength(3);
  });

  it('leases servers of others too, and passes over one that is away at the next lease', async () => {
    const there = await openFakeServer();
    const urls = [`http://127.0.0.1:${await freePort()}`, there.url];
    pool = makeWorldPool({ tell, servers: { kind: 'addresses', urls, allowedAddresses: ['127.0.0.1'] } });
    expect(await pool.lease()).toMatchObject({ ok: false, fault: { kind: 'away' } });
    const said = await pool.lease();
    expect(said).toMatchObject({ ok: true, value: { url: there.url, pid: null } });
    if (said.ok) await said.value.release();
    await there.close();
  });

  it('leaves no process when it is closed', async () => {
    const port = await freePort();
    const { lease, close } = poolOn([port]);
    const { pid } = given(await lease());
    await close();
    await until(() => !isAlive(pid));
    await expect(lease()).rejects.toThrow('closed');
    await until(() => isPortFree(port));
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'leaves no process when its own process ends by %s',
    async (signal) => {
      const port = await freePort();
      const script = path.resolve(import.meta.dirname, '../testing/appworld/pool-process.ts');
      const parent = spawn(process.execPath, ['--import', 'tsx', script, String(port)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const line = await new Promise<string>((resolve) =>
        parent.stdout.once('data', (data) => resolve(String(data))),
      );
      const pid = Number(line);
      expect(isAlive(pid)).toBe(true);
      parent.kill(signal);
      await until(() => !isAlive(pid));
      await until(() => isPortFree(port));
    },
  );
});
