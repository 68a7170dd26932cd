import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PinnedAgent } from '@/lib/domain/agent';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import { type LoopbackServer, openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { controlRun } from '@/server/services/launches/control-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from '../handlers/execute-run';
import { attemptWatch } from './attempt-watch';
import { pinnedAgent, startWithAgent, sumOf } from './testing/run-with-agent';

/** A tool that failed: what a reflection reads, and a replay has to read again. */
const TOOL_ERROR = 'The adding machine is out of paper.';
const TRACE = {
  format: 'atif',
  document: {
    schema_version: 'ATIF-v1.7',
    agent: { name: 'sums' },
    steps: [{ step_id: 1, source: 'agent', message: TOOL_ERROR }],
  },
};

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let server: LoopbackServer<RolloutJob>;
let agent: PinnedAgent;
let experimentId: string;
/** Jobs that the agent holds back until it is told to answer. */
let held: (() => void)[] | null = null;

beforeAll(async () => {
  process.env.WAGGLE_ALLOWED_ADDRESSES = '127.0.0.1';
  lab = await openPracticeLab({ train: 16, heldOut: 6, timeScale: null });
  listener = makeListener(lab.database.url);
  server = await openLoopbackServer<RolloutJob>(({ body, method }, response) => {
    if (method === 'DELETE') return response.end();
    const { version, rolloutId, attempt } = body;
    const usage = { inputTokens: 100, outputTokens: 10, usd: 0.001 };
    const outcome = {
      ...{ version, rolloutId, attempt },
      ...{ status: 'completed', output: { text: sumOf(body) }, usage, trace: TRACE },
    };
    const answer = () => response.end(JSON.stringify(outcome));
    if (held === null) answer();
    else held.push(answer);
  });
  agent = pinnedAgent({ kind: 'http', url: server.url, proxied: false });
  const batch = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };
  experimentId = await lab.makeExperiment({ batch });
});
afterAll(async () => {
  await listener.close();
  await server.close();
  await lab.close();
});

const start = () => startWithAgent(lab, experimentId, agent);
const read = (runId: string) => getRun(lab.actor, { runId });
const rolloutRows = (runId: string) => db().rollout.findMany({ where: { runId } });
const carry = (runId: string, worker: string) => {
  const signal = new AbortController().signal;
  const job = { payload: { runId }, tries: 0, signal };
  return executeRun(job, { worker, pool: lab.database.pg, listener, closing: signal });
};

function answerHeld(): void {
  const waiting = held ?? [];
  held = null;
  for (const answer of waiting) answer();
}

/** Attempts by rollout, in the order of their numbers. */
async function statusesOf(runId: string): Promise<string[][]> {
  const rows = (await rolloutRows(runId)).sort((a, b) => a.attempt - b.attempt);
  const ids = [...new Set(rows.map(({ id }) => id))];
  return ids.map((id) => rows.filter((row) => row.id === id).map(({ status }) => status));
}

describe('a run with an agent over HTTP', () => {
  let twinHash: string | null;
  let rollouts: number;

  beforeAll(async () => {
    const id = await start();
    expect(await carry(id, 'worker-twin')).toBe('done');
    const ended = await read(id);
    expect(ended).toMatchObject({ status: 'finished', summary: { rollouts: 16 } });
    twinHash = ended.runHash;
    const rows = await rolloutRows(id);
    rollouts = rows.length;
    expect(rollouts).toBeGreaterThanOrEqual(16 + 6);
    expect(new Set(rows.map(({ status, attempt }) => `${status} ${attempt}`))).toEqual(
      new Set(['completed 1']),
    );
  });

  it('asks the agent once for each rollout, is scored by its output and charged what it reports', async () => {
    const id = await start();
    const before = server.asked.length;
    await carry(id, 'worker');
    expect(server.asked.length - before).toBe(rollouts);
    const finished = (await readLedger(lab.database.pg, id)).flatMap((entry) =>
      entry.type === 'rollout.finished' ? [entry.data] : [],
    );
    expect(finished).toHaveLength(rollouts);
    for (const { tokensIn, costUsd, cause } of finished)
      expect({ tokensIn, costUsd, cause }).toEqual({ tokensIn: 100, costUsd: 0.001, cause: null });
    expect((await read(id)).runHash).toBe(twinHash);
    const texts = await db().text.count({ where: { body: { contains: TOOL_ERROR } } });
    expect(texts, 'reflections read what its tools said').toBeGreaterThan(0);
  });

  it('is replayed to the same hash, and no agent is started', async () => {
    const id = await start();
    await carry(id, 'worker');
    const before = server.asked.length;
    expect(await replayRun(lab.actor, { runId: id, limits: null })).toMatchObject({ verdict: 'same' });
    expect(server.asked.length).toBe(before);
  });

  it('is taken over amid its rollouts: finished ones are not run again, the others are new attempts', async () => {
    const id = await start();
    held = [];
    const first = carry(id, 'worker-dead');
    await expect.poll(() => held?.length).toBe(6);
    // Half of the agents have answered the dead worker; the other half never will.
    for (const answer of held.splice(0, 3)) answer();
    const done = () => db().rollout.count({ where: { runId: id, status: 'completed' } });
    await expect.poll(done).toBe(3);
    const heir = carry(id, 'worker-heir');
    await expect.poll(() => held?.length).toBe(6);
    answerHeld();
    expect(await heir).toBe('done');
    expect(await first).toBe('done');
    expect(await read(id)).toMatchObject({ status: 'finished', runHash: twinHash });
    const attempts = await statusesOf(id);
    expect(attempts).toHaveLength(rollouts);
    expect(attempts.filter(({ length }) => length > 1)).toHaveLength(3);
    for (const statuses of attempts)
      expect(statuses.filter((status) => status === 'completed')).toHaveLength(1);
  });

  it('stops its agents when it is paused, and runs them again when it is resumed', async () => {
    const id = await start();
    held = [];
    const first = carry(id, 'worker');
    await expect.poll(() => held?.length).toBe(6);
    await controlRun(lab.actor, { runId: id, action: 'pause' });
    expect(await first).toBe('done');
    expect((await read(id)).status).toBe('paused');
    expect(await statusesOf(id)).toEqual(Array.from({ length: 6 }, () => ['stopped']));
    answerHeld();
    await controlRun(lab.actor, { runId: id, action: 'resume' });
    expect(await carry(id, 'worker')).toBe('done');
    expect(await read(id)).toMatchObject({ status: 'finished', runHash: twinHash });
    expect(await statusesOf(id)).toContainEqual(['stopped', 'completed']);
  });

  it('leaves nothing of its rollouts in the memory of the worker', () => {
    expect(attemptWatch(lab.database.pg, listener).size).toBe(0);
  });
});
