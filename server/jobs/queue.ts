import { fromPrisma, PgBoss } from 'pg-boss';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { config } from '@/server/config/config';
import type { Prisma } from '@/server/db/generated/client';
import { logOf } from '@/server/observability/log';
import {
  EXECUTE_RUN,
  EXECUTE_RUN_QUEUE,
  type ExecuteRunPayload,
  executeRunPayload,
  HEARTBEAT_REFRESH_SECONDS,
  QUEUE_SCHEMA,
  SUPERVISE_SECONDS,
} from './definitions';
import { PROBE_EVALUATOR, PROBE_EVALUATOR_QUEUE } from './probe-jobs';
import { CARRY_SINGLE_ROLLOUT, CARRY_SINGLE_ROLLOUT_QUEUE } from './single-rollout-jobs';
import { LIST_TOOLS, LIST_TOOLS_QUEUE } from './tool-list-jobs';
import { DELIVER_WEBHOOK, DELIVER_WEBHOOK_QUEUE } from './webhook-jobs';

/**
 * The queue of this process, on the same Postgres. The web app only sends; a worker also carries jobs and looks for
 * the jobs of dead workers. Durability of what was paid is not the queue's business: that is the journal's.
 */
export interface QueueSettings {
  readonly databaseUrl: string;
  /** Supervises: finds jobs without heartbeat and puts them back. */
  readonly isWorker: boolean;
}

/** For the library's pool: a connection that stays silent for so long is given up, so that its workers poll again. */
const HANGING = { query_timeout: 60_000, keepAlive: true };

export async function makeQueue({ databaseUrl, isWorker }: QueueSettings): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: QUEUE_SCHEMA,
    application_name: isWorker ? 'waggle-worker' : 'waggle-web',
    max: isWorker ? 4 : 2,
    schedule: false,
    supervise: isWorker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    useListenNotify: isWorker,
    monitorVacuum: false,
    ...HANGING,
  });
  // The library goes on by itself after a lost connection; without a listener an error event would end the process.
  boss.on('error', (error) => {
    // Every poll of an absent database would say so; the worker's sign of life says it once in a while.
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('queue')[level]({ error: error.message }, 'The queue met an error.');
  });
  boss.on('warning', (warning) => logOf('queue').debug({ warning: warning.message }, 'The queue warns.'));
  await boss.start();
  await boss.createQueue(EXECUTE_RUN, EXECUTE_RUN_QUEUE);
  await boss.createQueue(DELIVER_WEBHOOK, DELIVER_WEBHOOK_QUEUE);
  await boss.createQueue(PROBE_EVALUATOR, PROBE_EVALUATOR_QUEUE);
  await boss.createQueue(CARRY_SINGLE_ROLLOUT, CARRY_SINGLE_ROLLOUT_QUEUE);
  await boss.createQueue(LIST_TOOLS, LIST_TOOLS_QUEUE);
  return boss;
}

/** Kept on globalThis: `next dev` loads modules anew at every change. */
const kept = globalThis as typeof globalThis & { waggleQueue?: Promise<PgBoss> | undefined };

/** The sending side of this process, started at first use; a failed start is tried again at the next. */
export function startQueue(): Promise<PgBoss> {
  kept.waggleQueue ??= makeQueue({ databaseUrl: config().databaseUrl, isWorker: false }).catch((error) => {
    kept.waggleQueue = undefined;
    throw error;
  });
  return kept.waggleQueue;
}

export async function stopQueue(): Promise<void> {
  const open = kept.waggleQueue;
  kept.waggleQueue = undefined;
  if (open) await (await open).stop({ graceful: false });
}

/**
 * Within the transaction that makes the run where one is given: neither is there without the other. No second job is
 * made for a run that has one, queued or active.
 */
export async function sendRun(boss: PgBoss, runId: string, tx?: Prisma.TransactionClient): Promise<void> {
  const options = { singletonKey: runId, ...(tx ? { db: fromPrisma(tx) } : {}) };
  await boss.send(EXECUTE_RUN, { runId } satisfies ExecuteRunPayload, options);
}

export interface CarriedJob {
  readonly payload: ExecuteRunPayload;
  /** How often this job was tried before. */
  readonly tries: number;
  /** Aborts when the queue has given the job to another worker. */
  readonly signal: AbortSignal;
}

/** `again`: put back into the queue at once, for the next free worker. */
export type JobOutcome = 'done' | 'again';

/** Carries up to `concurrency` runs at once. A handler that throws has its job tried again after a while. */
export async function workOnRuns(
  boss: PgBoss,
  concurrency: number,
  handle: (job: CarriedJob) => Promise<JobOutcome>,
): Promise<void> {
  await boss.work<ExecuteRunPayload>(
    EXECUTE_RUN,
    {
      localConcurrency: concurrency,
      batchSize: 1,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 2,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    },
    async ([job]) => {
      if (!job) return;
      const payload = executeRunPayload.parse(job.data);
      const outcome = await handle({ payload, tries: job.retryCount, signal: job.signal });
      if (outcome === 'done') return;
      // Settled by hand first, because the queue takes no second job of a run while this one is active.
      await boss.complete(EXECUTE_RUN, job.id);
      await sendRun(boss, payload.runId);
    },
  );
}
