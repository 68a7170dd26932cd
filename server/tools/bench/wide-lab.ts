import { type ChildProcess, spawn } from 'node:child_process';
import { ulid } from 'ulid';
import type { CreateAgentInput } from '@/lib/contracts/agents';
import { createExperimentBody } from '@/lib/contracts/experiments';
import { testActor } from '@/lib/testing/test-actor';
import { YOUNG_GENERATION } from '@/server/commands/support/young-generation';
import { forgetConfig } from '@/server/config/config';
import { closeDb, db } from '@/server/db/client';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import { createAgent } from '@/server/services/agents/save-agent';
import { createExperiment } from '@/server/services/experiments/change-experiments';
import { startRun } from '@/server/services/launches/start-run';
import { seedLab } from '@/server/services/runs/testing/seed-lab';
import { openBenchDatabase } from './bench-database';
import { startPractice } from './practice-process';

/**
 * A run that asks for all examples of one iteration at once, carried by a worker in a process of its own, as the product
 * starts it. Without web server and build: these take minutes, and the worker does not notice.
 */
export async function openWideLab(lanes: number, allowedAddress: string | undefined) {
  const database = await openBenchDatabase();
  const practice = await startPractice(database.dataDir);
  const settings = {
    ...{ DATABASE_URL: database.url, WAGGLE_DATA_DIR: database.dataDir },
    ...{ WAGGLE_PRACTICE_URL: `${practice.url}/v1`, WAGGLE_ALLOWED_ADDRESSES: allowedAddress ?? '' },
    WAGGLE_SECRET: 'a secret of the bench, long enough to be one',
  };
  Object.assign(process.env, settings);
  forgetConfig();
  const id = ulid();
  const ids = { workspaceId: `ws_${id}`, providerId: `prv_${id}`, taskId: `tsk_${id}`, splitId: `spl_${id}` };
  await seedLab(ids, { train: lanes, heldOut: 10 }, `${practice.url}/v1`);
  // At its own pace: answers that come at once are never in flight together.
  const pace = { concurrency: lanes, headers: { 'x-practice-time-scale': '1' } };
  await db().provider.update({ where: { id: ids.providerId }, data: pace });
  const actor = testActor('experimenter', { workspaceId: ids.workspaceId });
  const model = (name: string) => ({ providerId: ids.providerId, model: `practice-${name}` });
  const workers: ChildProcess[] = [];
  return {
    pool: database.pool,
    async makeAgent(body: CreateAgentInput): Promise<string> {
      return (await createAgent(actor, body, () => undefined)).id;
    },
    /** The run, with its worker's process. */
    async startRun(
      agentId: string | undefined,
    ): Promise<{ readonly runId: string; readonly pid: number | null }> {
      const experiment = createExperimentBody.parse({
        ...{ name: 'Wide', taskId: ids.taskId, splitId: ids.splitId, lanes },
        ...(agentId && { agentId }),
        models: { serving: model('task'), proposer: model('proposer'), evaluator: model('judge') },
        batch: { kind: 'static', size: lanes, reason: 'All calls of one iteration at once.' },
      });
      const { id: experimentId } = await createExperiment(actor, experiment);
      const run = await startRun(actor, { experimentId, kind: 'comparisonPoint', seed: 7 });
      const worker = spawn(process.execPath, [YOUNG_GENERATION, '--import', 'tsx', 'server/worker/main.ts'], {
        env: { ...process.env, ...settings, NODE_ENV: 'production' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      workers.push(worker);
      return { runId: run.id, pid: worker.pid ?? null };
    },
    async close() {
      await Promise.all(workers.map(ended));
      await stopQueue();
      await Promise.allSettled([closeSharedListener(), closeLedgerPool(), closeDb()]);
      await practice.stop();
      await database.close();
    },
  };
}

/** Calls in flight are not waited for: what is measured has been measured. */
async function ended(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exit = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGKILL');
  await exit;
}
