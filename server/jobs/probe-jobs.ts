import type { PgBoss, QueueOptions } from 'pg-boss';
import { z } from 'zod';
import { identifier } from '@/lib/contracts/identifier';
import { HEARTBEAT_SECONDS } from './definitions';

/** The jobs that have a canary's evaluator score its probe set again. */
export const PROBE_EVALUATOR = 'probe-evaluator';

const payloadShape = z.object({ canaryId: identifier });

/** `exclusive` with the canary as key: one job a canary. An evaluator that is away is asked again, less and less often. */
export const PROBE_EVALUATOR_QUEUE: QueueOptions & { policy: 'exclusive' } = {
  policy: 'exclusive',
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 1800,
  retryLimit: 20,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 1800,
  retentionSeconds: 86_400,
  deleteAfterSeconds: 3600,
};

/** No second job is made for a canary that has one, queued, active or to be tried again. */
export async function sendProbe(boss: PgBoss, canaryId: string): Promise<void> {
  await boss.send(PROBE_EVALUATOR, { canaryId }, { singletonKey: canaryId });
}

/** One at a time. A handler that throws has its job tried again. */
export async function workOnProbes(boss: PgBoss, handle: (canaryId: string) => Promise<void>): Promise<void> {
  await boss.work(PROBE_EVALUATOR, { batchSize: 1, pollingIntervalSeconds: 5 }, async ([job]) => {
    if (job) await handle(payloadShape.parse(job.data).canaryId);
  });
}
