import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { db } from '@/server/db/client';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { controlRun } from '@/server/services/launches/control-run';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { holderOf, startWorkerProcess, type WorkerProcess } from '../testing/worker-processes';

/** Runs with spread rollouts, carried by two processes; what must hold whichever of them holds the run. */
const PATIENT = { interval: 25 };
const LANES = 8;

let lab: PracticeLab;
let experimentId: string;
let twinHash: string | null = null;
let workers: WorkerProcess[] = [];

beforeAll(async () => {
  lab = await openPracticeLab({ train: 32, heldOut: 8, timeScale: 60 });
  const batch = { kind: 'static', size: 16, reason: 'A test compares runs at one size.' };
  experimentId = await lab.makeExperiment({ batch, lanes: LANES, spreadRollouts: true });
});
/** A process takes a while to start, so those that a test left alive go on with the next. */
beforeEach(async () => {
  workers = workers.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  while (workers.length < 2) workers.push(startWorkerProcess());
  await expect.poll(freshBeats, PATIENT).toBe(2);
});
afterAll(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await Promise.all(workers.map(({ ended }) => ended));
  await lab.close();
});

const freshBeats = () =>
  db().workerBeat.count({ where: { pid: { in: workers.map(({ child }) => child.pid ?? 0) } } });

const start = async () => (await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 })).id;
const read = (runId: string) => getRun(lab.actor, { runId });
const rolloutsOf = async (runId: string) => (await read(runId)).summary.rollouts;
const statusOf = async (runId: string) => (await read(runId)).status;
const steer = (runId: string, action: 'pause' | 'resume' | 'stop') =>
  controlRun(lab.actor, { runId, action });

const callsOf = (runId: string) => db().journalCall.findMany({ where: { runId } });
const workersOf = async (runId: string) =>
  new Set((await callsOf(runId)).map(({ worker }) => worker.split('#')[0]));

async function untilHalfway(runId: string): Promise<readonly string[]> {
  await expect.poll(() => rolloutsOf(runId), PATIENT).toBeGreaterThan(3);
  const calls = await callsOf(runId);
  return calls.filter(({ answeredAt }) => answeredAt !== null).map(({ key }) => key);
}

/** The end that every such run must come to, and that no answer of `before` was paid again. */
async function expectSameEnd(runId: string, before: readonly string[] = []): Promise<void> {
  await expect.poll(() => statusOf(runId), PATIENT).toBe('finished');
  const ended = await read(runId);
  twinHash ??= ended.runHash;
  expect(ended.runHash).toBe(twinHash);
  expect(await replayRun(lab.actor, { runId: runId, limits: null })).toMatchObject({ verdict: 'same' });
  const calls = await callsOf(runId);
  expect(calls.filter(({ key, dispatches }) => before.includes(key) && dispatches > 1)).toEqual([]);
  expect(calls.filter(({ answeredAt }) => answeredAt === null)).toEqual([]);
  // Calls are lost at two moments: with the process that dies, and under helpers when the fence moves on.
  expect(calls.filter(({ dispatches }) => dispatches > 1).length).toBeLessThanOrEqual(2 * LANES);
  const facts = await readLedger(lab.database.pg, runId);
  expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, index) => index + 1));
}

describe('a run with spread rollouts on two workers', () => {
  it('is carried by both, asks nothing twice, and says who did what', async () => {
    const id = await start();
    await expectSameEnd(id);
    expect((await workersOf(id)).size).toBe(2);
    expect((await callsOf(id)).filter(({ dispatches }) => dispatches > 1)).toEqual([]);
    const facts = await readLedger(lab.database.pg, id);
    const carriers = facts.flatMap(({ type, measured }) =>
      type === 'rollout.finished' ? [measured.worker] : [],
    );
    expect(new Set(carriers)).toEqual(await workersOf(id));
  });

  it.runIf(inject('isFull'))(
    'pauses on both without losing an answer, and goes on to the same end',
    async () => {
      const id = await start();
      const before = await untilHalfway(id);
      await steer(id, 'pause');
      await expect.poll(() => statusOf(id), PATIENT).toBe('paused');
      expect((await callsOf(id)).filter(({ answeredAt }) => answeredAt === null)).toEqual([]);
      await steer(id, 'resume');
      await expectSameEnd(id, before);
      expect((await callsOf(id)).filter(({ dispatches }) => dispatches > 1)).toEqual([]);
    },
  );

  it('stops at the next boundary, with what it has measured', async () => {
    const id = await start();
    await untilHalfway(id);
    await steer(id, 'stop');
    await expect.poll(() => statusOf(id), PATIENT).toBe('stopped');
    expect((await read(id)).summary.bestScore).not.toBeNull();
    expect(await replayRun(lab.actor, { runId: id, limits: null })).toMatchObject({ verdict: 'same' });
  });

  it('is taken over by the helper when its holder is killed', async () => {
    const id = await start();
    const before = await untilHalfway(id);
    (await holderOf(id, workers))?.child.kill('SIGKILL');
    await expectSameEnd(id, before);
    const facts = await readLedger(lab.database.pg, id);
    expect(facts.some(({ type }) => type === 'run.takenOver')).toBe(true);
  });

  it.runIf(inject('isFull'))('has the rollouts of a killed helper carried by others', async () => {
    const id = await start();
    const before = await untilHalfway(id);
    const holder = await holderOf(id, workers);
    workers.find((one) => one !== holder)?.child.kill('SIGKILL');
    await expectSameEnd(id, before);
    const facts = await readLedger(lab.database.pg, id);
    expect(facts.some(({ type }) => type === 'run.takenOver')).toBe(false);
  });

  it.runIf(inject('isFull')).each(['holder', 'helper'])(
    'is drained by a %s that is told to end, within seconds',
    async (which) => {
      const id = await start();
      const before = await untilHalfway(id);
      const holder = await holderOf(id, workers);
      const leaving = workers.find((one) => (one === holder) === (which === 'holder'));
      const startedMs = performance.now();
      leaving?.child.kill('SIGTERM');
      expect(await leaving?.ended).toBe(0);
      expect(performance.now() - startedMs).toBeLessThan(20_000);
      await expectSameEnd(id, before);
      expect((await callsOf(id)).filter(({ dispatches }) => dispatches > 1)).toEqual([]);
    },
  );
});
