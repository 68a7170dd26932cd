import type { QueueOptions } from 'pg-boss';
import { z } from 'zod';
import { identifier } from '@/lib/contracts/identifier';

/**
 * What can be queued: names, payloads and how long the queue waits for a sign of life. Light on purpose, since the
 * web app imports it to enqueue; handlers are imported by the worker alone.
 */
export const EXECUTE_RUN = 'execute-run';

export const executeRunPayload = z.object({ runId: identifier });
export type ExecuteRunPayload = z.output<typeof executeRunPayload>;

/** The schema of the queue library's own tables. */
export const QUEUE_SCHEMA = 'pgboss';

/** Found dead after 10 s of silence, the shortest that the library allows; looked for every 2 s. */
export const HEARTBEAT_SECONDS = 10;
export const HEARTBEAT_REFRESH_SECONDS = 3;
export const SUPERVISE_SECONDS = 2;

/**
 * `exclusive` with the run as key: one job a run, queued or active. A retry is what takes over a dead worker's run, so
 * its wait stays short; retries are many, because each crash of a worker takes one.
 */
export const EXECUTE_RUN_QUEUE: QueueOptions & { policy: 'exclusive'; notify: boolean } = {
  policy: 'exclusive',
  notify: true,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 23 * 3600,
  retryLimit: 1000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 10,
  retentionSeconds: 30 * 86_400,
  deleteAfterSeconds: 86_400,
};
