import os from 'node:os';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isPythonThere } from '@/server/adapters/testing/program-agent-under-test';
import { db } from '@/server/db/client';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import type { EndpointCall, Scripted } from '@/server/testing/model-endpoint';
import { startWithAgent } from '@/server/worker/agents/testing/run-with-agent';
import { holderOf, startWorkerProcess, type WorkerProcess } from '@/server/worker/testing/worker-processes';
import { type CLIENTS, type ClientProcess, startClient } from './testing/client-process';
import { openRunnerLab, type RunnerLab } from './testing/runner-lab';

/**
 * One run that both clients carry for two workers while each kind of process is killed amid rollouts: a client, the worker
 * that holds the run, the flag server. The clients' clocks are an hour early and an hour late, as is the flag server's.
 */
const PATIENT = { interval: 25 };
const HOUR_MS = 3_600_000;

/** Answers after a while, so that a kill finds calls under way; right once the system text has grown. */
async function solve({ body }: EndpointCall): Promise<Scripted> {
  const text = JSON.stringify(body);
  const number = /What is (\d+) plus a quarter/.exec(text)?.[1] ?? '';
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { text: text.length > 1_500 ? `${number}.25` : number };
}

let there: RunnerLab;
let workers: WorkerProcess[] = [];
const clients: ClientProcess[] = [];

function start(client: keyof typeof CLIENTS, skewMs: number) {
  const { agent, key, origin } = there;
  const more = { RUNNER_DOES: 'model', RUNNER_SKEW_MS: String(skewMs) };
  const started = startClient(client, { ...agent, key }, origin, more);
  clients.push(started);
  return started;
}

beforeAll(async () => {
  there = await openRunnerLab(solve);
  workers = [startWorkerProcess(), startWorkerProcess()];
});
afterAll(async () => {
  for (const { kill } of clients) kill('SIGKILL');
  for (const { child } of workers) child.kill('SIGKILL');
  await Promise.all([...clients, ...workers].map(({ ended }) => ended));
  await there.close();
});

/** As time would: nothing was heard of what a process leased for longer than a lease. */
async function lapse(pid: number): Promise<void> {
  await there.lab.database.pg.query(
    `UPDATE "Rollout" SET "leasedAt" = "leasedAt" - interval '61 seconds', "heardAt" = "heardAt" - interval '61 seconds'
     WHERE status = 'running' AND "runnerId" IN (SELECT id FROM "Runner" WHERE name LIKE $1)`,
    [`${os.hostname()}-${pid}`],
  );
}

// The quick tests kill a client and start the flag server anew: runner-clients.db.test.ts.
describe.runIf(inject('isFull'))(
  'a run of runners in which a client, a worker and the flag server are killed',
  () => {
    it('loses no rollout, ends none twice, and gives no score to what was cut off', async () => {
      const beats = () =>
        db().workerBeat.count({ where: { pid: { in: workers.map(({ child }) => child.pid ?? 0) } } });
      await expect.poll(beats, PATIENT).toBe(2);
      const first = start('typescript', HOUR_MS);
      start(isPythonThere ? 'python' : 'typescript', -HOUR_MS);
      const id = await startWithAgent(there.lab, there.experimentId, there.agent);
      const rows = () => db().rollout.findMany({ where: { runId: id } });
      const completed = () => db().rollout.count({ where: { runId: id, status: 'completed' } });
      const more = async (count: number) => {
        const before = await completed();
        await expect.poll(completed, PATIENT).toBeGreaterThanOrEqual(before + count);
      };

      await more(6);
      first.kill('SIGKILL');
      await first.ended;
      await lapse(first.pid);
      start('typescript', HOUR_MS);
      await more(6);
      (await holderOf(id, workers))?.child.kill('SIGKILL');
      await more(4);
      await there.killFlagServer(HOUR_MS);
      await more(4);
      await there.killFlagServer(-HOUR_MS);
      const read = () => getRun(there.lab.actor, { runId: id });
      await expect.poll(async () => (await read()).status, PATIENT).toBe('finished');

      const all = await rows();
      const counted = all.filter(({ status }) => status === 'completed' || status === 'limit');
      expect(new Set(counted.map((row) => row.id)).size, 'none is finished twice').toBe(counted.length);
      expect(all.filter(({ status }) => status === 'running' || status === 'queued')).toEqual([]);
      const begun = clients.flatMap(({ lines }) => lines.filter((line) => line.startsWith('model ')));
      expect(new Set(begun).size, 'no attempt goes to two runners').toBe(begun.length);
      const facts = await readLedger(there.lab.database.pg, id);
      const finished = facts.flatMap((entry) => (entry.type === 'rollout.finished' ? [entry.data] : []));
      for (const { score, cause } of finished) {
        if (score === null) expect(cause?.code).toBe('unavailable');
        else expect(cause).toBeNull();
      }
      // Each kill costs a rollout at most one of its three tries.
      const missing = finished.filter(({ score }) => score === null).length;
      expect(missing).toBeLessThan(finished.length / 10);
      expect(await replayRun(there.lab.actor, { runId: id, limits: null })).toMatchObject({
        verdict: 'same',
      });
    });
  },
);
