import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { config, forgetConfig } from '@/server/config/config';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { controlRun } from '@/server/services/launches/control-run';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

const PATIENT = { interval: 20 };

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let proxy: VanishingProxy;
let experimentId: string;
let twinHash: string | null;

beforeAll(async () => {
  lab = await openPracticeLab({ train: 24, heldOut: 6, timeScale: 200 });
  listener = makeListener(lab.database.url);
  proxy = await openVanishingProxy({ host: '127.0.0.1', port: Number(new URL(config().practiceUrl).port) });
  allow('600');
  const baseUrl = `http://127.0.0.1:${proxy.port}/v1`;
  await db().provider.update({ where: { id: lab.providerId }, data: { baseUrl, maxAttempts: 2 } });
  const batch = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };
  experimentId = await lab.makeExperiment({ batch });
  const twin = await start();
  await carry(twin, 'worker-twin');
  twinHash = (await read(twin)).runHash;
});
afterAll(async () => {
  await proxy.close();
  await listener.close();
  await lab.close();
});

/** The door's address may be called, and a run waits so many seconds. */
function allow(patienceSeconds: string): void {
  process.env.WAGGLE_ALLOWED_ADDRESSES = `127.0.0.1:${proxy.port}`;
  process.env.WAGGLE_PROVIDER_PATIENCE_SECONDS = patienceSeconds;
  forgetConfig();
}

const start = async () => (await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 })).id;
const read = (runId: string) => getRun(lab.actor, { runId });
const rolloutsOf = async (runId: string) => (await read(runId)).summary.rollouts;

function carry(runId: string, worker: string) {
  const job = { payload: { runId }, tries: 500, signal: new AbortController().signal };
  return executeRun(job, { worker, pool: lab.database.pg, listener, closing: new AbortController().signal });
}

async function runUntilAway(patienceSeconds: string) {
  allow(patienceSeconds);
  const id = await start();
  const carried = carry(id, 'worker-a');
  await expect.poll(() => rolloutsOf(id), PATIENT).toBeGreaterThan(9);
  await proxy.vanish();
  return { id, carried };
}

async function expectNothingBurnt(id: string): Promise<void> {
  expect(await read(id)).toMatchObject({ status: 'finished', runHash: twinHash });
  const failed = await db().journalCall.count({
    where: { runId: id, outcome: { path: ['ok'], equals: false } },
  });
  expect(failed, 'answers journaled as failed').toBe(0);
  const entries = await readLedger(lab.database.pg, id);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
}

describe('a run whose provider vanishes', () => {
  it('waits, says since when, and goes on by itself to the hash of its twin; the delay is in no fit', async () => {
    const { id, carried } = await runUntilAway('600');
    const reason = async () => (await read(id)).statusReason;
    await expect
      .poll(reason, PATIENT)
      .toMatch(/Practice has not answered since \d\d:\d\d UTC; the run waits/);
    await proxy.comeBack();
    await expect.poll(reason, PATIENT).not.toMatch(/has not answered/);
    expect(await carried).toBe('done');
    await expectNothingBurnt(id);
    const closed = (await readLedger(lab.database.pg, id)).filter(({ type }) => type === 'iteration.closed');
    const tainted = closed.filter(({ measured }) => measured.tainted);
    expect(tainted).toHaveLength(1);
    expect((await read(id)).callsPossiblyPaidTwice).toBe(0);
  });

  it('pauses when the patience is over, whatever the tries, and is resumed without loss', async () => {
    const { id, carried } = await runUntilAway('2');
    expect(await carried).toBe('done');
    const paused = await read(id);
    expect(paused).toMatchObject({ status: 'paused', control: 'pause' });
    expect(paused.statusReason).toMatch(/has not answered since .* resume the run when it is back\./);
    await proxy.comeBack();
    allow('600');
    await controlRun(lab.actor, { runId: id, action: 'resume' });
    expect(await carry(id, 'worker-b')).toBe('done');
    await expectNothingBurnt(id);
  });

  it('lets itself be paused meanwhile, at once', async () => {
    const { id, carried } = await runUntilAway('600');
    await expect.poll(async () => (await read(id)).statusReason, PATIENT).toMatch(/has not answered/);
    await controlRun(lab.actor, { runId: id, action: 'pause' });
    expect(await carried).toBe('done');
    expect(await read(id)).toMatchObject({ status: 'paused', statusReason: null });
    await proxy.comeBack();
    await controlRun(lab.actor, { runId: id, action: 'resume' });
    expect(await carry(id, 'worker-b')).toBe('done');
    await expectNothingBurnt(id);
  });

  it('pauses rather than fails when it is gone before the run can begin', async () => {
    await proxy.vanish();
    allow('1');
    const id = await start();
    await expect(carry(id, 'worker-a')).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    await expect.poll(() => carry(id, 'worker-a').catch(() => 'thrown'), { interval: 200 }).toBe('done');
    expect(await read(id)).toMatchObject({ status: 'paused' });
    await proxy.comeBack();
    allow('600');
    await controlRun(lab.actor, { runId: id, action: 'resume' });
    expect(await carry(id, 'worker-b')).toBe('done');
    await expectNothingBurnt(id);
  });
});
