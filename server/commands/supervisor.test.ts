import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createSupervisor, type ProcessPlan, type Supervisor } from '@/server/commands/supervisor';
import { isAlive } from '@/server/db/postgres-process';

const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-supervisor-'));
const WAITS = 'setInterval(() => {}, 1000)';
let supervisor: Supervisor | undefined;

function plan(name: string, script: string): ProcessPlan {
  return { name, args: ['-e', script], env: {}, cwd: folder, logFile: path.join(folder, `${name}.log`) };
}

function supervise() {
  const said: string[] = [];
  let running: readonly { name: string; pid: number }[] = [];
  supervisor = createSupervisor({
    tell: (sentence) => said.push(sentence),
    onChange: (now) => {
      running = now;
    },
  });
  return { supervisor, said, pidOf: (name: string) => running.find((one) => one.name === name)?.pid ?? 0 };
}

const until = (condition: () => boolean) => expect.poll(condition, { interval: 20 }).toBe(true);

describe('the supervisor', () => {
  afterEach(() => supervisor?.kill());
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  it('starts a killed process again, and says so', async () => {
    const { supervisor, said, pidOf } = supervise();
    supervisor.start(plan('worker', WAITS));
    const first = pidOf('worker');
    process.kill(first, 'SIGKILL');
    await until(() => pidOf('worker') !== first && isAlive(pidOf('worker')));
    expect(said).toEqual([
      expect.stringMatching(/^The worker was ended by SIGKILL and is started again in 0\.5 s/),
    ]);
    await supervisor.stop();
  });

  it('waits longer each time, and names the line that tells why', async () => {
    const { supervisor, said } = supervise();
    supervisor.start(
      plan('broken', `console.log('hello'); console.error('Error: no luck'); process.exit(3)`),
    );
    await until(() => supervisor.crashes('broken') >= 2);
    expect(said[0]).toMatch(/ended with code 3 .* in 0\.5 s \(Error: no luck;/);
    expect(said[1]).toMatch(/in 1 s/);
    await supervisor.stop();
  });

  it('ends all, the last started first, and starts none again', async () => {
    const { supervisor, said, pidOf } = supervise();
    const note = path.join(folder, 'order');
    const writes = (name: string) =>
      `process.on('SIGTERM', () => { require('fs').appendFileSync(${JSON.stringify(note)}, '${name} '); process.exit(0) }); require('fs').writeFileSync('${name}.up', ''); ${WAITS}`;
    for (const name of ['database', 'worker', 'web']) supervisor.start(plan(name, writes(name)));
    const pids = ['database', 'worker', 'web'].map(pidOf);
    await until(() => ['database', 'worker', 'web'].every((name) => isWritten(`${name}.up`)));
    await supervisor.stop();
    expect(readFileSync(note, 'utf8')).toBe('web worker database ');
    expect(pids.some(isAlive)).toBe(false);
    expect(said).toEqual([]);
  });
});

function isWritten(name: string): boolean {
  try {
    readFileSync(path.join(folder, name));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
