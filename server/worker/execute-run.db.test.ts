import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import type { JobOutcome } from '@/server/jobs/queue';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { controlRun } from '@/server/services/launches/control-run';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

const STATIC = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 32, heldOut: 8, timeScale: 300 });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

const start = (experimentId: string, kind: 'comparisonPoint' | 'serialBaseline' = 'comparisonPoint') =>
  startRun(lab.actor, { experimentId, kind, seed: 7 });

const read = (runId: string) => getRun(lab.actor, { runId });

function carry(runId: string, worker: string, closing = new AbortController().signal): Promise<JobOutcome> {
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  return executeRun(job, { worker, pool: lab.database.pg, listener, closing });
}

const rolloutsOf = async (runId: string) => (await read(runId)).summary.rollouts;

/** Holds for every ended run, whatever its history. */
async function expectWhole(runId: string): Promise<void> {
  const entries = await readLedger(lab.database.pg, runId);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  const unanswered = await db().journalCall.count({ where: { runId, answeredAt: null } });
  expect(unanswered).toBe(0);
}

describe('carrying a run', () => {
  let experimentId: string;
  let twinHash: string | null;

  beforeAll(async () => {
    experimentId = await lab.makeExperiment({ batch: STATIC });
    const twin = await start(experimentId);
    expect(await carry(twin.id, 'worker-twin')).toBe('done');
    const ended = await read(twin.id);
    expect(ended).toMatchObject({ status: 'finished', practice: true });
    expect(ended.summary).toMatchObject({ phase: 'ended', rollouts: 32, iterationsClosed: 4 });
    twinHash = ended.runHash;
    await expectWhole(twin.id);
  });

  it('pins the split and counts each measurement on held-out once', async () => {
    const split = await db().splitRegistration.findUniqueOrThrow({ where: { id: lab.splitId } });
    const measured = await db().ledgerEntry.count({ where: { type: 'heldOut.measured' } });
    expect(split.pinnedAt).not.toBeNull();
    expect(measured).toBeGreaterThan(1);
    expect(split.heldOutUses).toBe(measured);
  });

  it('pauses in the middle, resumes, and ends with the hash of an uninterrupted twin', async () => {
    const { id } = await start(experimentId);
    const carried = carry(id, 'worker-a');
    await expect.poll(() => rolloutsOf(id), { interval: 10 }).toBeGreaterThan(4);
    await controlRun(lab.actor, { runId: id, action: 'pause' });
    expect(await carried).toBe('done');
    expect((await read(id)).status).toBe('paused');
    expect(await carry(id, 'worker-b')).toBe('done');
    expect((await read(id)).status).toBe('paused');
    await controlRun(lab.actor, { runId: id, action: 'resume' });
    expect(await carry(id, 'worker-b')).toBe('done');
    expect(await read(id)).toMatchObject({ status: 'finished', runHash: twinHash });
    await expectWhole(id);
  });

  it('is taken over from a presumed-dead worker: no answered call is paid again, same hash', async () => {
    const { id } = await start(experimentId);
    const first = carry(id, 'worker-dead');
    await expect.poll(() => rolloutsOf(id), { interval: 10 }).toBeGreaterThan(9);
    const answered = await db().journalCall.findMany({ where: { runId: id, answeredAt: { not: null } } });
    expect(await carry(id, 'worker-heir')).toBe('done');
    expect(await first).toBe('done');
    const ended = await read(id);
    expect(ended).toMatchObject({ status: 'finished', runHash: twinHash });
    const again = await db().journalCall.findMany({
      where: { runId: id, key: { in: answered.map(({ key }) => key) }, dispatches: { gt: 1 } },
    });
    expect(again).toEqual([]);
    expect(ended.callsPossiblyPaidTwice).toBeLessThanOrEqual(8);
    const facts = await readLedger(lab.database.pg, id);
    expect(facts.find(({ type }) => type === 'run.takenOver')?.data).toEqual({
      previousWorker: 'worker-dead',
    });
    await expectWhole(id);
  });

  it('is given back by a worker that closes, and continues on another', async () => {
    const { id } = await start(experimentId);
    const closing = new AbortController();
    const carried = carry(id, 'worker-closing', closing.signal);
    await expect.poll(() => rolloutsOf(id), { interval: 10 }).toBeGreaterThan(4);
    closing.abort();
    expect(await carried).toBe('again');
    expect((await read(id)).status).toBe('queued');
    expect(await carry(id, 'worker-next')).toBe('done');
    expect(await read(id)).toMatchObject({ status: 'finished', runHash: twinHash });
  });

  it('stops on request and keeps its measurements', async () => {
    const { id } = await start(experimentId);
    const carried = carry(id, 'worker-a');
    await expect.poll(() => rolloutsOf(id), { interval: 10 }).toBeGreaterThan(1);
    await controlRun(lab.actor, { runId: id, action: 'stop' });
    expect(await carried).toBe('done');
    const ended = await read(id);
    expect(ended).toMatchObject({ status: 'stopped', statusReason: 'A person stopped the run.' });
    expect(ended.summary.bestScore).not.toBeNull();
    await expectWhole(id);
  });

  it('fails with a sentence when its provider has moved', async () => {
    const { id } = await start(experimentId);
    const { baseUrl } = await db().provider.findUniqueOrThrow({ where: { id: lab.providerId } });
    await db().provider.update({
      where: { id: lab.providerId },
      data: { baseUrl: 'https://elsewhere.example/v1' },
    });
    expect(await carry(id, 'worker-a')).toBe('done');
    await db().provider.update({ where: { id: lab.providerId }, data: { baseUrl } });
    const ended = await read(id);
    expect(ended.status).toBe('failed');
    expect(ended.statusReason).toMatch(/has another address now/);
  });

  it('waits in the queue with a reason while the practice model is down, and is retried', async () => {
    const { id } = await start(experimentId);
    const row = await db().run.findUniqueOrThrow({ where: { id } });
    const away = JSON.stringify(row.manifest).replaceAll(/http:..127.0.0.1:\d+/g, 'http://127.0.0.1:9');
    await db().run.update({ where: { id }, data: { manifest: JSON.parse(away) } });
    await expect(carry(id, 'worker-a')).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(await read(id)).toMatchObject({ status: 'queued', worker: null });
    expect((await read(id)).statusReason).toMatch(/practice model does not answer.*tried again/);
    await db().run.update({ where: { id }, data: { manifest: row.manifest ?? {} } });
    expect(await carry(id, 'worker-a')).toBe('done');
    expect(await read(id)).toMatchObject({
      status: 'finished',
      runHash: twinHash,
      statusReason: expect.stringMatching(/All 32/),
    });
  });

  it('ends a serial baseline with a diagnosis', async () => {
    const { id } = await start(experimentId, 'serialBaseline');
    expect(await carry(id, 'worker-a')).toBe('done');
    const ended = await read(id);
    expect(ended.summary.iterationsClosed).toBe(32);
    expect(ended.diagnosis).toMatchObject({ runId: id });
    await expectWhole(id);
  });
});
