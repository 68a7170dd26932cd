import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { assertKeysOpen } from '@/server/adapters/provider-keys';
import { config } from '@/server/config/config';
import { makeListener } from '@/server/events/listener';
import { EXECUTE_RUN } from '@/server/jobs/definitions';
import { makeQueue, workOnRuns } from '@/server/jobs/queue';
import { sweepRuns } from '@/server/jobs/sweep-runs';
import { logOf } from '@/server/observability/log';
import { startSingleRollouts } from './agents/single-rollouts';
import { startBeat } from './beat';
import { carryImports } from './carry-imports';
import { carryMirrored } from './carry-mirrored';
import { carrySets } from './carry-sets';
import { startDeliveries } from './deliver-webhooks';
import { watchDisk } from './disk-watch';
import { closeWorlds } from './environments/environment-agents';
import { indexSearch } from './index-search';
import { keepAuditSealed } from './keep-audit-sealed';
import { startToolLists } from './list-tools';
import { carryPracticeTraffic } from './practice-traffic';
import { startProbes } from './probe-evaluators';
import { startRolloutHelp } from './rollouts/help-rollouts';
import { keepTickingCanaries } from './tick-canaries';
import { startTraceWork } from './traces/trace-work';
import { workerPrograms } from './worker-programs';

/** A worker: carries runs from the queue, reports that it is alive, and looks for runs without a worker. */
export interface Worker {
  readonly name: string;
  readonly carried: ReadonlySet<string>;
  /** Awaits calls in flight and gives every run back, within `limitMs`. */
  close(limitMs: number): Promise<void>;
}

export interface WorkerSettings {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  /** Maximum number of concurrent runs. */
  readonly runs: number;
  /** The worker refuses to start if this opens no provider's key: the runs that it claims would fail. */
  readonly secret?: string | undefined;
}

const SWEEP_MS = 10_000;

export async function startWorker({ databaseUrl, pool, runs, secret }: WorkerSettings): Promise<Worker> {
  const name = `${os.hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const carried = new Set<string>();
  const closing = new AbortController();
  const queue = await startQueuePatiently(databaseUrl);
  if (secret !== undefined) await assertKeysOpen(pool, secret);
  const listener = makeListener(databaseUrl);
  const beat = startBeat({ pool, worker: name, carried });
  const disk = watchDisk({ databaseUrl, dataDir: config().dataDir });
  const sets = carrySets();
  const mirrored = carryMirrored(pool);
  const practice = carryPracticeTraffic(pool, closing.signal);
  const imports = carryImports(databaseUrl);
  const search = indexSearch(pool, listener);
  const traces = startTraceWork(pool);

  await workOnRuns(queue, runs, async (job) => {
    if (closing.signal.aborted) return 'again';
    const { runId } = job.payload;
    carried.add(runId);
    try {
      // Imported with the first job, so that a worker starts before the whole method is loaded.
      const { executeRun } = await import('./handlers/execute-run');
      const parts = { worker: name, pool, listener, queue, closing: closing.signal, disk };
      const outcome = await executeRun(job, parts);
      if (outcome === 'done') await sets.ended(runId);
      return outcome;
    } finally {
      carried.delete(runId);
    }
  });
  const help = await startRolloutHelp({
    ...{ pool, listener, queue, worker: name, closing: closing.signal },
    slots: config().workerRollouts,
    ...workerPrograms(),
  });
  const singles = await startSingleRollouts({ pool, queue, listener, closing: closing.signal });
  const deliveries = await startDeliveries(queue);
  const probes = await startProbes(queue, pool);
  const toolLists = await startToolLists(queue, pool);
  const stopSealing = keepAuditSealed();
  const stopSweeping = keepSweeping(pool, queue);
  const stopTicking = keepTickingCanaries();
  logOf('worker').info({ worker: name, runs }, 'The worker is ready.');

  return {
    name,
    carried,
    async close(limitMs) {
      closing.abort();
      stopSweeping();
      stopTicking();
      disk.close();
      sets.close();
      stopSealing();
      mirrored.close();
      practice.close();
      const ends = [
        queue.offWork(EXECUTE_RUN, { wait: true }),
        help.ended,
        singles.close(),
        deliveries.close(),
        probes.close(),
        toolLists.close(),
        imports.close(),
        search.close(),
        traces.close(),
      ];
      const drained = Promise.all(ends).then(() => true);
      const inTime = await Promise.race([drained, wait(limitMs, false, { ref: false })]);
      // The missing heartbeat would reveal these runs; reporting now spares the other workers the wait.
      if (!inTime) logOf('worker').warn({ runs: [...carried] }, 'Runs are left to be taken over.');
      await Promise.allSettled([
        closeWorlds(),
        beat.stop(),
        listener.close(),
        queue.stop({ graceful: false }),
      ]);
    },
  };
}

/** Retries, since the database may start after the worker. */
async function startQueuePatiently(databaseUrl: string): Promise<PgBoss> {
  for (;;) {
    try {
      return await makeQueue({ databaseUrl, isWorker: true });
    } catch (error) {
      if (!isDatabaseGone(error)) throw error;
      logOf('worker').warn({ error: (error as Error).message }, 'Waiting for the database.');
      await wait(1_000);
    }
  }
}

function keepSweeping(pool: pg.Pool, queue: PgBoss): () => void {
  const sweep = () => {
    sweepRuns(pool, queue).then(
      (found) =>
        found.length > 0 && logOf('worker').info({ runs: found }, 'Runs without a job were queued again.'),
      (error: Error) =>
        logOf('worker').warn({ error: error.message }, 'Runs without a job were not looked for.'),
    );
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_MS);
  return () => clearInterval(timer);
}
