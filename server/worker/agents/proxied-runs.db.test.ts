import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { executeRun } from '../handlers/execute-run';
import { openProxiedAgentLab, type ProxiedAgentLab, solveSum } from './testing/proxied-agent-lab';
import { pinnedAgent, startWithAgent } from './testing/run-with-agent';

let there: ProxiedAgentLab;
let listener: ReturnType<typeof makeListener>;
let withoutPrompt = false;
/** Jobs of agents that do their work and never answer, while this is not null. */
let silent: RolloutJob[] | null = null;
/** Calls of one example that the provider still fails; the proxy sends each four times. */
let faults = 0;

beforeAll(async () => {
  there = await openProxiedAgentLab({
    ...{ train: 16, heldOut: 6 },
    fault: ({ body }) =>
      JSON.stringify(body).includes('What is 3 plus') && faults-- > 0
        ? { fault: 500, headers: { 'retry-after': '0' } }
        : undefined,
    before: (job) => {
      if (silent === null) return undefined;
      silent.push(job);
      return solveSum(job, job.candidate.components.system ?? '').then(() => new Promise(() => undefined));
    },
    system: ({ candidate }) => (withoutPrompt ? 'Add.' : `Add.\n${candidate.components.system}`),
  });
  listener = makeListener(there.lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await there.close();
});

const start = () => startWithAgent(there.lab, there.experimentId, there.agent);
const read = (runId: string) => getRun(there.lab.actor, { runId });
const carry = (runId: string, worker = 'worker') => {
  const signal = new AbortController().signal;
  const job = { payload: { runId }, tries: 0, signal };
  return executeRun(job, { worker, pool: there.lab.database.pg, listener, closing: signal });
};
const finishedOf = async (runId: string) =>
  (await readLedger(there.lab.database.pg, runId)).flatMap((entry) =>
    entry.type === 'rollout.finished' ? [entry.data] : [],
  );

describe('a run with an agent whose calls are proxied', () => {
  it('ends with books that equal the bill of its provider, proven prompts and whole trajectories', async () => {
    const id = await start();
    expect(await carry(id)).toBe('done');
    expect(await read(id)).toMatchObject({ status: 'finished' });
    const rows = await db().rollout.findMany({ where: { runId: id } });
    expect(rows.length).toBeGreaterThanOrEqual(22);
    const bill = there.endpoint.bill();
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
    expect(sum(({ modelCalls }) => modelCalls)).toBe(bill.calls);
    expect(sum(({ tokensIn }) => tokensIn)).toBe(bill.tokensIn);
    expect(sum(({ tokensOut }) => tokensOut)).toBe(bill.tokensOut);
    expect(sum(({ costUsd }) => costUsd ?? Number.NaN)).toBeCloseTo(bill.usd, 9);
    const finished = await finishedOf(id);
    expect(finished.reduce((all, { costUsd }) => all + (costUsd ?? Number.NaN), 0)).toBeCloseTo(bill.usd, 9);
    for (const { injection, trajectoryHash, status, countedBy } of rows) {
      expect({ status, countedBy }).toEqual({ status: 'completed', countedBy: 'proxy' });
      expect(['proven', 'notApplicable']).toContain((injection as { system: string }).system);
      expect(trajectoryHash).not.toBeNull();
    }
    expect(rows.some(({ injection }) => (injection as { system: string }).system === 'proven')).toBe(true);
    const bodies = await db().agentCall.count({ where: { rollout: { runId: id }, request: { not: null } } });
    expect(bodies, 'bodies go once the trajectory is stored').toBe(0);
    const before = there.server.asked.length;
    const replayed = await replayRun(there.lab.actor, { runId: id, limits: null });
    expect(replayed).toMatchObject({ verdict: 'same' });
    expect(there.server.asked.length).toBe(before);
  });

  it('is taken over amid its rollouts, and what its lost attempts took stays charged', async () => {
    const before = there.endpoint.bill();
    const id = await start();
    silent = [];
    const first = carry(id, 'worker-dead');
    const working = () => there.endpoint.bill().calls - before.calls;
    await expect.poll(working).toBe(12);
    silent = null;
    expect(await carry(id, 'worker-heir')).toBe('done');
    expect(await first).toBe('done');
    expect(await read(id)).toMatchObject({ status: 'finished' });
    const rows = await db().rollout.findMany({ where: { runId: id } });
    // Lost where the heir came first, stopped where the worker itself saw first that the run was taken from it.
    expect(rows.filter(({ status }) => status === 'lost' || status === 'stopped')).toHaveLength(6);
    const bill = there.endpoint.bill();
    const tokens = rows.reduce((all, { tokensIn }) => all + tokensIn, 0);
    expect(tokens).toBe(bill.tokensIn - before.tokensIn);
    const charged = (await finishedOf(id)).reduce((all, { tokensIn }) => all + tokensIn, 0);
    expect(charged).toBe(tokens);
  });

  it('tries a rollout again whose provider failed, and charges nothing for the failed calls', async () => {
    const before = there.endpoint.bill();
    const id = await start();
    faults = 4;
    expect(await carry(id)).toBe('done');
    expect(await read(id)).toMatchObject({ status: 'finished' });
    const rows = await db().rollout.findMany({ where: { runId: id } });
    const failed = rows.filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(1);
    for (const { fault } of failed) expect(fault).toMatchObject({ failure: 'infrastructure' });
    for (const { cause } of await finishedOf(id)) expect(cause).toBeNull();
    const tokens = rows.reduce((all, { tokensIn }) => all + tokensIn, 0);
    expect(tokens).toBe(there.endpoint.bill().tokensIn - before.tokensIn);
  });

  it('scores 0 where a limit of the rollout left no output, and says which', async () => {
    const limited = pinnedAgent({ kind: 'http', url: there.server.url, limits: { modelCalls: 1 } });
    const id = await startWithAgent(there.lab, there.experimentId, limited);
    expect(await carry(id)).toBe('done');
    const rows = await db().rollout.findMany({ where: { runId: id } });
    for (const { status, fault, modelCalls, attempt } of rows) {
      expect({ status, modelCalls, attempt }).toEqual({ status: 'limit', modelCalls: 1, attempt: 1 });
      expect(fault).toMatchObject({ failure: 'limit', fault: 'modelCalls' });
    }
    const finished = await finishedOf(id);
    expect(finished.length).toBeGreaterThan(0);
    for (const { score, cause } of finished)
      expect({ score, code: cause?.code }).toEqual({ score: 0, code: 'rolloutLimit' });
  });

  it('is stopped when its agent leaves the prompt out, and no such rollout has a score', async () => {
    const id = await start();
    withoutPrompt = true;
    expect(await carry(id)).toBe('done');
    withoutPrompt = false;
    const { status, runHash } = await read(id);
    const ended = (await readLedger(there.lab.database.pg, id)).find(({ type }) => type === 'run.finished');
    // The empty playbook at the start is no prompt that could be seen: the run goes on until there is one.
    expect(ended?.data).toMatchObject({ reason: 'promptNotSeen' });
    expect({ status, runHash }).toMatchObject({ status: 'stopped', runHash: expect.any(String) });
    const unseen = (await finishedOf(id)).filter(({ cause }) => cause?.code === 'notInjected');
    expect(unseen.length).toBeGreaterThan(2);
    for (const { score } of unseen) expect(score).toBeNull();
  });
});
