import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { controlRun } from '@/server/services/launches/control-run';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { startWorker } from './run-worker';

let lab: PracticeLab;
let experimentId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 24, heldOut: 6, timeScale: 200 });
  const batch = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };
  experimentId = await lab.makeExperiment({ batch });
});
afterAll(() => lab.close());

const work = () => startWorker({ databaseUrl: lab.database.url, pool: ledgerPool(), runs: 2 });
const start = async () => (await startRun(lab.actor, { experimentId, kind: 'comparisonPoint' })).id;
const statusOf = async (runId: string) => (await getRun(lab.actor, { runId })).status;
const PATIENT = { interval: 50 };

/** How a later worker came to the run: it was given back, or taken over from one that fell silent. */
const claimsOf = async (runId: string) =>
  (await readLedger(lab.database.pg, runId)).flatMap(({ type }) =>
    type === 'run.resumed' || type === 'run.takenOver' ? [type] : [],
  );

describe('a worker', () => {
  it('says that it is alive, carries what is queued, and leaves nothing behind when it closes', async () => {
    const worker = await work();
    const ids = [await start(), await start(), await start()];
    await expect.poll(() => db().workerBeat.count({ where: { id: worker.name } }), PATIENT).toBe(1);
    for (const id of ids) await expect.poll(() => statusOf(id), PATIENT).toBe('finished');
    await worker.close(5_000);
    expect(await db().workerBeat.count()).toBe(0);
  });

  it('hands its runs over when it closes, and another goes on without waiting for its silence', async () => {
    const first = await work();
    const id = await start();
    await expect
      .poll(async () => (await getRun(lab.actor, { runId: id })).summary.rollouts, PATIENT)
      .toBeGreaterThan(2);
    await first.close(5_000);
    expect(await statusOf(id)).toBe('queued');
    const second = await work();
    await expect.poll(() => statusOf(id), PATIENT).toBe('finished');
    expect(await claimsOf(id)).toEqual(['run.resumed']);
    await second.close(5_000);
  });

  it('of two, hands the run that it carries to the other at once, and nothing is paid twice', async () => {
    const both = [await work(), await work()];
    const id = await start();
    await expect
      .poll(async () => (await getRun(lab.actor, { runId: id })).summary.rollouts, PATIENT)
      .toBeGreaterThan(2);
    const carrying = both.find(({ carried }) => carried.has(id));
    const other = both.find((one) => one !== carrying);
    await carrying?.close(5_000);
    await expect.poll(() => statusOf(id), PATIENT).toBe('finished');
    expect(await claimsOf(id)).toEqual(['run.resumed']);
    expect((await getRun(lab.actor, { runId: id })).callsPossiblyPaidTwice).toBe(0);
    await other?.close(5_000);
  });

  it('takes up a run that was paused and resumed while its job was ending', async () => {
    const worker = await work();
    const id = await start();
    await expect.poll(() => statusOf(id), PATIENT).toBe('running');
    await controlRun(lab.actor, { runId: id, action: 'pause' });
    await expect.poll(() => statusOf(id), PATIENT).toBe('paused');
    await controlRun(lab.actor, { runId: id, action: 'resume' });
    await expect.poll(() => statusOf(id), PATIENT).toBe('finished');
    await worker.close(5_000);
  });
});
