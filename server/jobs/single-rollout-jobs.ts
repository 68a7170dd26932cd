import type { PgBoss, QueueOptions } from 'pg-boss';
import { z } from 'zod';
import { rolloutId } from '@/lib/domain/rollout-documents';
import { HEARTBEAT_REFRESH_SECONDS, HEARTBEAT_SECONDS } from './definitions';

/** Jobs of rollouts outside of runs: the test of an agent, or a rollout that a person runs again. */
export const CARRY_SINGLE_ROLLOUT = 'carry-single-rollout';

const payloadShape = z.object({ rolloutId });

const RETRIES = 3;

/** `exclusive` with the rollout as key. A job is tried again where its worker died or could not carry it. */
export const CARRY_SINGLE_ROLLOUT_QUEUE: QueueOptions & { policy: 'exclusive'; notify: boolean } = {
  policy: 'exclusive',
  notify: true,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 23 * 3600,
  retryLimit: RETRIES,
  retryDelay: 1,
  retentionSeconds: 86_400,
  deleteAfterSeconds: 3600,
};

export async function sendSingleRollout(boss: PgBoss, id: string): Promise<void> {
  await boss.send(CARRY_SINGLE_ROLLOUT, { rolloutId: id }, { singletonKey: id });
}

export interface SingleRolloutJob {
  readonly rolloutId: string;
  /** No worker gets it after this one. */
  readonly isLastTry: boolean;
  /** Aborts when the queue has given the job to another worker. */
  readonly signal: AbortSignal;
}

export async function workOnSingleRollouts(
  boss: PgBoss,
  concurrency: number,
  handle: (job: SingleRolloutJob) => Promise<void>,
): Promise<void> {
  await boss.work(
    CARRY_SINGLE_ROLLOUT,
    {
      localConcurrency: concurrency,
      batchSize: 1,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 5,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    },
    async ([job]) => {
      if (!job) return;
      const { rolloutId: id } = payloadShape.parse(job.data);
      await handle({ rolloutId: id, isLastTry: job.retryCount >= RETRIES, signal: job.signal });
    },
  );
}
