import { afterAll, beforeAll, describe } from 'vitest';
import { ROLLOUT_VERSION } from '@/lib/domain/rollout-documents';
import { makeRunnerAgent } from '@/server/adapters/agents/runner-agent';
import {
  contractJob,
  itKeepsTheCarrierContract,
  makeEvent,
} from '@/server/adapters/testing/agent-carrier-contract';
import { openAttempt } from '@/server/repositories/rollouts';
import { leaseWatch } from '@/server/worker/agents/lease-watch';
import { heartbeat, jobOf, openRunnerBench, postDocument, type RunnerBench } from './testing/runner-bench';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await openRunnerBench();
});
afterAll(() => bench.close());

/** A runner that leases one job, and posts the answer or asks by heartbeats until it is told to stop. */
describe('an agent of runners that keeps the contract of carriers', () => {
  itKeepsTheCarrierContract(async (answer) => {
    const pool = bench.database.pg;
    const agent = await bench.addAgent({ proxied: true });
    const made = agent.make(contractJob.task.input.question);
    const given = { ...made, id: contractJob.rolloutId };
    await pool.query('DELETE FROM "Rollout" WHERE id = $1', [given.id]);
    const attempt = await openAttempt(pool, given);
    const began = makeEvent();
    const told = makeEvent();
    const jobs: Awaited<ReturnType<typeof agent.lease>>[number][] = [];
    const hungUp = new AbortController();
    async function run(): Promise<void> {
      jobs.push(...(await agent.lease({}, hungUp.signal)));
      const [job] = jobs;
      if (job === undefined) return;
      began.happen();
      if (answer !== null) await postDocument(job, { ...JSON.parse(answer), version: ROLLOUT_VERSION });
      for (;;) {
        const heard = (await heartbeat(job)) as { cancelled: boolean };
        if (heard.cancelled) break;
      }
      told.happen();
    }
    const running = run().catch(() => undefined);
    const followed = bench.watch.follow({ id: given.id, attempt });
    const inner = makeRunnerAgent(leaseWatch(pool));
    return {
      carrier: {
        async carry(job, { signal, posted }) {
          const context = { signal, posted: Promise.race([posted, followed.posted]) };
          const end = await inner.carry(job, context);
          // As the worker settles it.
          await pool.query(`UPDATE "Rollout" SET status = 'stopped' WHERE id = $1`, [given.id]);
          return end;
        },
      },
      ...{ job: jobOf(bench, given, attempt), jobs, began: began.happened, told: told.happened },
      async close() {
        followed.leave();
        hungUp.abort();
        await running;
      },
    };
  });
});
