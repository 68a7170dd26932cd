import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentVerdict } from '@/lib/domain/environment-verdict';
import { forgetConfig } from '@/server/config/config';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { getRun } from '@/server/services/runs/read-runs';
import { executeRun } from '../handlers/execute-run';
import { startWorkerProcess } from '../testing/worker-processes';
import { closeWorlds } from './environment-agents';
import { openTownLab, type TownLab } from './testing/town-lab';

/** Servers of worlds that are killed amid a task, and servers whose worker is killed. */
let there: TownLab;
let listener: ReturnType<typeof makeListener>;
/** Called with each call of the model, before it is answered. */
let amid: () => void = () => undefined;

beforeAll(async () => {
  there = await openTownLab(() => {
    amid();
    return undefined;
  });
  listener = makeListener(there.lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await there.close();
});

it('a rollout whose server is killed amid its task is tried again, and scored by the world of the next try', async () => {
  let isKilled = false;
  amid = () => {
    if (isKilled) return;
    isKilled = true;
    for (const pid of there.living()) process.kill(pid, 'SIGKILL');
  };
  const id = await there.start();
  const signal = new AbortController().signal;
  const parts = { worker: 'worker', pool: there.lab.database.pg, listener, closing: signal };
  expect(await executeRun({ payload: { runId: id }, tries: 0, signal }, parts)).toBe('done');
  expect(await getRun(there.lab.actor, { runId: id })).toMatchObject({ status: 'finished' });

  const rows = await db().rollout.findMany({ where: { runId: id } });
  const lost = rows.filter(({ status }) => status === 'failed');
  expect(lost.length).toBeGreaterThan(0);
  for (const { fault, environment } of lost) {
    expect(fault).toMatchObject({ failure: 'infrastructure', fault: 'environmentFailed' });
    expect(environment).toBeNull();
  }
  const completed = rows.filter(({ status }) => status === 'completed');
  expect(completed.map(({ id: rollout }) => rollout)).toEqual(
    expect.arrayContaining(lost.map(({ id: rollout }) => rollout)),
  );
  const finished = (await readLedger(there.lab.database.pg, id)).flatMap((entry) =>
    entry.type === 'rollout.finished' ? [entry.data] : [],
  );
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number>((all, one) => all + (one ?? Number.NaN), 0);
  const values = completed.map(({ environment }) => environmentVerdict.parse(environment).value);
  expect(finished).toHaveLength(completed.length);
  expect(finished.map(({ cause }) => cause)).toEqual(finished.map(() => null));
  expect(sum(finished.map(({ score }) => score))).toBe(sum(values));
  expect(there.servers().length).toBeGreaterThan(there.living().length);
});

it('a worker without servers leaves the run to another worker and says what to set', async () => {
  amid = () => undefined;
  const id = await there.start();
  const signal = new AbortController().signal;
  const parts = { worker: 'worker', pool: there.lab.database.pg, listener, closing: signal };
  const carry = () => executeRun({ payload: { runId: id }, tries: 0, signal }, parts);
  const { WAGGLE_APPWORLD_COMMAND: command } = process.env;
  delete process.env.WAGGLE_APPWORLD_COMMAND;
  forgetConfig();
  await expect(carry()).rejects.toMatchObject({ code: 'ENVIRONMENT_DOWN' });
  const waiting = await getRun(there.lab.actor, { runId: id });
  expect(waiting.status).not.toBe('failed');
  expect(waiting.statusReason).toContain('WAGGLE_APPWORLD_URLS');
  expect(await db().rollout.count({ where: { runId: id } })).toBe(0);
  process.env.WAGGLE_APPWORLD_COMMAND = command;
  forgetConfig();
  expect(await carry()).toBe('done');
  expect(await getRun(there.lab.actor, { runId: id })).toMatchObject({ status: 'finished' });
});

// The last one: the killed worker's rollouts keep their places until another worker takes its run over.
it('a worker that is killed leaves no server', async () => {
  await closeWorlds();
  const before = there.servers().length;
  const worker = startWorkerProcess();
  // Killed amid a task, and by the model's call, so that a world is held.
  amid = () => void worker.child.kill('SIGKILL');
  await there.start();
  await worker.ended;
  expect(there.servers().length).toBeGreaterThan(before);
  await expect.poll(there.living, { interval: 20 }).toEqual([]);
});
