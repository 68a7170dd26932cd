import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ownSandboxes } from '@/server/worker/environments/own-sandboxes';
import { ENDLESS, KINDS, SLEEPS, wordsOf } from './attempt-mix';
import { countMachine } from './machine-count';
import { inTurn, practiceTasks } from './many-attempts';
import { GONE_MS, inWords, reportLeft } from './report-left';

const MESS_MS = 120_000;
const LOOK_MS = 50;
/** Names that say who made a thing: the next start removes them. Programs and mounts it would never find. */
const NAMED = /^(files|control groups|Unix sockets): .*waggle-sandbox-/;

/** A worker is killed (SIGKILL) amid its attempts; another starts after it. */
export async function killedWorker(lanes: number, folders: readonly string[]): Promise<boolean> {
  const before = countMachine(folders);
  const killed = worker('endless', String(lanes));
  const sleeping = () => countMachine([]).processes.filter((one) => one.includes('(sleep)')).length;
  for (const giveUp = performance.now() + MESS_MS; sleeping() < lanes * SLEEPS; await wait(LOOK_MS))
    if (killed.exitCode !== null || performance.now() > giveUp)
      throw new Error(`Only ${sleeping()} programs of the agents run.`);
  console.log(`a worker killed amid ${lanes} attempts`);
  console.log(`  amid    ${inWords(countMachine(folders))}`);
  killed.kill('SIGKILL');
  await once(killed, 'close');
  const watch = { before, folders, limitMs: GONE_MS };
  const isMeant = (left: string) => !NAMED.test(left);
  const isGone = await reportLeft('besides what the next start removes', { ...watch, isMeant });
  const [code] = await once(worker('once'), 'close');
  return (await reportLeft('after the next start', watch)) && isGone && code === 0;
}

/** The settings want a database, which these workers never ask, and a secret, which would else be made in a file. */
const SETTINGS = {
  DATABASE_URL: 'postgresql://none@127.0.0.1:1/none',
  WAGGLE_SECRET: randomBytes(32).toString('hex'),
};

const worker = (...args: readonly string[]) =>
  spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('stage.ts', import.meta.url)), ...args], {
    ...{ stdio: 'inherit', env: { ...SETTINGS, ...process.env } },
  });

/** The worker that is killed: it never ends by itself. */
export async function endlessAttempts(lanes: number): Promise<boolean> {
  await ownSandboxes();
  const tasks = practiceTasks();
  const first = await Promise.race(
    Array.from({ length: lanes }, (_, at) => inTurn(ENDLESS, at)(inTurn(tasks, at))),
  );
  console.log(`an endless attempt ended as ${wordsOf(first)}`);
  return false;
}

/** The worker that starts after it, with one attempt. */
export async function oneAttempt(): Promise<boolean> {
  await ownSandboxes();
  const kind = inTurn(KINDS, 0);
  return wordsOf(await kind.run(inTurn(practiceTasks(), 0))) === kind.expected;
}
