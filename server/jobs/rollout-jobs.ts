import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PgBoss, QueueOptions } from 'pg-boss';
import { z } from 'zod';
import { identifier } from '@/lib/contracts/identifier';
import { HEARTBEAT_SECONDS, QUEUE_SCHEMA } from './definitions';

/**
 * The jobs by which a run's rollouts reach other workers: one job a rollout. Rollouts that need a program of the
 * operator's have a queue of that program's, which only workers that know it listen to. Knows nothing of what a
 * rollout is; the run's journal holds what came of it, the job only says that it is over.
 */
const cap = z.number().min(0).nullable();

export const rolloutPayload = z.object({
  runId: identifier,
  fence: z.int(),
  iteration: z.int(),
  purpose: z.enum(['generate', 'evaluate']),
  ordinal: z.int().min(0),
  exampleId: z.string(),
  candidateHash: z.string(),
  /** Where the candidate's text is kept. */
  textHash: z.string(),
  extra: z.record(z.string(), z.json()),
  grant: z.object({ rollouts: cap, tokens: cap, usd: cap, gpuSeconds: cap, untilMs: z.number().nullable() }),
});
export type RolloutPayload = z.output<typeof rolloutPayload>;

export type RolloutVerdict = 'done' | 'unfinished' | 'interrupted';
const verdict = z.object({ end: z.enum(['done', 'unfinished', 'interrupted']) });

/** Field that pg-boss returns from a command but does not declare. */
const kept = z.object({ settled: z.array(z.string()) });

/** `sent <queue>`, `over <run>` or `stop <run>/<fence>`: words between the sender and the helpers of a rollout. */
export const ROLLOUT_CHANNEL = 'waggle_rollouts';

export const rolloutQueue = (command: string | null) =>
  command === null ? 'carry-rollout' : `carry-rollout.${command}`;

/** Rollouts of an agent that is a program: only workers that know it listen. */
export const agentQueue = (command: string) => `carry-rollout.agent.${command}`;

/** Rollouts of the built-in loop with a tool server that is a program. */
export const toolQueue = (command: string) => `carry-rollout.mcp.${command}`;

/** Given to another worker as often as helpers die with it, then left to the worker that holds the run. */
const ROLLOUT_QUEUE: QueueOptions & { policy: 'standard' } = {
  policy: 'standard',
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 23 * 3600,
  retryLimit: 5,
  retryDelay: 0,
  retentionSeconds: 86_400,
  deleteAfterSeconds: 3600,
};

export async function openRolloutQueue(boss: PgBoss, queue: string): Promise<void> {
  await boss.createQueue(queue, ROLLOUT_QUEUE);
}

/** The ids of the jobs, in the order of the payloads. */
export async function sendRollouts(
  boss: PgBoss,
  queue: string,
  payloads: readonly RolloutPayload[],
): Promise<string[]> {
  const jobs = payloads.map((data) => ({ id: randomUUID(), data }));
  await boss.insert(queue, jobs);
  return jobs.map(({ id }) => id);
}

/** A job as one worker has it: another attempt at it is another worker's. */
interface JobAttempt {
  readonly id: string;
  readonly retryCount: number;
}

export interface FetchedRollout extends JobAttempt {
  readonly payload: RolloutPayload;
}

export async function fetchRollouts(boss: PgBoss, queue: string, limit: number): Promise<FetchedRollout[]> {
  const jobs = await boss.fetch<RolloutPayload>(queue, { batchSize: limit });
  return jobs.map(({ id, retryCount, data }) => ({ id, retryCount, payload: rolloutPayload.parse(data) }));
}

/** Does nothing when the queue has given the job to another worker. */
export async function endRollout(
  boss: PgBoss,
  queue: string,
  { id, retryCount, end }: JobAttempt & { readonly end: RolloutVerdict },
): Promise<void> {
  await boss.complete(queue, { id, retryCount }, { end });
}

/** A sign of life for each of these; gives back those that are still this worker's. */
export async function keepRollouts(
  boss: PgBoss,
  queue: string,
  jobs: readonly JobAttempt[],
): Promise<ReadonlySet<string>> {
  const attempts = jobs.map(({ id, retryCount }) => ({ id, retryCount }));
  const touched = kept.parse(await boss.touch(queue, attempts));
  return new Set(touched.settled);
}

export interface RolloutState {
  readonly id: string;
  /** `waiting` = no worker has taken it; null = it is over, and `end` says how. */
  readonly at: 'waiting' | 'carried' | null;
  readonly end: RolloutVerdict;
}

/** Reads the state of these jobs. A job that is gone, or failed permanently, is over and unfinished. */
export async function readRollouts(
  pool: pg.Pool,
  queue: string,
  ids: readonly string[],
): Promise<RolloutState[]> {
  const { rows } = await pool.query<{ id: string; state: string; output: unknown }>(
    `SELECT id, state::text AS state, output FROM ${QUEUE_SCHEMA}.job WHERE name = $1 AND id = ANY($2::uuid[])`,
    [queue, [...ids]],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (row?.state === 'created' || row?.state === 'retry') return { id, at: 'waiting', end: 'unfinished' };
    if (row?.state === 'active') return { id, at: 'carried', end: 'unfinished' };
    if (row?.state === 'cancelled') return { id, at: null, end: 'interrupted' };
    const said = verdict.safeParse(row?.output);
    return { id, at: null, end: row?.state === 'completed' && said.success ? said.data.end : 'unfinished' };
  });
}

export async function tellRollouts(pool: pg.Pool, word: string): Promise<void> {
  await pool.query('SELECT pg_notify($1, $2)', [ROLLOUT_CHANNEL, word]);
}
