import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import { db } from '@/server/db/client';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { holderOf, startWorkerProcess, type WorkerProcess } from '../testing/worker-processes';
import { openProxiedAgentLab, type ProxiedAgentLab, solveSum } from './testing/proxied-agent-lab';
import { startWithAgent } from './testing/run-with-agent';

/**
 * Two worker processes on one run with spread rollouts, and agents as they are: one in ten fails for reasons outside, one
 * never answers, one posts its outcome twice, one answers with the id of another rollout.
 */
const PATIENT = { interval: 25 };
/** Limit of a rollout: only the agent that never answers may reach it, however busy the machine is. */
const SECONDS = 15;

let there: ProxiedAgentLab;
let workers: WorkerProcess[] = [];
const jobs: RolloutJob[] = [];
/** Answers of the control address to outcomes that were posted. */
const posts: number[] = [];

async function misbehave(job: RolloutJob): Promise<unknown> {
  jobs.push(job);
  const outcome = await solveSum(job, `Add.\n${job.candidate.components.system}`);
  const number = Number(/\d+/.exec(job.task.input.question)?.[0]);
  if (jobs.length % 10 === 0) throw new Error('its machine is gone');
  if (number === 1) return new Promise(() => undefined);
  if (number === 2) return { ...(outcome as object), rolloutId: 'ro_0123456789abcdef' };
  if (number === 3) for (const _ of [1, 2]) posts.push(await post(job, outcome));
  return outcome;
}

async function post({ control }: RolloutJob, outcome: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${control.apiKey}` };
  const init = { method: 'POST', headers, body: JSON.stringify(outcome) };
  return (await fetch(control.resultUrl, init)).status;
}

beforeAll(async () => {
  const limits = { modelCalls: 10, tokens: 200_000, usd: null, seconds: SECONDS };
  there = await openProxiedAgentLab({
    ...{ train: 32, heldOut: 10, before: misbehave },
    experiment: { spreadRollouts: true, lanes: 6 },
    settings: { limits, rolloutsMax: 6 },
  });
  workers = [startWorkerProcess(), startWorkerProcess()];
});
afterAll(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await Promise.all(workers.map(({ ended }) => ended));
  await there.close();
});

const rowsOf = (runId: string) => db().rollout.findMany({ where: { runId } });

// In one process: agent-runs and proxied-runs; over two processes without agents: rollouts/two-workers.
describe.runIf(inject('isFull'))('a run with an agent on two workers, of which one is killed', () => {
  it('runs each finished rollout once, pays what its provider counted, and misses no score silently', async () => {
    const beats = () =>
      db().workerBeat.count({ where: { pid: { in: workers.map(({ child }) => child.pid ?? 0) } } });
    await expect.poll(beats, PATIENT).toBe(2);
    const id = await startWithAgent(there.lab, there.experimentId, there.agent);
    const completed = () => db().rollout.count({ where: { runId: id, status: 'completed' } });
    await expect.poll(completed, PATIENT).toBeGreaterThan(12);
    const carriers = async () => {
      const purpose = { in: ['generate', 'evaluate'] };
      const calls = await db().journalCall.findMany({ where: { runId: id, purpose } });
      return new Set(calls.map(({ worker }) => worker.split('#')[0])).size;
    };
    await expect.poll(carriers, PATIENT).toBe(2);
    (await holderOf(id, workers))?.child.kill('SIGKILL');
    const read = () => getRun(there.lab.actor, { runId: id });
    await expect.poll(async () => (await read()).status, PATIENT).toBe('finished');

    const rows = await rowsOf(id);
    const ended = rows.filter(({ status }) => status === 'completed' || status === 'limit');
    expect(new Set(ended.map((row) => row.id)).size).toBe(ended.length);
    expect(rows.filter(({ status }) => status === 'running')).toEqual([]);
    const started = jobs.map(({ rolloutId, attempt }) => `${rolloutId}/${attempt}`);
    expect(new Set(started).size).toBe(started.length);

    const bill = there.endpoint.bill();
    expect(rows.reduce((all, { tokensIn }) => all + tokensIn, 0)).toBe(bill.tokensIn);
    expect(rows.reduce((all, { costUsd }) => all + (costUsd ?? Number.NaN), 0)).toBeCloseTo(bill.usd, 9);

    const facts = await readLedger(there.lab.database.pg, id);
    const finished = facts.flatMap((entry) => (entry.type === 'rollout.finished' ? [entry.data] : []));
    for (const { score, cause } of finished)
      if (cause?.code === 'unavailable' || cause?.code === 'notInjected') expect(score).toBeNull();
      else if (cause !== null) expect({ code: cause.code, score }).toMatchObject({ score: 0 });
    const codes = finished.map(({ cause }) => cause?.code);
    expect(codes).toContain('rolloutLimit');
    expect(codes).toContain('agentFailed');
    expect(codes.filter((code) => code === 'unavailable').length).toBeLessThan(finished.length / 10);
    // Posted twice to an attempt that was lost meanwhile, it is late.
    for (const status of posts) expect([200, 409]).toContain(status);
    expect(posts).toContain(200);
    expect(await replayRun(there.lab.actor, { runId: id, limits: null })).toMatchObject({ verdict: 'same' });
  });
});
